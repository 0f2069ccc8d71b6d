/* SPDX-License-Identifier: GPL-2.0 */
/* What kernels tell of the context that something happens in. */
#ifndef HISTRIG_COMPAT_CONTEXT_H
#define HISTRIG_COMPAT_CONTEXT_H

#include <linux/kconfig.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

#include "gen/features.h"

/* Older kernels keep the bits of common_flags to themselves, and have no last one. */
#ifndef HAVE_TRACE_FLAGS
enum {
	TRACE_FLAG_IRQS_OFF		= 0x01,
	TRACE_FLAG_NEED_RESCHED		= 0x04,
	TRACE_FLAG_HARDIRQ		= 0x08,
	TRACE_FLAG_SOFTIRQ		= 0x10,
	TRACE_FLAG_PREEMPT_RESCHED	= 0x20,
	TRACE_FLAG_NMI			= 0x40,
	TRACE_FLAG_BH_OFF		= 0x80,
};
#endif

/**
 * migration_disable_depth() - how often the current task said that it must stay here
 *
 * Context: any.
 * Return: 0 as well where a kernel knows no such thing.
 */
static inline unsigned int migration_disable_depth(void)
{
#if defined(HAVE_MIGRATION_DISABLED) && defined(CONFIG_SMP)
	return current->migration_disabled;
#else
	return 0;
#endif
}

/*
 * Newer kernels let a reschedule wait for the tick. The bit meant something else
 * before that, which no record of ours says.
 */
#ifdef HAVE_RESCHED_LAZY
#define RECORD_FLAG_LAZY	TRACE_FLAG_NEED_RESCHED_LAZY
#define resched_lazy()		test_thread_flag(TIF_NEED_RESCHED_LAZY)
#else
#define RECORD_FLAG_LAZY	0
#define resched_lazy()		false
#endif

/*
 * Some real-time kernels count sections that only a real-time task may preempt, and
 * have a common field for that. Its argument is there for those kernels only.
 */
#ifdef HAVE_PREEMPT_LAZY_COUNT
#define IF_LAZY_COUNT(...)	__VA_ARGS__
#define LAZY_COUNT_FIELDS	1
#define lazy_count()		preempt_lazy_count()
#else
#define IF_LAZY_COUNT(...)
#define LAZY_COUNT_FIELDS	0
#define lazy_count()		0
#endif

/* Once a question of the configuration, since then one of the command line. */
#ifndef HAVE_PREEMPT_MODEL
#define preempt_model_none()		IS_ENABLED(CONFIG_PREEMPT_NONE)
#define preempt_model_voluntary()	IS_ENABLED(CONFIG_PREEMPT_VOLUNTARY)
#define preempt_model_full()		IS_ENABLED(CONFIG_PREEMPT)
#define preempt_model_rt()		IS_ENABLED(CONFIG_PREEMPT_RT)
#endif

#endif /* HISTRIG_COMPAT_CONTEXT_H */
