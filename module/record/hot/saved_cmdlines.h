/* SPDX-License-Identifier: GPL-2.0 */
/* Saving the names and thread groups of tasks that are recorded. */
#ifndef HISTRIG_HOT_SAVED_CMDLINES_H
#define HISTRIG_HOT_SAVED_CMDLINES_H

struct task_struct;

/**
 * cmdline_save() - remember the name of the current task
 *
 * Returns at once if neither the task nor its name has changed since the last
 * call on this CPU. If the table of names is locked, this call does not save
 * the name; the task's next hit tries again.
 *
 * Context: any, preemption off.
 */
void cmdline_save(void);

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
