// SPDX-License-Identifier: GPL-2.0
/* Since 6.12 struct ftrace_regs is opaque. */
#include <linux/ftrace.h>

void *probe(struct ftrace_regs *regs);
void *probe(struct ftrace_regs *regs)
{
	return arch_ftrace_regs(regs);
}
