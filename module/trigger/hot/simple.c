// SPDX-License-Identifier: GPL-2.0
/* Hits of all triggers but hist triggers, see ../simple.h. */
#include "../../compat/order.h"
#include "../../instance/hot/state.h"
#include "../../instance/instance.h"
#include "../../record/hot/output.h"
#include "../../tracer/tracer.h"
#include "../simple.h"

/*
 * Decrements the count of a trigger that is about to act. Returns false if the count is used up.
 * Any context, NMI too.
 */
static inline bool trigger_count_take(struct simple_trigger *simple)
{
	unsigned long left = READ_ONCE(simple->left);

	while (left)
		if (left == -1UL || try_cmpxchg(&simple->left, &left, left - 1))
			return true;
	return false;
}

/* Undoes trigger_count_take() if the trigger did not act. */
static inline void trigger_count_give(struct simple_trigger *simple)
{
	unsigned long left = READ_ONCE(simple->left);

	while (left != -1UL && !try_cmpxchg(&simple->left, &left, left + 1))
		;
}

/*
 * If a hit on another CPU switches recording at the same time, gives the count
 * back, so that only one of the two hits counts.
 */
static __always_inline void trigger_switch_recording(struct trigger *trigger,
						     bool on)
{
	struct simple_trigger *simple = to_simple(trigger);
	struct instance *instance = trigger->file->instance;

	if (instance_is_on(instance) == on)
		return;
	if (trigger_count_take(simple) && !instance_set_on(instance, on))
		trigger_count_give(simple);
}

void traceon_hit(struct trigger *trigger, const void *record)
{
	trigger_switch_recording(trigger, true);
}

void traceoff_hit(struct trigger *trigger, const void *record)
{
	trigger_switch_recording(trigger, false);
}

/*
 * Says in the trace why a hit takes no snapshot: the snapshot's ring was freed,
 * or a tracer keeps the worst trace in it. If it was freed, stops recording, so
 * that no later hit overwrites the records of interest. The trace shows the name
 * of this function, which is therefore that of the kernel's function.
 */
static noinline void tracing_snapshot_instance_cond(struct instance *instance)
{
	const unsigned long ip = (unsigned long)tracing_snapshot_instance_cond;
	const bool freed = !READ_ONCE(instance->snapshot);

	if (instance_option(instance, OPTION_TRACE_PRINTK)) {
		output_text(instance, ip,
			    freed ? "*** SNAPSHOT NOT ALLOCATED ***\n" :
				    "*** LATENCY TRACER ACTIVE ***\n");
		output_text(instance, ip,
			    freed ? "*** stopping trace here!   ***\n" :
				    "*** Can not use snapshot (sorry) ***\n");
	}
	if (freed)
		instance_set_on(instance, false);
}

bool snapshot_from_hit(struct instance *instance)
{
	if (READ_ONCE(instance->snapshot) &&
	    !READ_ONCE(instance->tracer)->keeps_worst)
		return instance_take_snapshot(instance);
	tracing_snapshot_instance_cond(instance);
	return true;
}

void snapshot_hit(struct trigger *trigger, const void *record)
{
	struct simple_trigger *simple = to_simple(trigger);

	if (trigger_count_take(simple) &&
	    !snapshot_from_hit(trigger->file->instance))
		trigger_count_give(simple);
}

void stacktrace_hit(struct trigger *trigger, const void *record)
{
	if (trigger_count_take(to_simple(trigger)))
		output_stack(trigger->file, record);
}

/*
 * If a hit on another CPU has switched the event at the same time, gives the
 * count back, so that only one of the two hits counts.
 */
static __always_inline void trigger_switch_event(struct trigger *trigger,
						 bool on)
{
	struct simple_trigger *s = to_simple(trigger);
	bool is_on = !(READ_ONCE(s->target->mode) & EVENT_SOFT_DISABLED);

	if (is_on != on && trigger_count_take(s) &&
	    !event_file_switch(s->target, on))
		trigger_count_give(s);
}

void enable_event_hit(struct trigger *trigger, const void *record)
{
	trigger_switch_event(trigger, true);
}

void disable_event_hit(struct trigger *trigger, const void *record)
{
	trigger_switch_event(trigger, false);
}

static __always_inline void switch_hists(struct trigger *trigger, bool on)
{
	struct simple_trigger *s = to_simple(trigger);
	const struct trigger_set *set;
	unsigned int i;

	if (!trigger_count_take(s))
		return;
	set = rcu_dereference_raw(s->target->armed);
	for (i = 0; set && i < set->nr; i++)
		if (set->triggers[i]->command->kind == TRIGGER_HIST)
			trigger_set_state(set->triggers[i], TRIGGER_PAUSED,
					  !on);
}

void enable_hist_hit(struct trigger *trigger, const void *record)
{
	switch_hists(trigger, true);
}

void disable_hist_hit(struct trigger *trigger, const void *record)
{
	switch_hists(trigger, false);
}
