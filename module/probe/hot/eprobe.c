// SPDX-License-Identifier: GPL-2.0
/* Hits of probes on events, see eprobe.h. */
#include "../eprobe.h"
#include "hit.h"

void event_probe_hit(struct trigger *trigger, const void *record)
{
	const struct event_probe_trigger *t = to_event_probe_trigger(trigger);
	const struct probe_addresses at = {};
	struct probe_buf buf __uninitialized;

	probe_buf_begin(&buf, NULL);
	buf.from.record = record;
	probe_hit(&t->probe->probe, &buf, &at, t->file);
}

void event_probe_lost(struct trigger *trigger)
{
	const struct event_probe_trigger *t = to_event_probe_trigger(trigger);

	event_hit_lost(t->file);
}
