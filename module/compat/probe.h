/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a probe may rely on, and who waits for probes.
 *
 * All that a hit touches belongs to its CPU, so preemption must be off. Tracepoints
 * once turned it off before they called a probe; now they only enter a section of
 * SRCU, in which tasks move and sleep, and probes turn it off themselves. The
 * preempt count is the same either way.
 */
#ifndef HISTRIG_COMPAT_PROBE_H
#define HISTRIG_COMPAT_PROBE_H

#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/tracepoint.h>

#include "gen/features.h"

#ifdef HAVE_PROBES_PREEMPTIBLE
#define PROBES_PREEMPTIBLE	1
#else
#define PROBES_PREEMPTIBLE	0
#endif

/**
 * probe_begin() - the first thing that a probe of a tracepoint does
 *
 * Context: any. Preemption is off until probe_end().
 */
static __always_inline void probe_begin(void)
{
	if (PROBES_PREEMPTIBLE)
		preempt_disable_notrace();
}

/**
 * probe_end() - the last thing that it does
 *
 * Where it does anything it is out of line: it has a call that the kernel patches when
 * a module is loaded, interrupting every CPU, and there are many probes.
 */
#ifdef HAVE_PROBES_PREEMPTIBLE
void probe_end(void);
#else
static __always_inline void probe_end(void) {}
#endif

/**
 * hits_synchronize() - wait until all hits that are going on have ended
 *
 * Those that tracepoints called for, and those that code of ours made with
 * preemption off, for which waiting for tracepoints may not be enough.
 *
 * Context: process, sleeps.
 */
static inline void hits_synchronize(void)
{
	tracepoint_synchronize_unregister();
	if (PROBES_PREEMPTIBLE)
		synchronize_rcu();
}

#endif /* HISTRIG_COMPAT_PROBE_H */
