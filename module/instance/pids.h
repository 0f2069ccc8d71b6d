/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of tasks: whose hits an instance takes (set_event_pid) or leaves
 * (set_event_notrace_pid).
 *
 * A set is a bitmap of all numbers that a task can have. Users replace it as a
 * whole, under RCU; with the option event-fork, forks and exits of tasks change
 * bits in it.
 */
#ifndef HISTRIG_PIDS_H
#define HISTRIG_PIDS_H

#include <linux/bitops.h>
#include <linux/rcupdate.h>
#include <linux/threads.h>
#include <linux/types.h>

struct instance;
struct tracepoint;

/**
 * struct pid_set - a set of tasks
 * @bits: one for each number
 */
struct pid_set {
	DECLARE_BITMAP(bits, PID_MAX_LIMIT);
};

/**
 * struct pid_filter - whose hits an instance takes
 * @only: if there, no others; under RCU
 * @never: if there, not theirs; under RCU
 * @forks: tracepoint of tasks that fork, NULL unless these change the sets;
 *	event_mutex
 * @ends: tracepoint of tasks that end
 */
struct pid_filter {
	struct pid_set __rcu *only;
	struct pid_set __rcu *never;
	struct tracepoint *forks;
	struct tracepoint *ends;
};

static __always_inline bool pid_set_has(const struct pid_set *set, int pid)
{
	return (unsigned int)pid < PID_MAX_LIMIT && test_bit(pid, set->bits);
}

/* pid_filter_wants() - does an instance take hits of a task; any context */
static inline bool pid_filter_wants(const struct pid_filter *filter, int pid)
{
	const struct pid_set *only = rcu_dereference_raw(filter->only);
	const struct pid_set *never = rcu_dereference_raw(filter->never);

	return (!only || pid_set_has(only, pid)) &&
	       (!never || !pid_set_has(never, pid));
}

/**
 * pid_filter_add() - add tasks to one of the sets
 * @instance: the instance
 * @never: to the set of those whose hits it does not take
 * @pids: their numbers
 * @nr: how many
 *
 * Context: process, event_mutex held; waits for hits.
 * Return: 0 or -ENOMEM.
 */
int pid_filter_add(struct instance *instance, bool never, const int *pids,
		   unsigned int nr);

/* pid_filter_clear() - forget one of the sets; as pid_filter_add() */
void pid_filter_clear(struct instance *instance, bool never);

/**
 * pid_filter_follow() - let children of tasks in a set be in it as well, or not
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int pid_filter_follow(struct instance *instance, bool on);

/* pid_filter_exit() - free the sets of an instance without events */
void pid_filter_exit(struct instance *instance);

#endif /* HISTRIG_PIDS_H */
