// SPDX-License-Identifier: GPL-2.0
/* Hits of bridged events, see bridge.h. */
#include <linux/hashtable.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include <linux/ring_buffer.h>
#include <linux/trace.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>

#include "../compat/native_event.h"
#include "../compat/probe.h"
#include "../event/event_file.h"
#include "../event/hit.h"
#include "../event/registry.h"
#include "../record/context.h"
#include "bridge.h"

/*
 * Nobody reads its ring. It has room for what interrupts record while a record is
 * written, or they would find none.
 */
#define RING_BYTES	(16 * PAGE_SIZE)

/*
 * There while hits of any event are wanted, and as long as users have it open, or
 * one that they make of the same name would be taken for it; event_mutex.
 */
static struct trace_array *bridge_instance;

/* Those that anybody wants hits of; written under event_mutex. */
static DEFINE_HASHTABLE(wanted_types, 7);
static unsigned int nr_wanted;

/* Waits are due before what probes look at may change; event_mutex. */
static bool unsynced;

static notrace void lose(const struct bridged *bridged)
{
	struct event_file *file;
	struct hlist_node *node;

	for_each_active_file(file, node, &bridged->event)
		event_hit_lost(file);
}

/*
 * A probe; what the tracepoint passes is of no interest. Where probes can be
 * preempted, another task's hit may still bring its record, here or elsewhere.
 */
static notrace void await(void *data)
{
	struct bridged *bridged = data;
	const unsigned int context = record_context();
	struct task_struct **task;

	preempt_disable_notrace();
	task = &this_cpu_ptr(bridged->awaited)->tasks[context];
	if (unlikely(*task) &&
	    (!PROBES_PREEMPTIBLE || context || *task == current))
		lose(bridged);
	*task = current;
	preempt_enable_notrace();
}

/*
 * What the kernel has done since the tracepoint was hit takes levels of
 * preemption, which are not the hit's. The record says how many it had.
 */
static __always_inline u8 extra_levels(const struct trace_entry *entry)
{
	u8 now = record_preempt_count() & 0xf;

	return now - min_t(u8, now, entry->preempt_count & 0xf);
}

/* The record lies in the ring of our instance, so it is ours to write to. */
static notrace void hit(const struct bridged *bridged, struct trace_entry *entry,
			unsigned int size)
{
	const u16 outer = record_hand_on_begin(extra_levels(entry));
	struct event_file *file;
	struct hlist_node *node;

	/* What prints it wants its usual number. */
	entry->type = bridged->call->event.type;

	for_each_active_file(file, node, &bridged->event)
		event_hit(file, entry, size);
	record_hand_on_end(outer);
}

/* The hit that this CPU has a record of is awaited no longer. */
static __always_inline void await_no_more(const struct bridged *bridged)
{
	const unsigned int context = record_context();
	struct task_struct **task;
	int cpu;

	task = &this_cpu_ptr(bridged->awaited)->tasks[context];
	if (!PROBES_PREEMPTIBLE || *task == current) {
		*task = NULL;
		return;
	}
	/* The task has moved meanwhile, or another one was hit after it. */
	for_each_possible_cpu(cpu) {
		task = &per_cpu_ptr(bridged->awaited, cpu)->tasks[context];
		if (READ_ONCE(*task) == current)
			cmpxchg(task, current, NULL);
	}
}

/* Called for each record of each native instance, with preemption off. */
static notrace void take(struct trace_export *export, const void *record,
			 unsigned int size)
{
	const struct trace_entry *entry = record;
	struct bridged *bridged;

	hash_for_each_possible_rcu_notrace(wanted_types, bridged, by_type,
					   entry->type) {
		if (bridged->own_call.event.type != entry->type)
			continue;
		await_no_more(bridged);
		hit(bridged, (struct trace_entry *)entry, size);
		return;
	}
}

static struct trace_export export = {
	.write = take,
	.flags = TRACE_EXPORT_EVENT,
};

/*
 * A ring of the usual size would be megabytes for each CPU. The ring itself is
 * only to be had by way of a record, which is taken back.
 */
static void shrink_ring(struct trace_event_file *file)
{
	struct trace_event_buffer slot = {};
	void *record;

	preempt_disable_notrace();
	record = trace_event_buffer_reserve(&slot, file,
					    sizeof(struct trace_entry));
	if (record)
		ring_buffer_discard_commit(slot.buffer, slot.event);
	preempt_enable_notrace();
	if (record)
		ring_buffer_resize(slot.buffer, RING_BYTES,
				   RING_BUFFER_ALL_CPUS);
}

static int get_instance(void)
{
	int ret;

	if (bridge_instance)
		return 0;
	/* What a user has made must not be shrunk and destroyed. */
	ret = bridge_has_instance();
	if (ret < 0)
		return ret;
	if (ret) {
		pr_warn("histrig: there is a native instance \"%s\", which bridged events want to make\n",
			BRIDGE_INSTANCE);
		return -EEXIST;
	}
	bridge_instance = native_instance_get(BRIDGE_INSTANCE);
	return bridge_instance ? 0 : -ENOMEM;
}

static void sync_probes(void)
{
	if (unsynced)
		hits_synchronize();
	unsynced = false;
}

static void put_instance(void)
{
	/* Probes of ours may still write to its ring. */
	sync_probes();
	trace_array_put(bridge_instance);
	if (trace_array_destroy(bridge_instance) != -EBUSY)
		bridge_instance = NULL;
	else
		bridge_instance = native_instance_get(BRIDGE_INSTANCE);
}

void bridge_feed_exit(void)
{
	mutex_lock(&event_mutex);
	if (bridge_instance)
		put_instance();
	if (bridge_instance) {
		pr_warn("histrig: the native instance \"%s\" is open and stays, bridged events will want it removed\n",
			BRIDGE_INSTANCE);
		trace_array_put(bridge_instance);
		bridge_instance = NULL;
	}
	mutex_unlock(&event_mutex);
}

/* Both are called before everybody else's, the one that awaits before the other. */
static int register_probes(struct bridged *bridged)
{
	struct tracepoint *tp = bridged->event.tp;
	void *build = bridged->call->class->probe;
	int ret;

	ret = tracepoint_probe_register_prio(tp, build, &bridged->file,
					     INT_MAX - 1);
	if (ret)
		return ret;
	ret = tracepoint_probe_register_prio(tp, await, bridged, INT_MAX);
	if (ret) {
		tracepoint_probe_unregister(tp, build, &bridged->file);
		unsynced = true;
	}
	return ret;
}

static void unregister_probes(struct bridged *bridged)
{
	struct tracepoint *tp = bridged->event.tp;

	tracepoint_probe_unregister(tp, await, bridged);
	tracepoint_probe_unregister(tp, bridged->call->class->probe,
				    &bridged->file);
	unsynced = true;
}

/* What the probes look at; none of them may be running. */
static void make_file(struct bridged *bridged)
{
	int cpu;

	bridged->own_call = *bridged->call;
	bridged->own_call.event.type = event_own_id(&bridged->event);
	bridged->file = (struct trace_event_file) {
		.event_call = &bridged->own_call,
		.tr = bridge_instance,
		.flags = EVENT_FILE_FL_ENABLED,
	};
	INIT_LIST_HEAD(&bridged->file.triggers);
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(bridged->awaited, cpu), 0,
		       sizeof(*bridged->awaited));
}

static int start(struct bridged *bridged)
{
	int ret = get_instance();

	if (ret)
		return ret;
	/* Those of the last time, who found no hit wanted any more. */
	sync_probes();
	make_file(bridged);
	if (!nr_wanted) {
		shrink_ring(&bridged->file);
		ret = register_ftrace_export(&export);
		if (ret)
			goto put;
	}
	hash_add_rcu(wanted_types, &bridged->by_type,
		     bridged->own_call.event.type);
	ret = register_probes(bridged);
	if (!ret) {
		nr_wanted++;
		return 0;
	}
	hash_del_rcu(&bridged->by_type);
	if (!nr_wanted)
		unregister_ftrace_export(&export);
put:
	if (!nr_wanted)
		put_instance();
	return ret;
}

static void stop(struct bridged *bridged)
{
	unregister_probes(bridged);
	hash_del_rcu(&bridged->by_type);
	if (--nr_wanted)
		return;
	unregister_ftrace_export(&export);
	put_instance();
}

int bridge_feed(struct event *event, bool wanted)
{
	struct bridged *bridged = to_bridged(event);
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!wanted) {
		if (!--bridged->users)
			stop(bridged);
		return 0;
	}
	if (!bridged->users)
		ret = start(bridged);
	if (!ret)
		bridged->users++;
	return ret;
}
