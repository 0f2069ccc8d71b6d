// SPDX-License-Identifier: GPL-2.0
/*
 * The prototypes and numbers of system calls from the kernel's headers, for
 * generate.awk. This file is only preprocessed.
 */

/* With this option, the headers would declare no prototypes. */
#undef CONFIG_ARCH_HAS_SYSCALL_WRAPPER
#include <linux/syscalls.h>

/* A call that newer kernels, which lack this header, have removed but still list. */
#if !__has_include("linux/dcookies.h")
#define sys_lookup_dcookie	sys_ni_syscall
#endif

#undef __SYSCALL
#define __SYSCALL(nr, name)	histrig_syscall(nr, name)

/* The architecture's prototypes, and __SYSCALL() for each of its numbers. */
#include "arch-syscalls.h"
