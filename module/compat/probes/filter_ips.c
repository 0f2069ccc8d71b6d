// SPDX-License-Identifier: GPL-2.0
/* Since 6.0 a filter of function tracing can be set to many functions at once. */
#include <linux/ftrace.h>

int probe(struct ftrace_ops *ops, unsigned long *ips, unsigned int nr);
int probe(struct ftrace_ops *ops, unsigned long *ips, unsigned int nr)
{
	return ftrace_set_filter_ips(ops, ips, nr, 0, 1);
}
