/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes in kernel code. */
#ifndef HISTRIG_PROBE_HOT_KPROBE_H
#define HISTRIG_PROBE_HOT_KPROBE_H

struct kernel_probe;

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

#endif /* HISTRIG_PROBE_HOT_KPROBE_H */
