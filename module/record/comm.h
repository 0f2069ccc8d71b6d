/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of tasks: a record has a number only, whoever prints it wants a name.
 *
 * The names of the tasks that were recorded last are kept, one for each of a
 * limited number of tasks (saved_cmdlines), and on demand the thread group of
 * every task (saved_tgids).
 */
#ifndef HISTRIG_COMM_H
#define HISTRIG_COMM_H

#include <linux/sched.h>
#include <linux/types.h>

struct seq_file;

/**
 * comm_save() - remember the name of the current task
 *
 * Cheap while the task and its name stay what they were at the last call on
 * this CPU. When another CPU is just saving one, the task is remembered at its
 * next hit.
 *
 * Context: any, must not migrate.
 */
void comm_save(void);

/**
 * comm_find() - the name of a task
 * @pid: its number
 * @comm: TASK_COMM_LEN bytes; "<idle>" for 0, "<...>" when it is not known
 *
 * Context: process.
 */
void comm_find(int pid, char *comm);

/* comm_print() - the file saved_cmdlines: number and name, line by line */
void comm_print(struct seq_file *m);

/* comm_size() - how many names are kept */
unsigned int comm_size(void);

/**
 * comm_resize() - keep another number of names, and forget those there are
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int comm_resize(unsigned int nr);

/* tgid_save() - remember the thread group of the current task; any context */
void tgid_save(void);

/* tgid_find() - the thread group of a task, 0 when it is not known */
int tgid_find(int pid);

/**
 * tgid_init() - make room for tgid_save(), once
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int tgid_init(void);

/* tgid_next() - the first task from @pid on whose thread group is known, or -1 */
int tgid_next(int pid);

int comm_init(void);
void comm_exit(void);

#endif /* HISTRIG_COMM_H */
