// SPDX-License-Identifier: GPL-2.0
/* Since 5.11 callbacks of function tracing get struct ftrace_regs and must prevent recursion. */
#include <linux/ftrace.h>

ftrace_func_t probe(void);
static void callback(unsigned long ip, unsigned long parent_ip,
		     struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	int bit = ftrace_test_recursion_trylock(ip, parent_ip);

	if (bit >= 0)
		ftrace_test_recursion_unlock(bit);
}

ftrace_func_t probe(void)
{
	return callback;
}
