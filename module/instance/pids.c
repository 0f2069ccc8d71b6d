// SPDX-License-Identifier: GPL-2.0
/* Sets and clears pid filters; see hot/pids.h. hot/pids.c follows forks and exits of tasks. */
#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "instance.h"

CHECK_PROBE(sched_process_fork, pid_filter_fork)
CHECK_PROBE(sched_process_free, pid_filter_exit_task)

struct pid_set *pid_filter_set(const struct pid_filter *filter, bool never)
{
	return rcu_dereference_protected(never ? filter->never : filter->only,
					 lockdep_is_held(&event_mutex));
}

void event_pids_changed(struct instance *instance)
{
	unsigned int set = instance_file_mode(instance);
	struct event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &instance->files, in_instance)
		event_file_set_mode(file, set, EVENT_SOME_PIDS & ~set);
}

static void pids_publish(struct pid_filter *filter, bool never,
			 struct pid_set *set)
{
	struct pid_set *old = pid_filter_set(filter, never);

	if (never)
		rcu_assign_pointer(filter->never, set);
	else
		rcu_assign_pointer(filter->only, set);
	if (old)
		hits_synchronize();
	kvfree(old);
}

int pid_filter_add(struct pid_filter *filter, bool never, const int *pids,
		   unsigned int nr)
{
	struct pid_set *old = pid_filter_set(filter, never);
	struct pid_set *set;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!nr)
		return 0;
	/* A copy would lack what forks and exits change in @old until it is replaced. */
	if (old) {
		for (i = 0; i < nr; i++)
			set_bit(pids[i], old->bits);
		return 0;
	}
	set = kvzalloc(sizeof(*set), GFP_KERNEL);
	if (!set)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		__set_bit(pids[i], set->bits);
	pids_publish(filter, never, set);
	return 0;
}

void pid_filter_clear(struct pid_filter *filter, bool never)
{
	lockdep_assert_held(&event_mutex);
	if (pid_filter_set(filter, never))
		pids_publish(filter, never, NULL);
}

static void stop_following(struct pid_filter *filter)
{
	tracepoint_probe_unregister(filter->fork_tp, pid_filter_fork, filter);
	tracepoint_probe_unregister(filter->exit_tp, pid_filter_exit_task,
				    filter);
	hits_synchronize();
	filter->fork_tp = NULL;
}

static int start_following(struct pid_filter *filter)
{
	struct event *fork = registry_kernel_event("sched_process_fork");
	struct event *exit = registry_kernel_event("sched_process_free");
	struct tracepoint *fork_tp, *exit_tp;
	int ret;

	if (!fork || !exit)
		return -ENODEV;
	fork_tp = fork->tp;
	exit_tp = exit->tp;
	ret = tracepoint_probe_register(fork_tp, pid_filter_fork, filter);
	if (ret)
		return ret;
	ret = tracepoint_probe_register(exit_tp, pid_filter_exit_task, filter);
	if (ret) {
		tracepoint_probe_unregister(fork_tp, pid_filter_fork, filter);
		hits_synchronize();
		return ret;
	}
	filter->fork_tp = fork_tp;
	filter->exit_tp = exit_tp;
	return 0;
}

int pid_filter_follow(struct pid_filter *filter, bool on)
{
	lockdep_assert_held(&event_mutex);
	if (!!filter->fork_tp == on)
		return 0;
	if (on)
		return start_following(filter);
	stop_following(filter);
	return 0;
}

void pid_filter_free(struct pid_filter *filter)
{
	lockdep_assert_held(&event_mutex);
	if (filter->fork_tp)
		stop_following(filter);
	pid_filter_clear(filter, false);
	pid_filter_clear(filter, true);
}
