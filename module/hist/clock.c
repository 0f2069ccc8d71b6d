// SPDX-License-Identifier: GPL-2.0
/* The trace clocks a plan can ask for; see plan.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/ktime.h>
#include <linux/trace_clock.h>

#include "plan.h"

static const struct {
	const char *name;
	u64 (*read)(void);
} clocks[] = {
	{ "local", trace_clock_local },
	{ "global", trace_clock_global },
	{ "uptime", trace_clock_jiffies },
	{ "perf", trace_clock },
	{ "mono", ktime_get_mono_fast_ns },
	{ "mono_raw", ktime_get_raw_fast_ns },
	{ "boot", ktime_get_boot_fast_ns },
};

int hist_plan_set_clock(struct hist_plan *plan, const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(clocks); i++) {
		if (strcmp(clocks[i].name, name))
			continue;
		plan->clock = clocks[i].read;
		plan->clock_name = clocks[i].name;
		return 0;
	}
	return -EINVAL;
}
