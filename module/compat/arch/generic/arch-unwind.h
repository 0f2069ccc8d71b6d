/* SPDX-License-Identifier: GPL-2.0 */
/* No unwinder is exported, see compat/unwind.h. */
#ifndef HISTRIG_ARCH_UNWIND_H
#define HISTRIG_ARCH_UNWIND_H

#include <linux/ptrace.h>

static inline struct pt_regs *unwind_caller_regs(struct pt_regs *regs, struct pt_regs *copy)
{
	return regs;
}

#define STACK_HAS_STEPS	0

#endif /* HISTRIG_ARCH_UNWIND_H */
