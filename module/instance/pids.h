/* SPDX-License-Identifier: GPL-2.0 */
/* Commands on pid filters, such as set_event_pid and set_event_notrace_pid. */
#ifndef HISTRIG_INSTANCE_PIDS_H
#define HISTRIG_INSTANCE_PIDS_H

#include <linux/types.h>

struct instance;
struct pid_filter;
struct pid_set;

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
 * Context: process, event_mutex held; waits for hits.
 * Return: 0 or -ENOMEM.
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

#endif /* HISTRIG_INSTANCE_PIDS_H */
