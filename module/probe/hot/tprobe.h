/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes on tracepoints. */
#ifndef HISTRIG_PROBE_HOT_TPROBE_H
#define HISTRIG_PROBE_HOT_TPROBE_H

/* Number of arguments that a tracepoint passes in registers. */
#define TPROBE_ARGUMENTS	5

/*
 * The probe of any tracepoint that tprobe_hit_syscall() is not for. @data is the
 * struct tracepoint_probe, followed by up to five arguments of the tracepoint.
 * Context: any, NMI too.
 */
void tprobe_hit(void *data, unsigned long a, unsigned long b, unsigned long c,
		unsigned long d, unsigned long e);

/* The same for tracepoints of system calls, where they differ, see compat/probe.h. */
void tprobe_hit_syscall(void *data, unsigned long a, unsigned long b,
			unsigned long c, unsigned long d, unsigned long e);

#endif /* HISTRIG_PROBE_HOT_TPROBE_H */
