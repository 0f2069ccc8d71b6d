/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace clocks that the kernel does not export or reads more slowly.
 *
 * Context of all functions: any, NMI too.
 */
#ifndef HISTRIG_HOT_CLOCK_H
#define HISTRIG_HOT_CLOCK_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/types.h>

#include "../../compat/clock.h"

/* The latest time that histrig_clock_order() has returned, in nanoseconds. */
extern u64 histrig_clock_latest;

/**
 * histrig_clock_order() - make a time later than all times returned on any CPU
 * @now: the time of the CPU's clock, in nanoseconds
 *
 * Takes no lock, unlike the kernel's global clock.
 *
 * Return: @now, or a little more.
 */
static __always_inline u64 histrig_clock_order(u64 now)
{
	s64 last = READ_ONCE(histrig_clock_latest);

	do {
		/* Times stay below 2^63 for 292 years, so they fit an s64. */
		if (unlikely((s64)now <= last))
			now = last + 1;
	} while (unlikely(!atomic64_try_cmpxchg((atomic64_t *)
						&histrig_clock_latest,
						&last, now)));
	return now;
}

/* Whether the time stamp counter is unstable, see histrig_clock_cpu(). */
DECLARE_STATIC_KEY_FALSE(histrig_clock_unstable);

/*
 * Nanoseconds that histrig_clock_steady() adds to the monotonic clock, so that
 * time does not go back when histrig_clock_unstable is set. Written once,
 * before that.
 */
extern s64 histrig_clock_mono_offset;

/* The clock that histrig_clock_cpu() reads if the time stamp counter is unstable. */
u64 histrig_clock_steady(void);

/**
 * histrig_clock_cpu() - read the CPU's clock
 *
 * If the time stamp counter is unstable, the CPU's clock may stand still between
 * two ticks. Then this function reads the monotonic clock, which is slower.
 *
 * Context: preemption off.
 * Return: nanoseconds.
 */
static __always_inline u64 histrig_clock_cpu(void)
{
	if (static_branch_unlikely(&histrig_clock_unstable))
		return histrig_clock_steady();
	return cpu_clock_read();
}

/* Whether times need no histrig_clock_order() while the time stamp counter is stable. */
DECLARE_STATIC_KEY_FALSE(histrig_clock_in_order);

/**
 * histrig_clock_now() - read the global clock
 *
 * Where the CPUs' clocks are in order, this writes to no memory that CPUs share.
 *
 * Context: preemption off.
 * Return: nanoseconds; no less than what a hit has read before it, on any CPU.
 */
static __always_inline u64 histrig_clock_now(void)
{
	if (static_branch_unlikely(&histrig_clock_in_order) && likely(!cpu_clocks_unstable()))
		return cpu_clock_read_in_order();
	return histrig_clock_order(histrig_clock_cpu());
}

/* histrig_clock_global() - histrig_clock_now() in any context, as a row of the table */
u64 histrig_clock_global(void);

/* Returns the number of its calls, which orders the events of all CPUs. */
u64 histrig_clock_counter(void);

#endif /* HISTRIG_HOT_CLOCK_H */
