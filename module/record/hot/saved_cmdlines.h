/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Saves the names and thread groups of tasks that are recorded. Hits fill the tables, commands
 * read and resize them (saved_cmdlines.c).
 */
#ifndef HISTRIG_HOT_SAVED_CMDLINES_H
#define HISTRIG_HOT_SAVED_CMDLINES_H

#include <linux/atomic.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/threads.h>
#include <linux/types.h>

#include "../../compat/unaligned.h"

/* A saved name; @pid is 0 if the entry is free. */
struct saved_cmdline {
	int pid;
	char comm[TASK_COMM_LEN];
};

/**
 * struct cmdline_table - the saved names
 * @nr: number of @saved
 * @next: index of the entry to replace next
 * @slot: the low bits of a pid select an element, which is the index of the
 *	task's entry plus 1, or 0 if the task has none
 * @saved: the names
 */
struct cmdline_table {
	unsigned int nr;
	unsigned int next;
	u16 slot[PID_MAX_DEFAULT];
	struct saved_cmdline saved[];
};

/* The name that a CPU saved last; @pid is 0 for none. */
struct last_cmdline {
	int pid;
	char comm[TASK_COMM_LEN] __aligned(8);
};

/*
 * The lock of the table and of all last_cmdlines: 1 while it is held. Hits do
 * not wait for it, but skip the table. That is rare, because all other code
 * disables interrupts while it holds the lock.
 */
extern atomic_t cmdline_busy;

/* The table; changed under cmdline_busy. */
extern struct cmdline_table __rcu *cmdline_table;

DECLARE_PER_CPU(struct last_cmdline, last_cmdlines);

/*
 * The thread group of each task, indexed by pid; NULL until tgid_map_alloc().
 * tgid_map_size is set before tgid_map; read tgid_map first, with smp_load_acquire().
 */
extern int *tgid_map;
extern unsigned int tgid_map_size;

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
