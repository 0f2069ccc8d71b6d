/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User stack traces of a hit.
 *
 * The kernel's own function is not exported. This file follows the frame
 * pointers on architectures where it can read a task's memory in any context.
 * There are no user stack traces on other architectures.
 */
#ifndef HISTRIG_USER_STACK_H
#define HISTRIG_USER_STACK_H

#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>

#ifdef CONFIG_X86_64
#include <asm/ptrace.h>

#define HAVE_USER_STACK	1

/**
 * user_stack_collect() - get the user stack of the current task
 * @entries: filled with addresses, innermost first
 * @max: maximum number of addresses, not zero
 *
 * Context: any. The trace ends at memory that would have to be paged in.
 * Return: the number of addresses, 0 for a kernel thread.
 */
static inline unsigned int user_stack_collect(unsigned long *entries,
					      unsigned int max)
{
	const struct pt_regs *regs = task_pt_regs(current);
	struct {
		unsigned long next;
		unsigned long caller;
	} frame;
	unsigned long at = regs->bp;
	unsigned int nr = 0;

	if (current->flags & PF_KTHREAD)
		return 0;
	entries[nr++] = regs->ip;
	for (; nr < max && at >= regs->sp; at = frame.next) {
		if (copy_from_user_nmi(&frame, (void __user *)at,
				       sizeof(frame)) || !frame.caller)
			break;
		entries[nr++] = frame.caller;
	}
	return nr;
}
#else
#define HAVE_USER_STACK	0

static inline unsigned int user_stack_collect(unsigned long *entries,
					      unsigned int max)
{
	return 0;
}
#endif

#endif /* HISTRIG_USER_STACK_H */
