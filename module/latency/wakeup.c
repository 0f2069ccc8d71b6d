// SPDX-License-Identifier: GPL-2.0
/*
 * The tracers wakeup, wakeup_rt and wakeup_dl: how long the most urgent task that was woken
 * waits until it runs.
 */
#include <linux/kernel.h>
#include <linux/mutex.h>

#include "../compat/ftrace.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/hot/state.h"
#include "../instance/rings.h"
#include "hot/wakeup.h"
#include "latency.h"

#define ALL_TRACERS	1

static struct latency_probe probes[] = {
	{ "sched_wakeup", wakeup_probe_wakeup, ALL_TRACERS },
	{ "sched_wakeup_new", wakeup_probe_wakeup, ALL_TRACERS },
	{ "sched_switch", wakeup_probe_switch, ALL_TRACERS },
	{ "sched_migrate_task", wakeup_probe_migrate, ALL_TRACERS },
	{}
};

static struct latency_kind wakeups = {
	.hook = {
		.name = "wakeup",
		.ops = {
			.func = wakeup_function,
			.flags = TRACED_DIRECTLY,
		},
	},
	.probes = probes,
	.forced = BIT(OPTION_OVERWRITE) | BIT(OPTION_LATENCY_FORMAT),
};

static int wakeup_start(struct instance *instance, enum wakeup_tasks tasks)
{
	int ret;

	if (wakeups.instance)
		return -EBUSY;
	wakeup_state.functions = functions_of(instance);
	if (!wakeup_state.functions)
		return -ENOMEM;
	wakeup_state.tasks = tasks;
	wakeup_state.instance = instance;
	wakeup_forget();
	ret = latency_begin(&wakeups, instance);
	if (ret)
		return ret;
	WRITE_ONCE(wakeup_state.on, instance_is_on(instance));
	return 0;
}

static int start_all(struct instance *instance)
{
	return wakeup_start(instance, WAKEUP_ALL);
}

static int start_rt(struct instance *instance)
{
	return wakeup_start(instance, WAKEUP_RT);
}

static int start_dl(struct instance *instance)
{
	return wakeup_start(instance, WAKEUP_DL);
}

static void wakeup_stop(struct instance *instance)
{
	WRITE_ONCE(wakeup_state.on, false);
	latency_end(&wakeups);
	wakeup_forget();
}

/* Like the kernel, starts again when recording is switched on again. */
static void wakeup_switched(struct instance *instance, bool on)
{
	if (on) {
		wakeup_forget();
		instance_clear(instance);
	}
	WRITE_ONCE(wakeup_state.on, on);
}

static struct latency_tracer tracers[] = {
	LATENCY_TRACER(&wakeups, ALL_TRACERS, "wakeup", start_all, wakeup_stop,
		       wakeup_switched),
	LATENCY_TRACER(&wakeups, ALL_TRACERS, "wakeup_rt", start_rt, wakeup_stop,
		       wakeup_switched),
	LATENCY_TRACER(&wakeups, ALL_TRACERS, "wakeup_dl", start_dl, wakeup_stop,
		       wakeup_switched),
};

void wakeup_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(tracers); i++)
		latency_offer(&tracers[i]);
}
