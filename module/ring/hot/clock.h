/* SPDX-License-Identifier: GPL-2.0 */
/* Trace clocks that the kernel does not export, or that we read faster. */
#ifndef HISTRIG_HOT_CLOCK_H
#define HISTRIG_HOT_CLOCK_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>
#include <linux/types.h>

/* The latest time of histrig_clock_order(), in nanoseconds. */
extern u64 histrig_clock_latest;

/**
 * histrig_clock_order() - make a time later than all times returned before
 * @now: the time of the CPU's own clock, in nanoseconds
 *
 * Any CPU may have returned those times. The kernel's own global clock disables
 * interrupts and tries a lock each time, which costs as much as reading the
 * CPU's clock; this function does neither.
 *
 * Context: any, NMI too.
 * Return: @now, or a little more.
 */
static __always_inline u64 histrig_clock_order(u64 now)
{
	s64 last = READ_ONCE(histrig_clock_latest);

	do {
		/* Times stay below 2^63 for 292 years. */
		if (unlikely((s64)now <= last))
			now = last + 1;
	} while (unlikely(!atomic64_try_cmpxchg((atomic64_t *)
						&histrig_clock_latest,
						&last, now)));
	return now;
}

/* Whether the CPUs' clocks may stand still, see histrig_clock_cpu(). */
DECLARE_STATIC_KEY_FALSE(histrig_clock_unstable);

/* Written before histrig_clock_unstable is set, and not after. */
extern s64 histrig_clock_behind;

/* histrig_clock_steady() - histrig_clock_cpu() where that is unstable */
u64 histrig_clock_steady(void);

/**
 * histrig_clock_cpu() - read the CPU's clock
 *
 * This is the fastest clock that does not drift from that of other CPUs. Where the
 * time stamp counter is unstable, the kernel makes up for that at each tick: until
 * the next one, the clock may stand still, and all that is shorter takes no time.
 * There, this function reads the monotonic clock, which is slower.
 *
 * Context: any, NMI too; preemption off.
 * Return: nanoseconds.
 */
static __always_inline u64 histrig_clock_cpu(void)
{
	if (static_branch_unlikely(&histrig_clock_unstable))
		return histrig_clock_steady();
	return sched_clock_cpu(raw_smp_processor_id());
}

/**
 * histrig_clock_global() - read the global clock, which never goes back
 *
 * Context: any, NMI too.
 * Return: nanoseconds.
 */
u64 histrig_clock_global(void);

/**
 * histrig_clock_counter() - count how often this function is called
 *
 * The counts put events on all CPUs in a strict order.
 *
 * Context: any, NMI too.
 * Return: the count.
 */
u64 histrig_clock_counter(void);

#ifdef CONFIG_X86
/**
 * histrig_clock_tsc() - read the CPU's time stamp counter
 *
 * Context: any, NMI too.
 * Return: cycles.
 */
u64 histrig_clock_tsc(void);
#endif

#endif /* HISTRIG_HOT_CLOCK_H */
