/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes in kernel code. */
#ifndef HISTRIG_PROBE_HOT_KPROBE_H
#define HISTRIG_PROBE_HOT_KPROBE_H

struct kernel_probe;
struct return_place;

/**
 * kprobe_set_handlers() - have the kernel's probe call us
 * @probe: a probe that is not registered yet, with @is_return set
 *
 * Context: process.
 */
void kprobe_set_handlers(struct kernel_probe *probe);

/**
 * kprobe_keep_entry() - have a return probe keep what its arguments need of the
 *	function's beginning, and the time
 * @probe: a return probe that is not armed
 *
 * Context: process.
 */
void kprobe_keep_entry(struct kernel_probe *probe);

/**
 * return_place_set_handlers() - the same for one of several functions
 * @place: the function, not registered yet; what is kept is that of its probe
 *
 * Context: process.
 */
void return_place_set_handlers(struct return_place *place);

#endif /* HISTRIG_PROBE_HOT_KPROBE_H */
