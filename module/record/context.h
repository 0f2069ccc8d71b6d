/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The context of a hit, as the common fields of a record say it.
 *
 * Context: any, in a probe.
 */
#ifndef HISTRIG_CONTEXT_H
#define HISTRIG_CONTEXT_H

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

/* record_context_of() - which of them it was when preempt_count() was @count */
static __always_inline unsigned int record_context_of(unsigned int count)
{
	if (likely(!(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return 0;
	if (count & NMI_MASK)
		return 3;
	return count & HARDIRQ_MASK ? 2 : 1;
}

/* record_context() - which of them this is */
static __always_inline unsigned int record_context(void)
{
	return record_context_of(preempt_count());
}

/*
 * A hit that is handed on from somewhere deeper than a probe: the level of preemption
 * there, shifted by 8, and how many levels of it are not the hit's; 0 for none. What
 * comes between is some level higher, a tracepoint's at least, and has its own.
 */
DECLARE_PER_CPU(u16, record_hand_on);

/**
 * record_hand_on_begin() - this hit has fewer levels of preemption than there are
 * @extra: how many fewer
 *
 * Context: any; preemption off until record_hand_on_end().
 * Return: what to end it with.
 */
static __always_inline u16 record_hand_on_begin(u8 extra)
{
	u16 outer = raw_cpu_read(record_hand_on);

	raw_cpu_write(record_hand_on,
		      (preempt_count() & PREEMPT_MASK) << 8 | extra);
	return outer;
}

static __always_inline void record_hand_on_end(u16 outer)
{
	raw_cpu_write(record_hand_on, outer);
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
	u16 hand_on = raw_cpu_read(record_hand_on);

	if (unlikely(hand_on) && hand_on >> 8 == level)
		level -= hand_on & 0xff;
	if (IS_ENABLED(CONFIG_PREEMPTION) && level)
		level--;
	return min(level, 15U) | min(migration, 15U) << 4;
}

/* record_stack_skip() - what of the stack of a hit is not the event's */
static inline struct stack_skip record_stack_skip(const struct event *event)
{
	return (struct stack_skip) {
		.start = event->iterator,
		.size = event->iterator_size,
		.below = event->class->skip_frames,
	};
}

#endif /* HISTRIG_CONTEXT_H */
