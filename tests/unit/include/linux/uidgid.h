/* SPDX-License-Identifier: GPL-2.0 */
/* Replaces the kernel's header: kuid_t and kgid_t. */
#ifndef UNIT_UIDGID_H
#define UNIT_UIDGID_H

typedef struct {
	unsigned int val;
} kuid_t;

#endif /* UNIT_UIDGID_H */
