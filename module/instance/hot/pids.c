// SPDX-License-Identifier: GPL-2.0
/* The options event-fork and function-fork: forks and exits change the pid sets. */
#include <linux/sched.h>

#include "pids.h"

static void follow_fork(struct pid_set *set, int parent, int child)
{
	if (set && (unsigned int)child < PID_MAX_LIMIT &&
	    pid_set_has(set, parent))
		set_bit(child, set->bits);
}

/* Removes an exiting task from the set, because its pid will be reused. */
static void follow_exit(struct pid_set *set, int pid)
{
	if (set && (unsigned int)pid < PID_MAX_LIMIT)
		clear_bit(pid, set->bits);
}

void pid_filter_fork(void *data, struct task_struct *parent,
		     struct task_struct *child)
{
	struct pid_filter *filter = data;

	follow_fork(rcu_dereference_raw(filter->only), parent->pid, child->pid);
	follow_fork(rcu_dereference_raw(filter->never), parent->pid, child->pid);
}

void pid_filter_exit_task(void *data, struct task_struct *task)
{
	struct pid_filter *filter = data;

	follow_exit(rcu_dereference_raw(filter->only), task->pid);
	follow_exit(rcu_dereference_raw(filter->never), task->pid);
}
