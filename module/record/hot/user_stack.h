/* SPDX-License-Identifier: GPL-2.0 */
/* User stack traces of a hit, by frame pointers; see compat/user_stack.h. */
#ifndef HISTRIG_USER_STACK_H
#define HISTRIG_USER_STACK_H

#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>

#include "../../compat/user_stack.h"

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
	struct pt_regs *regs = task_pt_regs(current);
	unsigned long at = user_frame_pointer(regs);
	struct user_frame_record frame;
	unsigned int nr = 0;

	if (current->flags & PF_KTHREAD)
		return 0;
	entries[nr++] = instruction_pointer(regs);
	for (; nr < max && at >= user_stack_pointer(regs); at = frame.next) {
		if (!user_frame_record_read(&frame, at) || !frame.caller)
			break;
		entries[nr++] = frame.caller;
	}
	return nr;
}

#endif /* HISTRIG_USER_STACK_H */
