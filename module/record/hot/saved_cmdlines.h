/* SPDX-License-Identifier: GPL-2.0 */
/* Saves the names and thread groups of tasks that are recorded. */
#ifndef HISTRIG_HOT_SAVED_CMDLINES_H
#define HISTRIG_HOT_SAVED_CMDLINES_H

#include <linux/percpu.h>
#include <linux/sched.h>

#include "../../compat/unaligned.h"
#include "../cmdline_table.h"

/* cmdline_save_changed() - cmdline_save() if the task or name has changed */
void cmdline_save_changed(void);

/**
 * cmdline_save() - save the name of the current task
 *
 * Returns at once if the last call on this CPU was for the same task and name.
 * Does nothing while the table is locked; the task's next hit tries again.
 *
 * Context: any, preemption off.
 */
static __always_inline void cmdline_save(void)
{
	const struct last_cmdline *last = this_cpu_ptr(&last_cmdlines);
	const struct task_struct *task = current;

	if (unlikely(last->pid != task->pid ||
		     get_unaligned((u64 *)last->comm) !=
			get_unaligned((u64 *)task->comm) ||
		     get_unaligned((u64 *)last->comm + 1) !=
			get_unaligned((u64 *)task->comm + 1)))
		cmdline_save_changed();
}

/* cmdline_save_task() - save a task's name; any context, preemption off */
void cmdline_save_task(const struct task_struct *task);

/* tgid_save() - save the current task's thread group, after tgid_map_alloc() */
void tgid_save(void);

#endif /* HISTRIG_HOT_SAVED_CMDLINES_H */
