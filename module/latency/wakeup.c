// SPDX-License-Identifier: GPL-2.0
/*
 * The tracers wakeup, wakeup_rt and wakeup_dl: how long the most urgent task that was woken
 * waits until it runs.
 */
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <trace/events/sched.h>

#include "../compat/ftrace.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/hot/state.h"
#include "../instance/rings.h"
#include "../ring/ring.h"
#include "hot/wakeup.h"
#include "latency.h"

#define ALL_TRACERS	(WAKEUP_ALL | WAKEUP_RT | WAKEUP_DL)

CHECK_PROBE(sched_wakeup, wakeup_probe_wakeup)
CHECK_PROBE(sched_wakeup_new, wakeup_probe_wakeup)
CHECK_PROBE(sched_switch, wakeup_probe_switch)
CHECK_PROBE(sched_migrate_task, wakeup_probe_migrate)

static struct latency_probe wakeup_probes[] = {
	{ "sched_wakeup", wakeup_probe_wakeup, ALL_TRACERS },
	{ "sched_wakeup_new", wakeup_probe_wakeup, ALL_TRACERS },
	{ "sched_switch", wakeup_probe_switch, ALL_TRACERS },
	{ "sched_migrate_task", wakeup_probe_migrate, ALL_TRACERS },
	{}
};

static struct latency_kind wakeups = {
	.hook = LATENCY_HOOK("wakeup", wakeup_function),
	.probes = wakeup_probes,
	.forced = BIT(OPTION_OVERWRITE) | BIT(OPTION_LATENCY_FORMAT),
};

static int wakeup_start(struct instance *instance, const struct tracer *tracer)
{
	int ret;

	if (wakeups.instance)
		return -EBUSY;
	ret = functions_prepare(instance);
	if (ret)
		return ret;
	wakeup_state.functions = instance->functions;
	wakeup_state.tasks = latency_of(tracer);
	wakeup_state.instance = instance;
	wakeup_forget();
	ret = latency_begin(&wakeups, instance);
	if (!ret)
		WRITE_ONCE(wakeup_state.on, instance_is_on(instance));
	return ret;
}

static void wakeup_stop(struct instance *instance)
{
	WRITE_ONCE(wakeup_state.on, false);
	latency_end(&wakeups);
	wakeup_forget();
}

/* Like the kernel, forgets the traced task and empties the ring when recording resumes. */
static void wakeup_switched(struct instance *instance, bool on)
{
	if (on) {
		wakeup_forget();
		instance_clear(instance);
		functions_forget_untraced(instance, RING_ALL);
	}
	WRITE_ONCE(wakeup_state.on, on);
}

#define WAKEUP_TRACER(of, name)						\
	LATENCY_TRACER(&wakeups, of, name, wakeup_start, wakeup_stop,	\
		       wakeup_switched)

static struct latency_tracer wakeup_tracers[] = {
	WAKEUP_TRACER(WAKEUP_ALL, "wakeup"),
	WAKEUP_TRACER(WAKEUP_RT, "wakeup_rt"),
	WAKEUP_TRACER(WAKEUP_DL, "wakeup_dl"),
};

void wakeup_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(wakeup_tracers); i++)
		latency_offer(&wakeup_tracers[i]);
}
