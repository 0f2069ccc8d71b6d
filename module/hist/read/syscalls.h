/* SPDX-License-Identifier: GPL-2.0 */
/* Names of system calls. */
#ifndef HISTRIG_SYSCALLS_H
#define HISTRIG_SYSCALLS_H

#include <linux/types.h>

/**
 * hist_syscall_name() - name of a system call, "sys_read"
 * @nr: its number
 *
 * Return: the name, or NULL when there is no such call.
 */
const char *hist_syscall_name(u64 nr);

#endif /* HISTRIG_SYSCALLS_H */
