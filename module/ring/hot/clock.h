/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace clocks that the kernel does not export, or that this code reads faster.
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
 * The kernel's global clock disables interrupts and tries a lock each time,
 * which costs as much as reading the CPU's clock. This function does neither.
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

/* Whether the CPUs' clocks may stop between ticks, see histrig_clock_cpu(). */
DECLARE_STATIC_KEY_FALSE(histrig_clock_unstable);

/*
 * What histrig_clock_steady() adds to the monotonic clock. Written once, before
 * histrig_clock_unstable is set.
 */
extern s64 histrig_clock_behind;

/*
 * histrig_clock_steady() - read the monotonic clock for histrig_clock_cpu(), if
 * the CPUs' clocks are unstable
 */
u64 histrig_clock_steady(void);

/**
 * histrig_clock_cpu() - read the CPU's clock
 *
 * If the CPUs' counters are unstable, the kernel corrects sched_clock at each
 * tick. The clock may then stand still until the next tick, so that a shorter
 * time would be measured as 0. In that case, this function reads the monotonic
 * clock, which is slower.
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

/* histrig_clock_global() - read the global clock in ns; it never goes back */
u64 histrig_clock_global(void);

/* histrig_clock_counter() - the number of its calls, to order all CPUs' events */
u64 histrig_clock_counter(void);

#endif /* HISTRIG_HOT_CLOCK_H */
