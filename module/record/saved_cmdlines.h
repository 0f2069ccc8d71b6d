/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saved command lines: names and thread groups of recorded tasks.
 *
 * A record holds only the number of its task. The names of the tasks that were
 * recorded last are kept for printing, a limited number of them
 * (saved_cmdlines), and on demand the thread group of every task (saved_tgids).
 */
#ifndef HISTRIG_SAVED_CMDLINES_H
#define HISTRIG_SAVED_CMDLINES_H

struct seq_file;

/**
 * cmdline_find() - get the name of a task
 * @pid: number of the task
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
 * saved_cmdlines_resize() - replace the table of names by an empty one
 * @nr: the number of names that it has room for, at most 65535
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int saved_cmdlines_resize(unsigned int nr);

/**
 * tgid_find() - get the thread group of a task
 * @pid: number of the task
 *
 * Context: any.
 * Return: number of the thread group, 0 if it is not known.
 */
int tgid_find(int pid);

/**
 * tgid_map_alloc() - make room for tgid_save(), unless there is already
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int tgid_map_alloc(void);

/**
 * tgid_next() - find the next task whose thread group is known
 * @pid: the number to start from
 *
 * Context: any.
 * Return: number of the task, at least @pid; -1 if there is none.
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
 * Context: process, no hit can come any more.
 */
void saved_cmdlines_exit(void);

#endif /* HISTRIG_SAVED_CMDLINES_H */
