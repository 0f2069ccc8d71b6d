/* SPDX-License-Identifier: GPL-2.0 */
/* Stands for the kernel's header: the type of a user's number. */
#ifndef UNIT_UIDGID_H
#define UNIT_UIDGID_H

typedef struct {
	unsigned int val;
} kuid_t;

#endif /* UNIT_UIDGID_H */
