/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Preemption in probes, and waiting for probes.
 *
 * Hits work on per-CPU data, so preemption must be off. Older kernels disable it before they call
 * a probe. Newer kernels do not, so the probe does: since 6.13 for the tracepoints of system
 * calls, since 7.0 for all. The files in compat/probes/ find out what the kernel does. A record
 * shows the same preempt count either way.
 */
#ifndef HISTRIG_COMPAT_PROBE_H
#define HISTRIG_COMPAT_PROBE_H

#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/tracepoint.h>

#include "gen/features.h"
#include "tracepoint.h"

/*
 * Arguments of probe_begin() and probe_end(), one for each class of tracepoints: 1 if preemption
 * is, or may be, on when a tracepoint of the class calls its probes.
 */
#if defined(HAVE_TRACEPOINT_PREEMPT_OFF) && !defined(HAVE_PREEMPT_UNKNOWN)
#define PROBES_PREEMPTIBLE		0
#else
#define PROBES_PREEMPTIBLE		1
#endif

#if defined(HAVE_SYSCALL_TRACEPOINT_PREEMPT_OFF) && !defined(HAVE_PREEMPT_UNKNOWN)
#define SYSCALL_PROBES_PREEMPTIBLE	0
#else
#define SYSCALL_PROBES_PREEMPTIBLE	1
#endif

/* What the kernel adds to preempt_count() before it calls a probe, except for system calls. */
#if defined(CONFIG_PREEMPT_COUNT) && !PROBES_PREEMPTIBLE
#define PROBE_LEVELS			PREEMPT_OFFSET
#else
#define PROBE_LEVELS			0
#endif

/*
 * probes_preemptible() - the argument of probe_begin() and probe_end() for a tracepoint. A
 * constant on most kernels.
 */
static __always_inline bool probes_preemptible(const struct tracepoint *tp)
{
	if (PROBES_PREEMPTIBLE == SYSCALL_PROBES_PREEMPTIBLE)
		return PROBES_PREEMPTIBLE;
	return tracepoint_faultable(tp) ? SYSCALL_PROBES_PREEMPTIBLE :
					  PROBES_PREEMPTIBLE;
}

/* probe_begin() - begin a probe of a class; preemption is off until probe_end() */
static __always_inline void probe_begin(const bool preemptible)
{
	if (preemptible)
		preempt_disable_notrace();
}

/*
 * Not inlined, because it contains a static call. If each probe contained that call, loading
 * the module would patch it in each probe, and interrupt all CPUs each time.
 */
void probe_end_preemptible(void);

static __always_inline void probe_end(const bool preemptible)
{
	if (preemptible)
		probe_end_preemptible();
}

/*
 * hits_synchronize() - wait for all hits that have begun. If probes of tracepoints run in SRCU
 * sections, only synchronize_rcu() waits for hits of other sources, such as kprobes. Sleeps;
 * callers may hold event_mutex or @all of a ring, which hits never take.
 */
static inline void hits_synchronize(void)
{
	tracepoint_synchronize_unregister();
	if (PROBES_PREEMPTIBLE)
		synchronize_rcu();
}

#endif /* HISTRIG_COMPAT_PROBE_H */
