// SPDX-License-Identifier: GPL-2.0
/* Hits of bridged events; see ../bridge.h. */
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/trace_events.h>

#include "../../compat/probe.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../../record/hot/context.h"
#include "../bridged.h"

DEFINE_HASHTABLE(bridge_types, BRIDGE_TYPES_BITS);

/*
 * Notes that the current task hit the event. If there is an older note for this context, its hit
 * got no record, and counts as lost, unless its task may have been preempted: then the hit can
 * still get its record, on any CPU.
 */
void bridge_await(void *data)
{
	struct bridged *bridged = data;
	const unsigned int context = record_context();
	struct task_struct **task;

	preempt_disable_notrace();
	task = &this_cpu_ptr(bridged->awaited)->tasks[context];
	if (unlikely(*task) &&
	    (!probes_preemptible(bridged->own_call.tp) || context ||
	     *task == current))
		event_lose_files(&bridged->event, NULL);
	*task = current;
	preempt_enable_notrace();
}

/*
 * Returns how often the kernel has disabled preemption since the hit, whose preemption
 * count is in the record.
 */
static __always_inline u8 extra_levels(const struct trace_entry *entry)
{
	u8 now = record_preempt_count() & 0xf;

	return now - min_t(u8, now, entry->preempt_count & 0xf);
}

/* Hits the event in our instances. Nobody else reads @entry, so we may write to it. */
static void bridge_hit(const struct bridged *bridged, struct trace_entry *entry,
		       unsigned int size)
{
	const u16 outer = record_forward_begin(extra_levels(entry), false);

	/* Records are printed by type number, so replace ours by the kernel's. */
	entry->type = bridged->call->event.type;
	event_hit_files(&bridged->event, NULL, entry, size);
	record_forward_end(outer);
}

/* Removes the note of the current task's hit, which has got its record. */
static __always_inline void bridge_clear_note(const struct bridged *bridged)
{
	const unsigned int context = record_context();
	struct task_struct **task;
	int cpu;

	task = &this_cpu_ptr(bridged->awaited)->tasks[context];
	if (!probes_preemptible(bridged->own_call.tp) || *task == current) {
		*task = NULL;
		return;
	}
	/* The task has left the CPU of its note, or another task's later note has replaced it. */
	for_each_possible_cpu(cpu) {
		task = &per_cpu_ptr(bridged->awaited, cpu)->tasks[context];
		if (READ_ONCE(*task) == current)
			cmpxchg(task, current, NULL);
	}
}

void bridge_take(struct trace_export *export, const void *record,
		 unsigned int size)
{
	const struct trace_entry *entry = record;
	struct bridged *bridged;

	hash_for_each_possible_rcu_notrace(bridge_types, bridged, by_type,
					   entry->type) {
		if (bridged->own_call.event.type != entry->type)
			continue;
		bridge_clear_note(bridged);
		bridge_hit(bridged, (struct trace_entry *)entry, size);
		return;
	}
}
