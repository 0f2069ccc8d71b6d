/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saved command lines: names and thread groups of recorded tasks.
 *
 * A record contains only the pid of its task. A table (saved_cmdlines) keeps
 * the names of the tasks recorded last; on demand, a second one (saved_tgids)
 * keeps the thread group of every recorded task.
 */
#ifndef HISTRIG_SAVED_CMDLINES_H
#define HISTRIG_SAVED_CMDLINES_H

struct seq_file;

/**
 * cmdline_find() - get the name of a task
 * @pid: pid of the task
 * @comm: filled in, TASK_COMM_LEN bytes; "<idle>" for task 0, "<...>" if the
 *	name is not known
 *
 * Context: any. Fills in "<...>" if the table's lock cannot be taken in many
 *	tries.
 */
void cmdline_find(int pid, char *comm);

/* saved_cmdlines_print() - print saved_cmdlines; event_mutex is held */
void saved_cmdlines_print(struct seq_file *m);

/* saved_cmdlines_size() - maximum number of names in the table */
unsigned int saved_cmdlines_size(void);

/**
 * saved_cmdlines_resize() - replace the table of names with an empty one
 * @nr: maximum number of names, at most 65535
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int saved_cmdlines_resize(unsigned int nr);

/* tgid_find() - the thread group of a task, 0 if not known; any context */
int tgid_find(int pid);

/*
 * tgid_map_alloc() - allocate the table for tgid_save(), unless it exists
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int tgid_map_alloc(void);

/* tgid_next() - first pid from @pid on with a known thread group, or -1 */
int tgid_next(int pid);

/* saved_cmdlines_init() - allocate the table of names; 0 or -ENOMEM */
int saved_cmdlines_init(void);

/* saved_cmdlines_exit() - free names and thread groups, after the last hit */
void saved_cmdlines_exit(void);

#endif /* HISTRIG_SAVED_CMDLINES_H */
