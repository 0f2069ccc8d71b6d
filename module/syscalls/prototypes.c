// SPDX-License-Identifier: GPL-2.0
/*
 * The prototypes and numbers of system calls from the kernel's headers, for
 * generate.awk. This file is only preprocessed.
 */

/* With this option, the headers declare no prototypes. */
#undef CONFIG_ARCH_HAS_SYSCALL_WRAPPER
#include <linux/syscalls.h>

/* Calls that the kernel has removed, although it still lists their numbers. */
#if !__has_include("linux/dcookies.h")
#define sys_lookup_dcookie	sys_ni_syscall
#endif

#undef __SYSCALL
#define __SYSCALL(nr, name)	histrig_syscall(nr, name)

/* The architecture's prototypes, and __SYSCALL() for each of its numbers. */
#include "arch-syscalls.h"
