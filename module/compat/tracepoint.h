/* SPDX-License-Identifier: GPL-2.0 */
/* Properties of tracepoints. */
#ifndef HISTRIG_COMPAT_TRACEPOINT_H
#define HISTRIG_COMPAT_TRACEPOINT_H

#include <linux/string.h>
#include <linux/tracepoint.h>

#include "gen/features.h"

/*
 * tracepoint_place() - the function that represents a tracepoint in the records of probes:
 * an empty one, or, on older kernels, the one that calls the probes
 */
static inline unsigned long tracepoint_place(const struct tracepoint *tp)
{
#ifdef HAVE_TRACEPOINT_PROBESTUB
	return (unsigned long)tp->probestub;
#else
	return (unsigned long)tp->iterator;
#endif
}

/* tracepoint_faultable() - is this one of the tracepoints of system calls? */
static inline bool tracepoint_faultable(const struct tracepoint *tp)
{
#ifdef HAVE_TRACEPOINT_FAULTABLE
	return tp->ext && tp->ext->faultable;
#else
	return !strcmp(tp->name, "sys_enter") || !strcmp(tp->name, "sys_exit");
#endif
}

/*
 * CHECK_PROBE() - check the type of a function that is a probe of a tracepoint
 *
 * tracepoint_probe_register() takes any pointer, but kernels with CFI stop when a
 * tracepoint calls a function of another type. Outside functions; needs the kernel's
 * header of the event.
 */
#define CHECK_PROBE(name, probe)					\
	static inline void __maybe_unused probe##_fits_##name(void)	\
	{								\
		check_trace_callback_type_##name(probe);		\
	}

/* The last argument of sched_switch, which older kernels lack. */
#ifdef HAVE_SCHED_SWITCH_STATE
#define SCHED_SWITCH_STATE	PARAMS(, unsigned int prev_state)
#else
#define SCHED_SWITCH_STATE
#endif

#endif /* HISTRIG_COMPAT_TRACEPOINT_H */
