/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on events (e) make a new event from another event's hits. The fields
 * of the new event are copies of the other event's fields, or of memory that
 * these point to.
 *
 * In each instance where the new event is in use, the other event has a hidden
 * trigger, which builds the record and hits the new event.
 */
#ifndef HISTRIG_PROBE_EPROBE_H
#define HISTRIG_PROBE_EPROBE_H

#include "../trigger/trigger.h"
#include "probe.h"

/**
 * struct event_probe - a probe on an event
 * @probe: the common part of all probes
 * @target: the event that it is on; cannot be removed while the probe exists
 * @mod: the module with the tracepoint of @target; NULL for the kernel itself,
 *	also see eprobe_module_going()
 * @filter: text of the filter that selects hits of @target, NULL for all
 */
struct event_probe {
	struct probe probe;
	struct event *target;
	struct module *mod;
	char *filter;
};

/**
 * struct event_probe_trigger - the trigger of a probe in an instance
 * @trigger: the trigger, of the event that the probe is on
 * @probe: the probe
 * @file: the probe's event in the same instance
 */
struct event_probe_trigger {
	struct trigger trigger;
	struct event_probe *probe;
	struct event_file *file;
};

static inline struct event_probe *to_event_probe(const struct probe *probe)
{
	return container_of(probe, struct event_probe, probe);
}

static inline struct event_probe_trigger *
to_event_probe_trigger(struct trigger *trigger)
{
	return container_of(trigger, struct event_probe_trigger, trigger);
}

/* trigger_command.hit() and .lost() of a struct event_probe_trigger. */
void event_probe_hit(struct trigger *trigger, const void *record);
void event_probe_lost(struct trigger *trigger);

#endif /* HISTRIG_PROBE_EPROBE_H */
