/* SPDX-License-Identifier: GPL-2.0 */
/* Saving the names and thread groups of tasks that are recorded. */
#ifndef HISTRIG_HOT_SAVED_CMDLINES_H
#define HISTRIG_HOT_SAVED_CMDLINES_H

/**
 * cmdline_save() - remember the name of the current task
 *
 * Cheap while the task and its name are the same as at the last call on this
 * CPU. If the table of names is busy, the task is remembered at its next hit.
 *
 * Context: any, preemption off.
 */
void cmdline_save(void);

/**
 * tgid_save() - remember the thread group of the current task
 *
 * Does nothing before tgid_map_alloc().
 *
 * Context: any.
 */
void tgid_save(void);

#endif /* HISTRIG_HOT_SAVED_CMDLINES_H */
