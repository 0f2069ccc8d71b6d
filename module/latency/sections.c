// SPDX-License-Identifier: GPL-2.0
/*
 * The tracers irqsoff, preemptoff and preemptirqsoff: how long interrupts or
 * preemption stay off. They need tracepoints that only some kernels are built
 * with.
 */
#include <linux/bits.h>
#include <linux/kernel.h>

#include "../compat/ftrace.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/hot/state.h"
#include "../tracer/tracer.h"
#include "hot/sections.h"
#include "latency.h"

/*
 * How many functions of the kernel are between the tracepoint and the code that
 * switches interrupts or preemption; stacks leave them out.
 */
#define BELOW_IRQS	1
#define BELOW_PREEMPT	2

static struct latency_probe probes[] = {
	{ "irq_disable", sections_probe_irqs_off, SECTIONS_IRQS,
	  .skip.below = BELOW_IRQS },
	{ "irq_enable", sections_probe_irqs_on, SECTIONS_IRQS,
	  .skip.below = BELOW_IRQS },
	{ "preempt_disable", sections_probe_preempt_off, SECTIONS_PREEMPT,
	  .skip.below = BELOW_PREEMPT },
	{ "preempt_enable", sections_probe_preempt_on, SECTIONS_PREEMPT,
	  .skip.below = BELOW_PREEMPT },
	{ "cpu_idle", sections_probe_idle, SECTIONS_IRQS | SECTIONS_PREEMPT },
	{}
};

static struct latency_kind sections = {
	.hook = {
		.name = "irqsoff",
		.ops = {
			.func = sections_function,
			.flags = TRACED_DIRECTLY,
		},
	},
	.probes = probes,
	.forced = BIT(OPTION_OVERWRITE) | BIT(OPTION_LATENCY_FORMAT) |
		  BIT(OPTION_PAUSE_ON_TRACE),
};

static int sections_start(struct instance *instance, unsigned int what)
{
	int ret;

	if (sections.instance)
		return -EBUSY;
	sections_state.functions = functions_of(instance);
	if (!sections_state.functions)
		return -ENOMEM;
	sections_state.what = what;
	sections_state.instance = instance;
	sections_forget();
	ret = latency_begin(&sections, instance);
	if (!ret)
		WRITE_ONCE(sections_state.on, instance_is_on(instance));
	return ret;
}

static int start_irqs(struct instance *instance)
{
	return sections_start(instance, SECTIONS_IRQS);
}

static int start_preempt(struct instance *instance)
{
	return sections_start(instance, SECTIONS_PREEMPT);
}

static int start_both(struct instance *instance)
{
	return sections_start(instance, SECTIONS_IRQS | SECTIONS_PREEMPT);
}

static void sections_stop(struct instance *instance)
{
	WRITE_ONCE(sections_state.on, false);
	latency_end(&sections);
}

static void sections_switched(struct instance *instance, bool on)
{
	WRITE_ONCE(sections_state.on, on);
}

static int sections_set_option(struct instance *instance,
			       enum instance_option option, bool on)
{
	return latency_set_option(&sections, option, on);
}

#define SECTIONS_TRACER(_name, _start)		\
	{					\
		.name = _name,			\
		.in_instances = true,		\
		.keeps_worst = true,		\
		.start = _start,		\
		.stop = sections_stop,			\
		.switched = sections_switched,		\
		.set_option = sections_set_option,	\
	}

static struct tracer irqsoff = SECTIONS_TRACER("irqsoff", start_irqs);
static struct tracer preemptoff = SECTIONS_TRACER("preemptoff", start_preempt);
static struct tracer preemptirqsoff =
	SECTIONS_TRACER("preemptirqsoff", start_both);

void sections_init(void)
{
	latency_offer(&sections, &irqsoff, SECTIONS_IRQS);
	latency_offer(&sections, &preemptoff, SECTIONS_PREEMPT);
	latency_offer(&sections, &preemptirqsoff,
		      SECTIONS_IRQS | SECTIONS_PREEMPT);
}
