/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pid filters: they select the tasks whose hits an instance records. An
 * instance has one filter for events, and one for functions.
 *
 * A set is a bitmap of all pids. Commands make and remove sets, under RCU. They add to a set
 * by setting its bits. With the option event-fork or function-fork, probes on the kernel's fork
 * and exit tracepoints change bits, too, at any time.
 */
#ifndef HISTRIG_INSTANCE_HOT_PIDS_H
#define HISTRIG_INSTANCE_HOT_PIDS_H

#include <linux/bitops.h>
#include <linux/rcupdate.h>
#include <linux/threads.h>
#include <linux/types.h>

struct instance;
struct task_struct;
struct tracepoint;

/**
 * struct pid_set - a set of tasks
 * @bits: one bit for each pid; set if the task is in the set
 */
struct pid_set {
	DECLARE_BITMAP(bits, PID_MAX_LIMIT);
};

/**
 * struct pid_filter - the tasks whose hits an instance records
 * @only: the tasks in set_event_pid or set_ftrace_pid, so that only their hits are recorded;
 *	NULL for all tasks; protected by RCU
 * @never: the tasks in set_event_notrace_pid or set_ftrace_notrace_pid, whose hits are not
 *	recorded; NULL if there are none; protected by RCU
 * @fork_tp: tracepoint of forks while forks and exits change the sets, else NULL;
 *	protected by event_mutex
 * @exit_tp: tracepoint of exits; used only if @fork_tp is set
 */
struct pid_filter {
	struct pid_set __rcu *only;
	struct pid_set __rcu *never;
	struct tracepoint *fork_tp;
	struct tracepoint *exit_tp;
};

static __always_inline bool pid_set_has(const struct pid_set *set, int pid)
{
	return (unsigned int)pid < PID_MAX_LIMIT && test_bit(pid, set->bits);
}

/* pid_filter_is_set() - test whether the filter has a set; any context */
static __always_inline bool pid_filter_is_set(const struct pid_filter *filter)
{
	return (unsigned long)rcu_access_pointer(filter->only) |
	       (unsigned long)rcu_access_pointer(filter->never);
}

/* pid_filter_wants() - test whether hits of the task @pid are recorded; preemption off */
static inline bool pid_filter_wants(const struct pid_filter *filter, int pid)
{
	const struct pid_set *only = rcu_dereference_raw(filter->only);
	const struct pid_set *never = rcu_dereference_raw(filter->never);

	return (!only || pid_set_has(only, pid)) &&
	       (!never || !pid_set_has(never, pid));
}

/* The probes on @fork_tp and @exit_tp; @data is the struct pid_filter. */
void pid_filter_fork(void *data, struct task_struct *parent,
		     struct task_struct *child);
void pid_filter_exit_task(void *data, struct task_struct *task);

/* Functions that commands call, see ../pids.c. */

/**
 * pid_filter_set() - get one of the two sets of a filter
 * @filter: the filter
 * @never: true for the set of the tasks whose hits are not recorded; false for the set of the
 *	only tasks whose hits are recorded
 *
 * Context: process, event_mutex held.
 * Return: the set, or NULL if there is none.
 */
struct pid_set *pid_filter_set(const struct pid_filter *filter, bool never);

/**
 * pid_filter_add() - add tasks to one of the sets
 * @filter: the filter
 * @never: as for pid_filter_set()
 * @pids: the tasks, each below PID_MAX_LIMIT
 * @nr: number of @pids
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM; then the set is unchanged.
 */
int pid_filter_add(struct pid_filter *filter, bool never, const int *pids,
		   unsigned int nr);

/* pid_filter_clear() - remove one of the sets; event_mutex held, waits for hits */
void pid_filter_clear(struct pid_filter *filter, bool never);

/**
 * pid_filter_follow() - start or stop updating the sets on forks and exits
 * @filter: the filter
 * @on: true to start
 *
 * Context: process, event_mutex held.
 * Return: 0, -ENODEV if the kernel lacks one of the tracepoints, or an errno of
 * tracepoint_probe_register().
 */
int pid_filter_follow(struct pid_filter *filter, bool on);

/* pid_filter_free() - free the sets, which no hit reads any more; event_mutex held */
void pid_filter_free(struct pid_filter *filter);

/*
 * event_pids_changed() - set EVENT_SOME_PIDS in all files of an instance if its @pids contains a
 * set, else clear it; event_mutex held
 */
void event_pids_changed(struct instance *instance);

#endif /* HISTRIG_INSTANCE_HOT_PIDS_H */
