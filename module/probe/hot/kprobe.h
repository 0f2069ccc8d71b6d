/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes in kernel code. */
#ifndef HISTRIG_PROBE_HOT_KPROBE_H
#define HISTRIG_PROBE_HOT_KPROBE_H

struct kernel_probe;
struct return_place;

/* Sets the handlers by @is_return. Call this before registering the kprobe. */
void kprobe_set_handlers(struct kernel_probe *probe);

/* Makes a disarmed return probe save a struct kprobe_entry at entry. */
void kprobe_keep_entry(struct kernel_probe *probe);

/* Sets handlers like those of place->probe, before @place is registered. */
void return_place_set_handlers(struct return_place *place);

#endif /* HISTRIG_PROBE_HOT_KPROBE_H */
