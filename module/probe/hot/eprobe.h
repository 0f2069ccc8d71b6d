/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes on events. */
#ifndef HISTRIG_PROBE_HOT_EPROBE_H
#define HISTRIG_PROBE_HOT_EPROBE_H

struct trigger;

/* trigger_command.hit() and .lost() of a struct event_probe_trigger. */
void event_probe_hit(struct trigger *trigger, const void *record);
void event_probe_lost(struct trigger *trigger);

#endif /* HISTRIG_PROBE_HOT_EPROBE_H */
