/* SPDX-License-Identifier: GPL-2.0 */
/* The system calls, see syscalls/prototypes.c. */
#ifndef HISTRIG_ARCH_SYSCALLS_H
#define HISTRIG_ARCH_SYSCALLS_H

/* No table is known, so there are no events of system calls. */

#endif /* HISTRIG_ARCH_SYSCALLS_H */
