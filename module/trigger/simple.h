/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The triggers that users add, except hist triggers. traceon, traceoff,
 * snapshot and stacktrace act on their own instance. enable_event and
 * disable_event start and stop recording the hits of another event; enable_hist
 * and disable_hist continue and pause its hist triggers. simple.c makes and
 * prints all of them; hits run hot/simple.c.
 */
#ifndef HISTRIG_TRIGGER_SIMPLE_H
#define HISTRIG_TRIGGER_SIMPLE_H

#include "trigger.h"

/**
 * struct simple_trigger - a trigger with a count and at most one event to act on
 * @trigger: the part that all triggers have
 * @left: how often the trigger may still act; -1UL for no limit
 * @target: the event that the trigger switches, kept by event_file_soft_get();
 *	or NULL
 */
struct simple_trigger {
	struct trigger trigger;
	unsigned long left;
	struct event_file *target;
};

static inline struct simple_trigger *to_simple(struct trigger *trigger)
{
	return container_of(trigger, struct simple_trigger, trigger);
}

/**
 * snapshot_from_hit() - take a snapshot, or print to the trace why not
 * @instance: the instance
 *
 * Context: any, preemption off.
 * Return: false if the rings could not be exchanged, for example because another
 * CPU is exchanging them; true if a snapshot was taken, or if the instance cannot
 * take one and the reason was printed.
 */
bool snapshot_from_hit(struct instance *instance);

/* The @hit functions of struct trigger_command. */
void traceon_hit(struct trigger *trigger, const void *record);
void traceoff_hit(struct trigger *trigger, const void *record);
void snapshot_hit(struct trigger *trigger, const void *record);
void stacktrace_hit(struct trigger *trigger, const void *record);
void enable_event_hit(struct trigger *trigger, const void *record);
void disable_event_hit(struct trigger *trigger, const void *record);
void enable_hist_hit(struct trigger *trigger, const void *record);
void disable_hist_hit(struct trigger *trigger, const void *record);

#endif /* HISTRIG_TRIGGER_SIMPLE_H */
