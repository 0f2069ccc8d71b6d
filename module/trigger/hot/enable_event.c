// SPDX-License-Identifier: GPL-2.0
/* Hits of triggers that switch another event, see ../simple.h. */
#include "../simple.h"

/*
 * If a hit on another CPU has switched the event at the same time, gives the
 * count back, so that only one of the two hits counts.
 */
static __always_inline void trigger_switch_event(struct trigger *trigger,
						 bool on)
{
	struct simple_trigger *s = to_simple(trigger);
	bool is_on = !(READ_ONCE(s->target->mode) & EVENT_SOFT_DISABLED);

	if (is_on != on && trigger_count_take(&s->count) &&
	    !event_file_switch(s->target, on))
		trigger_count_give(&s->count);
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

	if (!trigger_count_take(&s->count))
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
