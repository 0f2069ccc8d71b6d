/* SPDX-License-Identifier: GPL-2.0 */
/* The system calls, see syscalls/prototypes.c. */
#ifndef HISTRIG_ARCH_SYSCALLS_H
#define HISTRIG_ARCH_SYSCALLS_H

#include <asm/syscalls.h>

#define __SYSCALL_COMMON(nr, name)	__SYSCALL(nr, name)
#define __SYSCALL_64(nr, name)		__SYSCALL(nr, name)
#define __SYSCALL_NORETURN(nr, name)	__SYSCALL(nr, name)
#define __SYSCALL_X32(nr, name)
#include <asm/syscalls_64.h>

#endif /* HISTRIG_ARCH_SYSCALLS_H */
