/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of saved command lines. Hits fill it (hot/saved_cmdlines.c),
 * commands read and resize it (saved_cmdlines.c).
 */
#ifndef HISTRIG_CMDLINE_TABLE_H
#define HISTRIG_CMDLINE_TABLE_H

#include <linux/atomic.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/threads.h>
#include <linux/types.h>

/**
 * struct saved_cmdline - a saved name
 * @pid: pid of the task, 0 if the entry is free
 * @comm: its name
 */
struct saved_cmdline {
	int pid;
	char comm[TASK_COMM_LEN];
};

/**
 * struct cmdline_table - the saved names
 * @nr: number of @saved
 * @next: index of the entry to replace next
 * @slot: for each value of the low bits of a pid: index of the task's entry
 *	plus 1, 0 for none
 * @saved: the names
 */
struct cmdline_table {
	unsigned int nr;
	unsigned int next;
	u16 slot[PID_MAX_DEFAULT];
	struct saved_cmdline saved[];
};

/**
 * struct last_cmdline - the name that a CPU saved last
 * @pid: pid of the task, 0 for none
 * @comm: its name
 */
struct last_cmdline {
	int pid;
	char comm[TASK_COMM_LEN] __aligned(8);
};

/*
 * The lock of the table and of all last_cmdlines: 1 while it is held. Hits only
 * try to take it, as they must not wait. All other code holds it with
 * interrupts off, so that it is held for a short time only.
 */
extern atomic_t cmdline_busy;

/* The table; changed under cmdline_busy. */
extern struct cmdline_table __rcu *cmdline_table;

DECLARE_PER_CPU(struct last_cmdline, last_cmdlines);

/*
 * The thread group of each task, indexed by pid; NULL until tgid_map_alloc().
 * tgid_map_size is set before tgid_map.
 */
extern int *tgid_map;
extern unsigned int tgid_map_size;

#endif /* HISTRIG_CMDLINE_TABLE_H */
