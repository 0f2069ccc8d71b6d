/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The context of a hit, as the common fields of a record describe it.
 *
 * Context of all functions: any, in a probe, preemption off.
 */
#ifndef HISTRIG_CONTEXT_H
#define HISTRIG_CONTEXT_H

#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "../../compat/context.h"
#include "../../event/event.h"
#include "stack.h"

static inline u8 interrupt_flags(unsigned int count)
{
	u8 flags = 0;

	if (count & NMI_MASK)
		flags |= TRACE_FLAG_NMI;
	if (count & HARDIRQ_MASK)
		flags |= TRACE_FLAG_HARDIRQ;
	if (in_serving_softirq())
		flags |= TRACE_FLAG_SOFTIRQ;
	if (softirq_count() >> (SOFTIRQ_SHIFT + 1))
		flags |= TRACE_FLAG_BH_OFF;
	return flags;
}

/*
 * How the bridge or a graph tracer forwards a hit on this CPU; 0 if no hit is forwarded. The high
 * byte is the preemption depth of the forwarding code. A hit that interrupts this code has another
 * depth, so the low byte does not apply to it. The lowest bit says that the forwarding code has
 * masked interrupts. The other bits of the low byte are the number of preemption levels that were
 * added since the event's tracepoint. Records show neither the masking nor these levels.
 */
DECLARE_PER_CPU(u16, record_forwarded);

/**
 * record_forward_begin() - start to forward a hit
 * @extra: levels of preemption that were added since the event's tracepoint; -1 if records
 *	shall show the one level that is otherwise left out as the tracepoint's
 * @masks_irqs: the forwarding code has masked interrupts
 *
 * Preemption stays off until record_forward_end().
 *
 * Return: the state to pass to record_forward_end().
 */
static __always_inline u16 record_forward_begin(s8 extra, bool masks_irqs)
{
	u16 outer = raw_cpu_read(record_forwarded);

	raw_cpu_write(record_forwarded,
		      (preempt_count() & PREEMPT_MASK) << 8 |
		      (u8)(extra * 2 + masks_irqs));
	return outer;
}

static __always_inline void record_forward_end(u16 outer)
{
	raw_cpu_write(record_forwarded, outer);
}

/* Has the code that forwards this hit masked interrupts? */
static __always_inline bool record_masks_irqs(unsigned int count)
{
	u16 forwarded = raw_cpu_read(record_forwarded);

	return forwarded & 1 &&
	       forwarded >> 8 == (count & (PREEMPT_MASK | NMI_MASK));
}

/* record_context_flags() - a hit's TRACE_FLAG_* and RECORD_FLAG_LAZY */
static __always_inline u8 record_context_flags(void)
{
	unsigned int count = preempt_count();
	u8 flags = 0;

	if (irqs_disabled() && likely(!record_masks_irqs(count)))
		flags |= TRACE_FLAG_IRQS_OFF;
	/* A hit is rarely in one of these states, so test them together. */
	if (unlikely(count & (NMI_MASK | HARDIRQ_MASK) || softirq_count()))
		flags |= interrupt_flags(count);
	/* With LAZY_COUNT_FIELDS, tif_need_resched() would also be true for a lazy reschedule. */
	if (unlikely(test_thread_flag(TIF_NEED_RESCHED)))
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (resched_lazy())
		flags |= RECORD_FLAG_LAZY;
	if (!LAZY_COUNT_FIELDS && unlikely(test_preempt_need_resched()))
		flags |= TRACE_FLAG_PREEMPT_RESCHED;
	return flags;
}

/**
 * record_preempt_count() - the common_preempt_count of a hit
 *
 * Does not count the level that the tracepoint adds to call its probes.
 *
 * Return: preemption depth in the low four bits, depth of disabled migration in
 * the high ones.
 */
static __always_inline u8 record_preempt_count(void)
{
	unsigned int level = (preempt_count() & PREEMPT_MASK);
	unsigned int migration = migration_disable_depth();
	u16 forwarded = raw_cpu_read(record_forwarded);

	if (unlikely(forwarded) && forwarded >> 8 == level)
		level -= (s8)forwarded >> 1;
	if (IS_ENABLED(CONFIG_PREEMPTION))
		level -= !!level;
	if (likely((level | migration) <= 15))
		return level | migration << 4;
	return min(level, 15U) | min(migration, 15U) << 4;
}

/**
 * struct record_place - a context that can be stored in several records
 * @flags: common_flags
 * @depths: common_preempt_count
 */
struct record_place {
	u8 flags;
	u8 depths;
};

static __always_inline struct record_place record_here(void)
{
	return (struct record_place) {
		.flags = record_context_flags(),
		.depths = record_preempt_count(),
	};
}

/* record_place() - a hit's context, with the preemption depth in @count */
static inline struct record_place record_place(unsigned int count)
{
	return (struct record_place) {
		.flags = record_context_flags(),
		.depths = min_t(unsigned int, count & PREEMPT_MASK, 15) |
			  min(migration_disable_depth(), 15U) << 4,
	};
}

/*
 * record_stack_skip() - get the frames that a hit's stack trace leaves out:
 * those between the event's tracepoint and its probe
 */
static inline struct stack_skip record_stack_skip(const struct event *event,
						  const void *record)
{
	return (struct stack_skip) {
		.regs = record_regs(event, record),
		.iterators = &event->iterator,
		.below = event->class->skip_frames,
	};
}

#endif /* HISTRIG_CONTEXT_H */
