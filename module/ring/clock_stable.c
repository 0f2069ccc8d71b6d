// SPDX-License-Identifier: GPL-2.0
/* Checks whether the time stamp counter is unstable, see hot/clock.h. */
#include <linux/jump_label.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/workqueue.h>

#include "../compat/clock.h"
#include "../compat/log.h"
#include "clock.h"
#include "hot/clock.h"

/* Jiffies between two checks. */
#define LOOK_EVERY	(10 * HZ)

bool histrig_clock_is_unstable(void)
{
	return static_key_enabled(&histrig_clock_unstable);
}

static void clock_look(struct work_struct *work);
static DECLARE_DEFERRABLE_WORK(look_work, clock_look);

static void clock_look(struct work_struct *unused)
{
	if (!cpu_clocks_unstable()) {
		schedule_delayed_work(&look_work, LOOK_EVERY);
		return;
	}
	preempt_disable();
	histrig_clock_mono_offset = histrig_clock_cpu() - ktime_get_mono_fast_ns();
	preempt_enable();
	static_branch_enable(&histrig_clock_unstable);
	pr_info("the time stamp counter is unstable; $duration and time stamps in histograms use the clock mono, which is slower; nothing needs to be done\n");
}

void histrig_clock_init(void)
{
	if (cpu_clocks_in_order())
		static_branch_enable(&histrig_clock_in_order);
	clock_look(NULL);
}

void histrig_clock_exit(void)
{
	cancel_delayed_work_sync(&look_work);
}
