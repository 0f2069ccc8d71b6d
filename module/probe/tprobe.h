/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on tracepoints (t), also on those without an event. Arguments are
 * those that the tracepoint passes; BTF describes their types.
 */
#ifndef HISTRIG_PROBE_TPROBE_H
#define HISTRIG_PROBE_TPROBE_H

#include "probe.h"

struct module;
struct tracepoint;

/**
 * struct tracepoint_probe - a probe on a tracepoint
 * @probe: the common part of all probes
 * @name: name of the tracepoint
 * @tp: the tracepoint, NULL while its module is not loaded; changed with
 *	event_mutex and dynamic_mutex held, read with either
 * @mod: the module that contains @tp, NULL for the kernel itself
 * @place: the address in records
 * @iterator: part of the event's list of iterators while @armed is set
 * @armed: the probe is registered on @tp; protected by event_mutex
 * @was_armed: @armed was set once
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
