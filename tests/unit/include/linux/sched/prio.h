/* SPDX-License-Identifier: GPL-2.0 */
/* Replaces the kernel's header: priorities of tasks. */
#ifndef UNIT_PRIO_H
#define UNIT_PRIO_H

#define MAX_RT_PRIO	100

#endif /* UNIT_PRIO_H */
