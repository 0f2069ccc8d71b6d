// SPDX-License-Identifier: GPL-2.0
/* Times of the function profiler, see times.h. */
#include <linux/err.h>

#include "../compat/log.h"
#include "../event/registry.h"
#include "../function/hook.h"
#include "../graph/calls.h"
#include "../instance/instance.h"
#include "hot/profile.h"
#include "times.h"

static struct calls timed = {
	.enter = profile_call_begins,
	.leave = profile_call_ended,
};

static bool wanted;

static int times_follow(void)
{
	timed.sleep_time = instance_option(&main_instance, OPTION_SLEEP_TIME);
	return calls_follow(&timed, &main_instance);
}

int profile_times_start(void)
{
	int ret = times_follow();

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

/*
 * After filters or options of an instance have changed, times the functions that are
 * selected now.
 */
static void times_follow_again(struct instance *instance)
{
	int ret;

	if (instance != &main_instance || !wanted)
		return;
	calls_stop(&timed);
	ret = times_follow();
	if (ret)
		pr_warn("function profiler: calls are counted but no longer timed (%pe); write 0, then 1 to function_profile_enabled\n",
			ERR_PTR(ret));
}

static bool times_follow_list(const struct instance *instance)
{
	return RETURNS_LEAVE_MODULES && instance == &main_instance &&
	       calls_started(&timed) && timed.all_functions;
}

static unsigned int times_show_user(const struct instance *instance,
				    unsigned long ip, struct seq_file *m)
{
	if (instance != &main_instance || !calls_hook(&timed, ip))
		return 0;
	function_user_show(m, "function_profile", instance);
	return 1;
}

static int times_count_sleep(struct instance *instance, bool on)
{
	return instance == &main_instance ? calls_count_sleep(&timed, on) : 0;
}

static struct function_user times_user = {
	.changed = times_follow_again,
	.follows_list = times_follow_list,
	.show = times_show_user,
	.count_sleep = times_count_sleep,
};

void profile_times_init(void)
{
	function_user_register(&times_user);
}
