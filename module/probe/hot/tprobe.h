/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes on tracepoints. */
#ifndef HISTRIG_PROBE_HOT_TPROBE_H
#define HISTRIG_PROBE_HOT_TPROBE_H

/* Arguments that a probe of a tracepoint gets in registers. */
#define TPROBE_ARGUMENTS	5

/**
 * tprobe_hit() - handle a hit; a probe of any tracepoint
 * @data: the struct tracepoint_probe
 * @a: first argument of the tracepoint, if it has that many
 * @b: second argument
 * @c: third argument
 * @d: fourth argument
 * @e: fifth argument
 *
 * Context: any, NMI too.
 */
void tprobe_hit(void *data, unsigned long a, unsigned long b, unsigned long c,
		unsigned long d, unsigned long e);

#endif /* HISTRIG_PROBE_HOT_TPROBE_H */
