/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes on tracepoints. */
#ifndef HISTRIG_PROBE_HOT_TPROBE_H
#define HISTRIG_PROBE_HOT_TPROBE_H

/* Number of arguments that a tracepoint passes in registers. */
#define TPROBE_ARGUMENTS	5

/*
 * Handles a hit of any tracepoint except those that need tprobe_hit_syscall().
 * @data is the struct tracepoint_probe; @a to @e are the first five arguments of
 * the tracepoint. Context: any, NMI too.
 */
void tprobe_hit(void *data, unsigned long a, unsigned long b, unsigned long c,
		unsigned long d, unsigned long e);

/*
 * Like tprobe_hit(), for tracepoints that probes_preemptible() distinguishes:
 * on some kernels, those of system calls.
 */
void tprobe_hit_syscall(void *data, unsigned long a, unsigned long b,
			unsigned long c, unsigned long d, unsigned long e);

#endif /* HISTRIG_PROBE_HOT_TPROBE_H */
