// SPDX-License-Identifier: GPL-2.0
/* Whose hits an instance takes, see pids.h. */
#include <linux/bitmap.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "instance.h"

static struct pid_set __rcu **set_of(struct instance *instance, bool never)
{
	return never ? &instance->pids.never : &instance->pids.only;
}

static struct pid_set *held_set(struct instance *instance, bool never)
{
	return rcu_dereference_protected(*set_of(instance, never),
					 lockdep_is_held(&event_mutex));
}

/* Hits look at the sets only if the mode of their event says so. */
static void set_modes(struct instance *instance)
{
	bool some = held_set(instance, false) || held_set(instance, true);
	struct event_file *file;

	list_for_each_entry(file, &instance->files, in_instance)
		event_file_set_mode(file, some ? EVENT_SOME_PIDS : 0,
				    some ? 0 : EVENT_SOME_PIDS);
}

static void publish(struct instance *instance, bool never, struct pid_set *set)
{
	struct pid_set *old = held_set(instance, never);

	rcu_assign_pointer(*set_of(instance, never), set);
	set_modes(instance);
	if (old)
		hits_synchronize();
	kvfree(old);
}

int pid_filter_add(struct instance *instance, bool never, const int *pids,
		   unsigned int nr)
{
	struct pid_set *old = held_set(instance, never), *set;
	unsigned int i;

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
	if (held_set(instance, never))
		publish(instance, never, NULL);
}

/* A child is where its parent is; one that ends is nowhere. */
static void follow(struct pid_set __rcu **of, const struct task_struct *parent,
		   const struct task_struct *task)
{
	struct pid_set *set = rcu_dereference_raw(*of);

	if (!set || (unsigned int)task->pid >= PID_MAX_LIMIT)
		return;
	if (!parent)
		clear_bit(task->pid, set->bits);
	else if (pid_set_has(set, parent->pid))
		set_bit(task->pid, set->bits);
}

static void task_forks(void *data, struct task_struct *parent,
		       struct task_struct *child)
{
	struct instance *instance = data;

	follow(&instance->pids.only, parent, child);
	follow(&instance->pids.never, parent, child);
}

static void task_ends(void *data, struct task_struct *task)
{
	struct instance *instance = data;

	follow(&instance->pids.only, NULL, task);
	follow(&instance->pids.never, NULL, task);
}

/* Tracepoints of the kernel itself are found by the events that they have. */
static struct tracepoint *find_tracepoint(const char *name)
{
	struct event *event;

	list_for_each_entry(event, &event_list, link)
		if (event->tp && !event->mod && !strcmp(event->name, name))
			return event->tp;
	return NULL;
}

static void stop_following(struct instance *instance)
{
	struct pid_filter *pids = &instance->pids;

	tracepoint_probe_unregister(pids->forks, task_forks, instance);
	tracepoint_probe_unregister(pids->ends, task_ends, instance);
	hits_synchronize();
	pids->forks = NULL;
}

int pid_filter_follow(struct instance *instance, bool on)
{
	struct tracepoint *forks, *ends;
	int ret;

	lockdep_assert_held(&event_mutex);
	if (!!instance->pids.forks == on)
		return 0;
	if (!on) {
		stop_following(instance);
		return 0;
	}
	forks = find_tracepoint("sched_process_fork");
	ends = find_tracepoint("sched_process_free");
	if (!forks || !ends)
		return -ENODEV;
	ret = tracepoint_probe_register(forks, task_forks, instance);
	if (ret)
		return ret;
	ret = tracepoint_probe_register(ends, task_ends, instance);
	if (ret) {
		tracepoint_probe_unregister(forks, task_forks, instance);
		hits_synchronize();
		return ret;
	}
	instance->pids.forks = forks;
	instance->pids.ends = ends;
	return 0;
}

void pid_filter_exit(struct instance *instance)
{
	mutex_lock(&event_mutex);
	if (instance->pids.forks)
		stop_following(instance);
	pid_filter_clear(instance, false);
	pid_filter_clear(instance, true);
	mutex_unlock(&event_mutex);
}
