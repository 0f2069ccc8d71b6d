/* SPDX-License-Identifier: GPL-2.0 */
/* The events of system calls, and the calls' names. */
#ifndef HISTRIG_SYSCALLS_H
#define HISTRIG_SYSCALLS_H

#include <linux/types.h>

/**
 * syscall_name() - get the name of a system call
 * @nr: its number
 *
 * Context: any.
 * Return: the name, like "sys_read"; NULL if there is no call with this number.
 */
const char *syscall_name(u64 nr);

/**
 * syscalls_init() - register the events of system calls
 *
 * registry_exit() removes them.
 *
 * Context: process, after registry_init().
 * Return: 0 or an errno of registry_add().
 */
int syscalls_init(void);

#endif /* HISTRIG_SYSCALLS_H */
