/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saved command lines: names and thread groups of recorded tasks.
 *
 * A record holds only the pid of its task. So that lines can show the name,
 * too, a table keeps the names of the tasks recorded last (saved_cmdlines). On
 * demand, a second table keeps the thread group of every recorded task
 * (saved_tgids).
 */
#ifndef HISTRIG_SAVED_CMDLINES_H
#define HISTRIG_SAVED_CMDLINES_H

struct seq_file;

/**
 * cmdline_find() - get the name of a task
 * @pid: pid of the task
 * @comm: filled in, TASK_COMM_LEN bytes; "<idle>" for task 0, "<...>" if the name
 *	is not known
 *
 * Context: process.
 */
void cmdline_find(int pid, char *comm);

/**
 * saved_cmdlines_print() - print the file saved_cmdlines
 * @m: print here
 *
 * Context: process, event_mutex held.
 */
void saved_cmdlines_print(struct seq_file *m);

/**
 * saved_cmdlines_size() - get the size of the table of names
 *
 * Context: process.
 * Return: the number of names that fit in the table.
 */
unsigned int saved_cmdlines_size(void);

/**
 * saved_cmdlines_resize() - replace the table of names by an empty table
 * @nr: the number of names that fit in the new table, at most 65535
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int saved_cmdlines_resize(unsigned int nr);

/**
 * tgid_find() - get the thread group of a task
 * @pid: pid of the task
 *
 * Context: any.
 * Return: the thread group, 0 if it is not known.
 */
int tgid_find(int pid);

/**
 * tgid_map_alloc() - allocate the table for tgid_save(), unless it exists
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int tgid_map_alloc(void);

/**
 * tgid_next() - find the next task whose thread group is known
 * @pid: the pid to start from
 *
 * Context: any.
 * Return: pid of the task, at least @pid; -1 if no such task is left.
 */
int tgid_next(int pid);

/**
 * saved_cmdlines_init() - allocate the table of names
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int saved_cmdlines_init(void);

/**
 * saved_cmdlines_exit() - free names and thread groups
 *
 * Context: process, after the last hit has ended.
 */
void saved_cmdlines_exit(void);

#endif /* HISTRIG_SAVED_CMDLINES_H */
