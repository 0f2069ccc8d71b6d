/* SPDX-License-Identifier: GPL-2.0 */
/* The current task; a test can set it for each thread. */
#ifndef SHIM_SCHED_H
#define SHIM_SCHED_H

#include <linux/types.h>

#define TASK_COMM_LEN	16

struct task_struct {
	int pid;
	int tgid;
	char comm[TASK_COMM_LEN];
	unsigned int migration_disabled;
	int static_prio;
	unsigned int policy;
	unsigned int rt_priority;
};

extern __thread struct task_struct shim_task;

#define current		(&shim_task)

/* A test can set a function that runs where the module would let others run. */
extern void (*shim_resched)(void);
#define cond_resched()	do { if (shim_resched) shim_resched(); } while (0)

#endif /* SHIM_SCHED_H */
