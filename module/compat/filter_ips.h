/* SPDX-License-Identifier: GPL-2.0 */
/* Filters of function tracing that name many functions. */
#ifndef HISTRIG_COMPAT_FILTER_IPS_H
#define HISTRIG_COMPAT_FILTER_IPS_H

#include <linux/ftrace.h>
#include <linux/limits.h>

#include "gen/features.h"

/*
 * Maximum number of functions for filter_ips(): a kernel that adds one function at a time
 * copies its whole filter for each.
 */
#ifdef HAVE_FILTER_IPS
#define FILTER_IPS_MAX	UINT_MAX
#else
#define FILTER_IPS_MAX	512
#endif

/**
 * filter_ips() - set the functions for which a callback is called
 * @ops: the callback, registered or not
 * @ips: addresses of the functions in function tracing
 * @nr: number of @ips, not 0
 *
 * Context: process, may sleep. On a kernel that adds one function at a time, the callback
 *	is called for only some of the functions until this returns.
 * Return: 0; -EINVAL if one of the functions cannot be traced; or another
 * errno.
 */
static inline int filter_ips(struct ftrace_ops *ops, unsigned long *ips,
			     unsigned int nr)
{
#ifdef HAVE_FILTER_IPS
	return ftrace_set_filter_ips(ops, ips, nr, 0, 1);
#else
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++)
		ret = ftrace_set_filter_ip(ops, ips[i], 0, !i);
	return ret;
#endif
}

#endif /* HISTRIG_COMPAT_FILTER_IPS_H */
