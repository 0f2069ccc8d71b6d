/* SPDX-License-Identifier: GPL-2.0 */
/* Saving the names and thread groups of tasks that are recorded. */
#ifndef HISTRIG_HOT_SAVED_CMDLINES_H
#define HISTRIG_HOT_SAVED_CMDLINES_H

#include <linux/percpu.h>
#include <linux/sched.h>

#include "../../compat/unaligned.h"
#include "../cmdline_table.h"

/* cmdline_save_changed() - remember a task or name that is not the last one */
void cmdline_save_changed(void);

/**
 * cmdline_save() - remember the name of the current task
 *
 * Returns at once if neither the task nor its name has changed since the last
 * call on this CPU. If the table of names is locked, this call does not save
 * the name; the task's next hit tries again.
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

/**
 * cmdline_save_task() - remember the name of another task
 * @task: the task
 *
 * Context: any, preemption off.
 */
void cmdline_save_task(const struct task_struct *task);

/**
 * tgid_save() - remember the thread group of the current task
 *
 * Does nothing before tgid_map_alloc().
 *
 * Context: any.
 */
void tgid_save(void);

#endif /* HISTRIG_HOT_SAVED_CMDLINES_H */
