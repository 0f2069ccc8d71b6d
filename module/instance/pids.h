/* SPDX-License-Identifier: GPL-2.0 */
/* Commands on pid filters: set_event_pid and set_event_notrace_pid. */
#ifndef HISTRIG_INSTANCE_PIDS_H
#define HISTRIG_INSTANCE_PIDS_H

#include <linux/types.h>

struct instance;
struct pid_set;

/**
 * pid_filter_set() - get one of the two sets of an instance
 * @instance: the instance
 * @never: true for set_event_notrace_pid, false for set_event_pid
 *
 * Context: process, event_mutex held.
 * Return: the set, or NULL.
 */
struct pid_set *pid_filter_set(struct instance *instance, bool never);

/**
 * pid_filter_add() - add tasks to one of the sets
 * @instance: the instance
 * @never: true for set_event_notrace_pid, false for set_event_pid
 * @pids: the tasks, each below PID_MAX_LIMIT
 * @nr: number of @pids
 *
 * Context: process, event_mutex held; waits for hits.
 * Return: 0 or -ENOMEM.
 */
int pid_filter_add(struct instance *instance, bool never, const int *pids,
		   unsigned int nr);

/**
 * pid_filter_clear() - remove one of the sets, so that it filters nothing
 * @instance: the instance
 * @never: true for set_event_notrace_pid, false for set_event_pid
 *
 * Context: process, event_mutex held; waits for hits.
 */
void pid_filter_clear(struct instance *instance, bool never);

/**
 * pid_filter_follow() - start or stop updating the sets on forks and exits
 * @instance: the instance
 * @on: true to start
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int pid_filter_follow(struct instance *instance, bool on);

/**
 * pid_filter_exit() - free the sets of an instance
 * @instance: the instance, which has no events any more
 *
 * Context: process; takes event_mutex.
 */
void pid_filter_exit(struct instance *instance);

#endif /* HISTRIG_INSTANCE_PIDS_H */
