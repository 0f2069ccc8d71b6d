// SPDX-License-Identifier: GPL-2.0
/* The trace clocks, see clock.h. */
#include <linux/cache.h>
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <linux/trace_clock.h>

#ifdef CONFIG_X86
#include <asm/cpufeature.h>
#include <asm/tsc.h>
#endif

#include "../compat/clock.h"
#include "clock.h"

u64 trace_clock_latest ____cacheline_aligned_in_smp;

notrace u64 trace_clock_ordered(void)
{
	u64 now;

	preempt_disable_notrace();
	now = trace_clock_order(local_clock());
	preempt_enable_notrace();
	return now;
}

/* Counts how often it is read: a strict order of events on all CPUs. */
static notrace u64 read_counter(void)
{
	static atomic64_t counter;

	return atomic64_add_return(1, &counter);
}

#ifdef CONFIG_X86
static notrace u64 read_tsc(void)
{
	return rdtsc_ordered();
}
#endif

const struct trace_clock trace_clocks[] = {
	{ "local", trace_clock_local, true },
	{ "global", trace_clock_ordered, true },
	{ "counter", read_counter, false },
	{ "uptime", trace_clock_jiffies, false },
	{ "perf", trace_clock, true },
	{ "mono", ktime_get_mono_fast_ns, true },
	{ "mono_raw", ktime_get_raw_fast_ns, true },
	{ "boot", ktime_get_boot_fast_ns, true },
	CLOCK_TAI_ENTRY
#ifdef CONFIG_X86
	{ "x86-tsc", read_tsc, false },
#endif
	{ }
};

const struct trace_clock *trace_clock_find(const char *name)
{
	const struct trace_clock *clock;

	for (clock = trace_clocks; clock->name; clock++)
		if (!strcmp(clock->name, name))
			return clock;
	return NULL;
}

/*
 * The local clock, unless it runs apart from CPU to CPU. The kernel's own tracer
 * decides in the same way; what it knows of its clock is told to no module, so
 * this asks for what it is made of.
 */
const struct trace_clock *trace_clock_default(void)
{
	bool stable = true;

#ifdef CONFIG_X86
	stable = boot_cpu_has(X86_FEATURE_NONSTOP_TSC) && !check_tsc_unstable();
#endif
	return trace_clock_find(stable ? "local" : "global");
}
