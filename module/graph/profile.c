// SPDX-License-Identifier: GPL-2.0
/* Times of the function profiler, see profile.h. */
#include <linux/err.h>

#include "../compat/log.h"
#include "../event/registry.h"
#include "../function/profile.h"
#include "../instance/instance.h"
#include "calls.h"
#include "hot/profile.h"
#include "profile.h"

static struct calls timed = {
	.enter = profile_call_begins,
	.leave = profile_call_ended,
};

static bool wanted;

static int follow(void)
{
	timed.sleep_time = instance_option(&main_instance, OPTION_SLEEP_TIME);
	return calls_follow(&timed, &main_instance);
}

int profile_times_start(void)
{
	int ret = follow();

	lockdep_assert_held(&event_mutex);
	wanted = !ret;
	return ret;
}

void profile_times_stop(void)
{
	lockdep_assert_held(&event_mutex);
	calls_stop(&timed);
	wanted = false;
}

void graph_profile_again(void)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (!wanted)
		return;
	calls_stop(&timed);
	ret = follow();
	if (ret)
		pr_warn("the profiler stopped timing calls (%pe); set function_profile_enabled again\n",
			ERR_PTR(ret));
}

bool graph_profile_follows_list(void)
{
	lockdep_assert_held(&event_mutex);
	return calls_started(&timed) && timed.by_list;
}

bool graph_profile_hooks(unsigned long ip)
{
	return calls_hook(&timed, ip);
}

int graph_profile_count_sleep(bool on)
{
	return calls_count_sleep(&timed, on);
}
