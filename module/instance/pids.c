// SPDX-License-Identifier: GPL-2.0
/* Commands on pid filters; see pids.h. */
#include <linux/bitmap.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "instance.h"
#include "pids.h"

static struct pid_set __rcu **set_of(struct instance *instance, bool never)
{
	return never ? &instance->pids.never : &instance->pids.only;
}

struct pid_set *pid_filter_set(struct instance *instance, bool never)
{
	return rcu_dereference_protected(*set_of(instance, never),
					 lockdep_is_held(&event_mutex));
}

/*
 * Sets EVENT_SOME_PIDS of each event file if the instance has a pid set, else
 * clears it. Hits look at the sets only if the bit is set.
 */
static void set_modes(struct instance *instance)
{
	bool some = pid_filter_set(instance, false) ||
		    pid_filter_set(instance, true);
	struct event_file *file;

	list_for_each_entry(file, &instance->files, in_instance)
		event_file_set_mode(file, some ? EVENT_SOME_PIDS : 0,
				    some ? 0 : EVENT_SOME_PIDS);
}

static void publish(struct instance *instance, bool never, struct pid_set *set)
{
	struct pid_set *old = pid_filter_set(instance, never);

	rcu_assign_pointer(*set_of(instance, never), set);
	set_modes(instance);
	if (old)
		hits_synchronize();
	kvfree(old);
}

int pid_filter_add(struct instance *instance, bool never, const int *pids,
		   unsigned int nr)
{
	struct pid_set *old = pid_filter_set(instance, never);
	struct pid_set *set;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!nr)
		return 0;
	set = kvzalloc(sizeof(*set), GFP_KERNEL);
	if (!set)
		return -ENOMEM;
	if (old)
		bitmap_copy(set->bits, old->bits, PID_MAX_LIMIT);
	for (i = 0; i < nr; i++)
		__set_bit(pids[i], set->bits);
	publish(instance, never, set);
	return 0;
}

void pid_filter_clear(struct instance *instance, bool never)
{
	lockdep_assert_held(&event_mutex);
	if (pid_filter_set(instance, never))
		publish(instance, never, NULL);
}

/* Finds the tracepoint of an event of the kernel itself, not of a module. */
static struct tracepoint *find_tracepoint(const char *name)
{
	struct event *event;

	list_for_each_entry(event, &event_list, link)
		if (event->tp && !event->mod && !strcmp(event->name, name))
			return event->tp;
	return NULL;
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
	struct tracepoint *fork_tp = find_tracepoint("sched_process_fork");
	struct tracepoint *exit_tp = find_tracepoint("sched_process_free");
	int ret;

	if (!fork_tp || !exit_tp)
		return -ENODEV;
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

int pid_filter_follow(struct instance *instance, bool on)
{
	struct pid_filter *filter = &instance->pids;

	lockdep_assert_held(&event_mutex);
	if (!!filter->fork_tp == on)
		return 0;
	if (on)
		return start_following(filter);
	stop_following(filter);
	return 0;
}

void pid_filter_exit(struct instance *instance)
{
	mutex_lock(&event_mutex);
	if (instance->pids.fork_tp)
		stop_following(&instance->pids);
	pid_filter_clear(instance, false);
	pid_filter_clear(instance, true);
	mutex_unlock(&event_mutex);
}
