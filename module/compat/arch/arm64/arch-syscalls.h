/* SPDX-License-Identifier: GPL-2.0 */
/* The system calls, see syscalls/prototypes.c. */
#ifndef HISTRIG_ARCH_SYSCALLS_H
#define HISTRIG_ARCH_SYSCALLS_H

/* The kernel gives this call another name, to check the personality first. */
asmlinkage long sys_arm64_personality(unsigned int personality);
#define sys_personality	sys_arm64_personality

/* Newer kernels make the table from a list; older ones have it in a header alone. */
#if __has_include("asm/syscall_table_64.h")
#define __SYSCALL_WITH_COMPAT(nr, name, compat)	__SYSCALL(nr, name)
#include <asm/syscall_table_64.h>
#else
#include <asm/unistd.h>
#endif

#endif /* HISTRIG_ARCH_SYSCALLS_H */
