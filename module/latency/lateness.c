// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer lateness and the event ftrace/lateness: how late timers are. On kernels
 * without tracepoints for interrupts off and on, this is as near to irqsoff as a module
 * can get.
 *
 * All instances share one timer per online CPU. The timers run while an instance has the
 * tracer, or the event has triggers.
 */
#include <linux/cpuhotplug.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>

#include "../compat/hrtimer.h"
#include "../compat/log.h"
#include "../event/event_file.h"
#include "../event/print.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../record/internal_events.h"
#include "hot/lateness.h"
#include "latency.h"

/* Limits of the period in microseconds. Below the minimum, timers would fill a CPU's time. */
#define PERIOD_MIN	20
#define PERIOD_MAX	1000000

static unsigned int period_us = LATENESS_PERIOD_US;

/* Sets the parameter lateness_us. Timers use the new period from their next expiry on. */
static int set_period(const char *text, const struct kernel_param *parameter)
{
	unsigned int value;
	int ret = kstrtouint(text, 0, &value);

	if (ret)
		return ret;
	if (value < PERIOD_MIN || value > PERIOD_MAX)
		return -EINVAL;
	period_us = value;
	WRITE_ONCE(lateness_state.period, value * (u64)NSEC_PER_USEC);
	return 0;
}

static const struct kernel_param_ops period_ops = {
	.set = set_period,
	.get = param_get_uint,
};

module_param_cb(lateness_us, &period_ops, &period_us, 0644);
MODULE_PARM_DESC(lateness_us, "period of the timers of the tracer lateness in microseconds: 20 to 1000000");

static DEFINE_PER_CPU(struct hrtimer, timers);

/*
 * The state of CPU hotplug that calls start_cpu() and stop_cpu(). While timers run, it has
 * one instance, @hotplug_node.
 */
static int hotplug_state;
static struct hlist_node hotplug_node;

/* Number of users of the timers; under event_mutex. */
static unsigned int users;

/* Runs on each CPU that is online when timers start, or that comes online later. */
static int start_cpu(unsigned int cpu, struct hlist_node *node)
{
	struct hrtimer *timer = this_cpu_ptr(&timers);

	compat_hrtimer_setup(timer, lateness_expired,
			     HRTIMER_MODE_ABS_PINNED_HARD);
	hrtimer_start(timer,
		      ktime_add_ns(ktime_get(),
				   READ_ONCE(lateness_state.period)),
		      HRTIMER_MODE_ABS_PINNED_HARD);
	return 0;
}

/* Runs on each CPU when timers stop, or before the CPU goes offline. */
static int stop_cpu(unsigned int cpu, struct hlist_node *node)
{
	hrtimer_cancel(this_cpu_ptr(&timers));
	return 0;
}

static int get_timers(void)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	/* Without high-resolution timers, all timers are late. */
	if (hrtimer_resolution > NSEC_PER_USEC) {
		pr_info_ratelimited("the tracer lateness was not started, because the kernel uses no high-resolution timers; see CONFIG_HIGH_RES_TIMERS and the boot parameter highres=\n");
		return -EINVAL;
	}
	if (!users)
		ret = cpuhp_state_add_instance(hotplug_state, &hotplug_node);
	if (!ret)
		users++;
	return ret;
}

/* When this returns to the last user, no timer's function is running any more. */
static void put_timers(void)
{
	lockdep_assert_held(&event_mutex);
	if (!--users)
		cpuhp_state_remove_instance(hotplug_state, &hotplug_node);
}

static struct latency_probe no_probes[] = { {} };

static struct latency_kind lateness = {
	.probes = no_probes,
	.forced = BIT(OPTION_OVERWRITE) | BIT(OPTION_LATENCY_FORMAT),
};

static int lateness_start(struct instance *instance,
			  const struct tracer *tracer)
{
	int ret;

	ret = functions_prepare(instance) ?: latency_begin(&lateness, instance);
	if (ret)
		return ret;
	/* Pairs with lateness_take(), which may already run for triggers. */
	smp_store_release(&lateness_state.instance, instance);
	ret = get_timers();
	if (ret) {
		WRITE_ONCE(lateness_state.instance, NULL);
		latency_end(&lateness);
	}
	return ret;
}

static void lateness_stop(struct instance *instance)
{
	WRITE_ONCE(lateness_state.instance, NULL);
	put_timers();
	/* Also waits for running functions of timers that other users still need. */
	latency_end(&lateness);
}

static struct latency_tracer tracer =
	LATENCY_TRACER(&lateness, 0, "lateness", lateness_start, lateness_stop,
		       NULL);

static int lateness_feed(struct event_file *file, bool wanted)
{
	if (wanted)
		return get_timers();
	put_timers();
	return 0;
}

static void lateness_print(struct event_print *print, const void *record)
{
	const struct lateness_record *late = record;

	event_printf(print, "%llu ns, ended at %ps", late->ns,
		     (void *)late->ip);
}

static struct event_field fields[] = {
	EVENT_FIELD(unsigned long, ip),
	EVENT_FIELD(u64, ns),
};

static const struct event_class class = {
	.fields = fields,
	.nr_fields = ARRAY_SIZE(fields),
	.record_size = sizeof(struct lateness_record),
	.print_fmt = "\"%llu ns, ended at %ps\", REC->ns, (void *)REC->ip",
	.print = lateness_print,
	.feed = lateness_feed,
	.has_regs = true,
};

struct event lateness_event =
	INTERNAL_EVENT(lateness_event.files, lateness, class, EVENT_TRIGGERED);

int lateness_init(void)
{
	int ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN,
					  "trace/histrig:lateness", start_cpu,
					  stop_cpu);

	if (ret < 0)
		return ret;
	hotplug_state = ret;
	latency_offer(&tracer);
	return internal_event_add(&lateness_event, 0);
}

void latency_exit(void)
{
	if (hotplug_state)
		cpuhp_remove_multi_state(hotplug_state);
}
