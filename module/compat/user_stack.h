/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stacks of user space.
 *
 * The kernel's own way to them is not exported. It goes from frame pointer to frame
 * pointer, and so can we where a task's memory may be read in any context; elsewhere
 * there is none.
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
 * user_stack_collect() - where the current task was in user space
 * @entries: filled with addresses, from the inside out
 * @max: how many at most, not zero
 *
 * Context: any; memory that would have to be paged in ends the stack.
 * Return: how many addresses there are, 0 for a task of the kernel.
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
