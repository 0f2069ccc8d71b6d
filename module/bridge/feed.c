// SPDX-License-Identifier: GPL-2.0
/* Hits of bridged events, see bridge.h. */
#include <linux/hashtable.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/ring_buffer.h>
#include <linux/trace.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>

#include "../compat/native_event.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../record/context.h"
#include "../record/record.h"
#include "bridge.h"

/* The name of our native instance, which users can see. */
#define INSTANCE_NAME	"histrig"

/*
 * Nobody reads its ring. It has room for what interrupts record while a record is
 * written, or they would find none.
 */
#define RING_BYTES	(16 * PAGE_SIZE)

/* There while hits of any event are wanted; event_mutex. */
static struct trace_array *bridge_instance;

/* Those that anybody wants hits of; written under event_mutex. */
static DEFINE_HASHTABLE(wanted_types, 7);
static unsigned int nr_wanted;

/* A context in which another one can be interrupted, as a bit. */
static __always_inline u8 context_bit(void)
{
	unsigned int count = preempt_count();

	if (count & NMI_MASK)
		return BIT(3);
	if (count & HARDIRQ_MASK)
		return BIT(2);
	return count & SOFTIRQ_OFFSET ? BIT(1) : BIT(0);
}

static notrace void lose(const struct bridged *bridged)
{
	struct hlist_node *node;

	for (node = READ_ONCE(bridged->event.live.first); node;
	     node = READ_ONCE(node->next))
		record_lost(hlist_entry(node, struct event_file, in_live));
}

/* A probe; what the tracepoint passes is of no interest. */
static notrace void arm(void *data)
{
	struct bridged *bridged = data;
	const u8 bit = context_bit();
	u8 *armed;

	preempt_disable_notrace();
	armed = this_cpu_ptr(bridged->armed);
	/* Of the last hit here no record has come. */
	if (unlikely(*armed & bit))
		lose(bridged);
	*armed |= bit;
	preempt_enable_notrace();
}

/*
 * What the kernel has done since the tracepoint was hit takes levels of
 * preemption, which are not the hit's. The record says how many it had.
 */
static __always_inline int extra_levels(const struct trace_entry *entry)
{
	return (record_preempt_count() & 0xf) - (entry->preempt_count & 0xf);
}

static notrace void hit(const struct bridged *bridged, struct trace_entry *entry,
			unsigned int size)
{
	const int extra = extra_levels(entry);
	struct hlist_node *node;

	this_cpu_add(record_extra_levels, extra);
	for (node = READ_ONCE(bridged->event.live.first); node;
	     node = READ_ONCE(node->next))
		record_hit(hlist_entry(node, struct event_file, in_live),
			   entry, size);
	this_cpu_sub(record_extra_levels, extra);
}

/* Called for each record of each native instance, with preemption off. */
static notrace void take(struct trace_export *export, const void *record,
			 unsigned int size)
{
	const struct trace_entry *entry = record;
	const u8 bit = context_bit();
	struct bridged *bridged;
	u8 *armed;

	hash_for_each_possible_rcu_notrace(wanted_types, bridged, by_type,
					   entry->type) {
		if (bridged->event.id != entry->type)
			continue;
		armed = this_cpu_ptr(bridged->armed);
		if (!(*armed & bit))
			return;
		*armed &= ~bit;
		/* It lies in the ring of our instance, so it is ours to write to. */
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

static int get_instance(struct bridged *bridged)
{
	bool is_new = !bridge_instance;

	if (is_new)
		bridge_instance = native_instance_get(INSTANCE_NAME);
	if (!bridge_instance)
		return -ENOMEM;
	bridged->file = (struct trace_event_file) {
		.event_call = bridged->call,
		.tr = bridge_instance,
		.flags = EVENT_FILE_FL_ENABLED,
	};
	INIT_LIST_HEAD(&bridged->file.triggers);
	if (is_new)
		shrink_ring(&bridged->file);
	return 0;
}

/* It stays if users have files of it open, and is found again then. */
static void put_instance(void)
{
	/* Probes of ours may still write to its ring. */
	event_file_sync();
	trace_array_put(bridge_instance);
	trace_array_destroy(bridge_instance);
	bridge_instance = NULL;
}

/* Both are called before everybody else's, the one that arms before the other. */
static int register_probes(struct bridged *bridged)
{
	struct tracepoint *tp = bridged->event.tp;
	void *build = bridged->call->class->probe;
	int ret;

	ret = tracepoint_probe_register_prio(tp, build, &bridged->file,
					     INT_MAX - 1);
	if (ret)
		return ret;
	ret = tracepoint_probe_register_prio(tp, arm, bridged, INT_MAX);
	if (ret)
		tracepoint_probe_unregister(tp, build, &bridged->file);
	return ret;
}

static void unregister_probes(struct bridged *bridged)
{
	struct tracepoint *tp = bridged->event.tp;

	tracepoint_probe_unregister(tp, arm, bridged);
	tracepoint_probe_unregister(tp, bridged->call->class->probe,
				    &bridged->file);
}

static void forget_armed(struct bridged *bridged)
{
	u8 *armed;
	int cpu;

	for_each_possible_cpu(cpu) {
		armed = per_cpu_ptr(bridged->armed, cpu);
		*armed = 0;
	}
}

static int start(struct bridged *bridged)
{
	int ret = get_instance(bridged);

	if (ret)
		return ret;
	/* A hit may be on its way that somebody still wanted. */
	event_file_sync();
	forget_armed(bridged);
	if (!nr_wanted) {
		ret = register_ftrace_export(&export);
		if (ret)
			goto put;
	}
	hash_add_rcu(wanted_types, &bridged->by_type, bridged->event.id);
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
