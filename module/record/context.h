/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The context of a hit, as the common fields of a record say it.
 *
 * Context: any, in a probe.
 */
#ifndef HISTRIG_CONTEXT_H
#define HISTRIG_CONTEXT_H

#include <linux/bits.h>
#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "../compat/context.h"
#include "../compat/stack.h"
#include "../event/event.h"

/**
 * record_context_flags() - the common_flags of a hit
 */
static inline u8 record_context_flags(void)
{
	unsigned int count = preempt_count();
	u8 flags = 0;

	if (irqs_disabled())
		flags |= TRACE_FLAG_IRQS_OFF;
	if (count & NMI_MASK)
		flags |= TRACE_FLAG_NMI;
	if (count & HARDIRQ_MASK)
		flags |= TRACE_FLAG_HARDIRQ;
	if (in_serving_softirq())
		flags |= TRACE_FLAG_SOFTIRQ;
	if (softirq_count() >> (SOFTIRQ_SHIFT + 1))
		flags |= TRACE_FLAG_BH_OFF;
	if (tif_need_resched())
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (resched_lazy())
		flags |= RECORD_FLAG_LAZY;
	if (test_preempt_need_resched())
		flags |= TRACE_FLAG_PREEMPT_RESCHED;
	return flags;
}

/* Contexts that interrupt one another: tasks, softirqs, hardirqs, NMIs. */
#define RECORD_CONTEXTS	4

/* record_context() - which of them this is */
static __always_inline unsigned int record_context(void)
{
	unsigned int count = preempt_count();

	if (count & NMI_MASK)
		return 3;
	if (count & HARDIRQ_MASK)
		return 2;
	return count & SOFTIRQ_OFFSET ? 1 : 0;
}

/*
 * Levels of preemption that are ours, not the hit's, while a hit is handed on from
 * somewhere deeper than a probe: a byte for each context, since what interrupts
 * that has no part in it.
 */
DECLARE_PER_CPU(u32, record_extra_levels);

/* record_extra_shift() - where the byte of this context is */
static __always_inline unsigned int record_extra_shift(void)
{
	return record_context() * BITS_PER_BYTE;
}

/*
 * record_add_levels() - so many more are ours, up to record_sub_levels()
 *
 * Context: preemption off. @levels is 0 to 15.
 */
static __always_inline void record_add_levels(u32 levels)
{
	this_cpu_add(record_extra_levels, levels << record_extra_shift());
}

static __always_inline void record_sub_levels(u32 levels)
{
	this_cpu_sub(record_extra_levels, levels << record_extra_shift());
}

/**
 * record_preempt_count() - the common_preempt_count of a hit
 *
 * Without the level that calling the probe takes.
 */
static inline u8 record_preempt_count(void)
{
	unsigned int level = (preempt_count() & PREEMPT_MASK);
	unsigned int migration = migration_disable_depth();
	u32 extra = raw_cpu_read(record_extra_levels);

	if (IS_ENABLED(CONFIG_PREEMPTION) && level)
		level--;
	if (unlikely(extra))
		level -= min(level, extra >> record_extra_shift() & 0xff);
	return min(level, 15U) | min(migration, 15U) << 4;
}

/* record_stack_skip() - what of the stack of a hit is not the event's */
static inline struct stack_skip record_stack_skip(const struct event *event)
{
	return (struct stack_skip) {
		.start = event->iterator,
		.size = event->iterator_size,
		.below = event->class->deep,
	};
}

#endif /* HISTRIG_CONTEXT_H */
