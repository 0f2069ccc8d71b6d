// SPDX-License-Identifier: GPL-2.0
/* On some architectures a pending call records the location of its return address. */
#include <linux/ftrace.h>

unsigned long *retp(const struct ftrace_ret_stack *call);

unsigned long *retp(const struct ftrace_ret_stack *call)
{
	return call->retp;
}
