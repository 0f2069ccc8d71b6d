// SPDX-License-Identifier: GPL-2.0
/* Newer kernels can set a callback's filter to many functions in one call. */
#include <linux/ftrace.h>

int probe(struct ftrace_ops *ops, unsigned long *ips, unsigned int nr);
int probe(struct ftrace_ops *ops, unsigned long *ips, unsigned int nr)
{
	return ftrace_set_filter_ips(ops, ips, nr, 0, 1);
}
