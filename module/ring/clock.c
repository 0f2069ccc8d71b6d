// SPDX-License-Identifier: GPL-2.0
/* The table of trace clocks, see clock.h. */
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/string.h>
#include <linux/trace_clock.h>

#ifdef CONFIG_X86
#include <asm/cpufeature.h>
#include <asm/tsc.h>
#endif

#include "../compat/clock.h"
#include "clock.h"
#include "hot/clock.h"

const struct histrig_clock histrig_clocks[] = {
	{ "local", trace_clock_local, true },
	{ "global", histrig_clock_global, true },
	{ "counter", histrig_clock_counter, false },
	{ "uptime", trace_clock_jiffies, false },
	{ "perf", trace_clock, true },
	{ "mono", ktime_get_mono_fast_ns, true },
	{ "mono_raw", ktime_get_raw_fast_ns, true },
	{ "boot", ktime_get_boot_fast_ns, true },
	CLOCK_TAI_ENTRY
#ifdef CONFIG_X86
	{ "x86-tsc", histrig_clock_tsc, false },
#endif
	{ }
};

const struct histrig_clock *histrig_clock_find(const char *name)
{
	const struct histrig_clock *clock;

	for (clock = histrig_clocks; clock->name; clock++)
		if (!strcmp(clock->name, name))
			return clock;
	return NULL;
}

/*
 * Like the kernel, prefers the local clock unless it drifts between CPUs.
 * sched_clock_stable() is not exported, so this tests the conditions under
 * which that clock is stable.
 */
const struct histrig_clock *histrig_clock_default(void)
{
	bool stable = true;

#ifdef CONFIG_X86
	stable = boot_cpu_has(X86_FEATURE_NONSTOP_TSC) && !check_tsc_unstable();
#endif
	return histrig_clock_find(stable ? "local" : "global");
}
