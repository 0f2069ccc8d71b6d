// SPDX-License-Identifier: GPL-2.0
/* Reading trace clocks, see clock.h. */
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/preempt.h>

#include "clock.h"

u64 histrig_clock_latest ____cacheline_aligned_in_smp;

s64 histrig_clock_mono_offset;

DEFINE_STATIC_KEY_FALSE(histrig_clock_unstable);

DEFINE_STATIC_KEY_FALSE(histrig_clock_in_order);

u64 histrig_clock_steady(void)
{
	return ktime_get_mono_fast_ns() + histrig_clock_mono_offset;
}

u64 histrig_clock_global(void)
{
	u64 now;

	preempt_disable_notrace();
	now = histrig_clock_now();
	preempt_enable_notrace();
	return now;
}

u64 histrig_clock_counter(void)
{
	static atomic64_t counter;

	return atomic64_add_return(1, &counter);
}
