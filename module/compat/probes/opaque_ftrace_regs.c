// SPDX-License-Identifier: GPL-2.0
/* Since 6.12 struct ftrace_regs is opaque. */
#include <linux/ftrace.h>

struct pt_regs *probe(struct ftrace_regs *regs);
struct pt_regs *probe(struct ftrace_regs *regs)
{
	return &arch_ftrace_regs(regs)->regs;
}
