/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on tracepoints (t), also on those that have no event.
 *
 * A hit gets the tracepoint's arguments as they are passed, and the kernel's
 * types tell what they are.
 */
#ifndef HISTRIG_PROBE_TPROBE_H
#define HISTRIG_PROBE_TPROBE_H

#include "probe.h"

struct module;
struct tracepoint;

/**
 * struct tracepoint_probe - a probe on a tracepoint
 * @probe: as a probe
 * @name: name of the tracepoint
 * @tp: the tracepoint, NULL while its module is not there; guarded by
 *	event_mutex and dynamic_mutex, either suffices to read it
 * @mod: the module that has it, NULL for the kernel
 * @place: the address that records show
 * @iterator: part of the list of the event while @armed is set
 * @armed: @tp calls us; guarded by event_mutex
 * @was_armed: @armed was set some time
 */
struct tracepoint_probe {
	struct probe probe;
	char *name;
	struct tracepoint *tp;
	struct module *mod;
	unsigned long place;
	struct event_iterator iterator;
	bool armed;
	bool was_armed;
};

static inline struct tracepoint_probe *
to_tracepoint_probe(const struct probe *probe)
{
	return container_of(probe, struct tracepoint_probe, probe);
}

#endif /* HISTRIG_PROBE_TPROBE_H */
