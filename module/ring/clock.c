// SPDX-License-Identifier: GPL-2.0
/* The table of trace clocks, see clock.h. */
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/string.h>
#include <linux/trace_clock.h>

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
	ARCH_CLOCK_ENTRY
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

/* Like the kernel, prefers the local clock unless it drifts between CPUs. */
const struct histrig_clock *histrig_clock_default(void)
{
	return histrig_clock_find(cpu_clocks_agree() ? "local" : "global");
}
