/* SPDX-License-Identifier: GPL-2.0 */
/* The context of a hit, as different kernels describe it. */
#ifndef HISTRIG_COMPAT_CONTEXT_H
#define HISTRIG_COMPAT_CONTEXT_H

#include <linux/kconfig.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

#include "gen/features.h"

/* Older kernels declare the bits of common_flags in a private header. */
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

/* migration_disable_depth() - nested migrate_disable() calls of the task; 0 if not counted */
static inline unsigned int migration_disable_depth(void)
{
#if defined(HAVE_MIGRATION_DISABLED) && defined(CONFIG_SMP)
	return current->migration_disabled;
#else
	return 0;
#endif
}

/*
 * The bit of common_flags for a lazy reschedule, which the kernel may put off; 0 on kernels
 * that have none. Its place differs between kernels.
 */
#ifdef HAVE_RESCHED_LAZY
#define RECORD_FLAG_LAZY	TRACE_FLAG_NEED_RESCHED_LAZY
#define resched_lazy()		test_thread_flag(TIF_NEED_RESCHED_LAZY)
#else
#define RECORD_FLAG_LAZY	0
#define resched_lazy()		false
#endif

/*
 * Some real-time kernels count nested sections that only a real-time task may
 * preempt, in a common field of records. IF_LAZY_COUNT() expands to its
 * argument there, and to nothing on other kernels.
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

/* Task, softirq, hardirq and NMI; each can interrupt those before it. */
#define RECORD_CONTEXTS	4

/**
 * record_context_of() - find the context that a preempt_count() shows
 * @count: the preempt_count()
 *
 * Return: a number below RECORD_CONTEXTS; higher ones interrupt lower ones.
 */
static __always_inline unsigned int record_context_of(unsigned int count)
{
	if (likely(!(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return 0;
	if (count & NMI_MASK)
		return 3;
	return count & HARDIRQ_MASK ? 2 : 1;
}

static __always_inline unsigned int record_context(void)
{
	return record_context_of(preempt_count());
}

/* Older kernels do not export the preemption model chosen at boot, so use the build's. */
#ifndef HAVE_PREEMPT_MODEL
#define preempt_model_none()		IS_ENABLED(CONFIG_PREEMPT_NONE)
#define preempt_model_voluntary()	IS_ENABLED(CONFIG_PREEMPT_VOLUNTARY)
#define preempt_model_full()		IS_ENABLED(CONFIG_PREEMPT)
#define preempt_model_rt()		IS_ENABLED(CONFIG_PREEMPT_RT)
#endif

#endif /* HISTRIG_COMPAT_CONTEXT_H */
