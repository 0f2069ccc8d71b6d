/* SPDX-License-Identifier: GPL-2.0 */
/* Which functions the kernel lets kprobes probe. */
#ifndef HISTRIG_COMPAT_PROBEABLE_H
#define HISTRIG_COMPAT_PROBEABLE_H

/**
 * probeable_keep() - move the functions that kprobes can probe to the front
 * @ips: addresses of functions in function tracing; they stay in order
 * @nr: number of @ips; set to the number of those that can be probed
 *
 * Most of the others are functions that the kernel calls while it handles a probe.
 *
 * Context: process, sleeps, with many functions for some tenths of a second; if debugfs cannot
 *	be read, for seconds.
 * Return: 0, even if none can be probed; -EINVAL if debugfs cannot be read and there are too
 * many functions; -ENOMEM.
 */
int probeable_keep(unsigned long *ips, unsigned int *nr);

#endif /* HISTRIG_COMPAT_PROBEABLE_H */
