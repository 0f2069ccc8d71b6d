/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers that switch another event of their instance. enable_event and
 * disable_event start and stop recording the other event's hits; enable_hist
 * and disable_hist continue and pause its hist triggers.
 */
#ifndef HISTRIG_TRIGGER_ENABLE_EVENT_H
#define HISTRIG_TRIGGER_ENABLE_EVENT_H

#include "count.h"
#include "trigger.h"

struct module;

/**
 * struct switch_trigger - a trigger that switches another event
 * @trigger: the part that all triggers have
 * @count: how often the trigger may still act
 * @target: the other event; the trigger holds a reference
 * @mod: the module that defines the other event, NULL for the kernel; the
 *	trigger holds a reference
 */
struct switch_trigger {
	struct trigger trigger;
	struct trigger_count count;
	struct event_file *target;
	struct module *mod;
};

static inline struct switch_trigger *to_switch(struct trigger *trigger)
{
	return container_of(trigger, struct switch_trigger, trigger);
}

/* The @hit functions of struct trigger_command. */
void enable_event_hit(struct trigger *trigger, const void *record);
void disable_event_hit(struct trigger *trigger, const void *record);
void enable_hist_hit(struct trigger *trigger, const void *record);
void disable_hist_hit(struct trigger *trigger, const void *record);

#endif /* HISTRIG_TRIGGER_ENABLE_EVENT_H */
