// SPDX-License-Identifier: GPL-2.0
/*
 * Names of system calls, from the table that the kernel's headers carry; a
 * kernel without one (asm/syscalls_64.h) has numbers only.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "syscalls.h"

#ifdef CONFIG_X86_64
#define __SYSCALL(nr, name) \
	[nr] = #name,
#define __SYSCALL_COMMON(nr, name)	__SYSCALL(nr, name)
#define __SYSCALL_64(nr, name)		__SYSCALL(nr, name)
#define __SYSCALL_NORETURN(nr, name)	__SYSCALL(nr, name)
#define __SYSCALL_X32(nr, name)

static const char *const names[] = {
#include <asm/syscalls_64.h>
};

const char *hist_syscall_name(u64 nr)
{
	if (nr >= ARRAY_SIZE(names) || !names[nr] ||
	    !strcmp(names[nr], "sys_ni_syscall"))
		return NULL;
	return names[nr];
}
#else
const char *hist_syscall_name(u64 nr)
{
	return NULL;
}
#endif
