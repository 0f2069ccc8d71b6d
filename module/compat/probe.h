/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Preemption in probes, and waiting for probes.
 *
 * Hits work on per-CPU data, so preemption must be off. Older kernels disable it before they
 * call a probe. Since 7.0 a tracepoint only enters an SRCU section, in which tasks may migrate
 * and sleep, and the probe disables preemption itself. A record shows the same preempt count
 * either way. refuse.mk refuses the kernels in between, which disable preemption for some
 * tracepoints only.
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

/* What the kernel adds to preempt_count() before it calls a probe. */
#if defined(CONFIG_PREEMPT_COUNT) && !defined(HAVE_PROBES_PREEMPTIBLE)
#define PROBE_LEVELS		PREEMPT_OFFSET
#else
#define PROBE_LEVELS		0
#endif

/* probe_begin() - begin a tracepoint's probe; preemption is off until probe_end() */
static __always_inline void probe_begin(void)
{
	if (PROBES_PREEMPTIBLE)
		preempt_disable_notrace();
}

/*
 * probe_end() - end a probe. Not inlined if it contains a static call. Otherwise, loading the
 * module would patch this call in every probe, and interrupt every CPU each time.
 */
#ifdef HAVE_PROBES_PREEMPTIBLE
void probe_end(void);
#else
static __always_inline void probe_end(void) {}
#endif

/*
 * hits_synchronize() - wait for all hits that have begun: probes of tracepoints, and other hits,
 * which run with preemption off. If probes run in SRCU sections, only synchronize_rcu() waits
 * for the other hits. Sleeps.
 */
static inline void hits_synchronize(void)
{
	tracepoint_synchronize_unregister();
	if (PROBES_PREEMPTIBLE)
		synchronize_rcu();
}

#endif /* HISTRIG_COMPAT_PROBE_H */
