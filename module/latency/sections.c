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

static struct latency_tracer tracers[] = {
	LATENCY_TRACER(&sections, SECTIONS_IRQS, "irqsoff", start_irqs,
		       sections_stop, sections_switched),
	LATENCY_TRACER(&sections, SECTIONS_PREEMPT, "preemptoff", start_preempt,
		       sections_stop, sections_switched),
	LATENCY_TRACER(&sections, SECTIONS_IRQS | SECTIONS_PREEMPT,
		       "preemptirqsoff", start_both, sections_stop,
		       sections_switched),
};

void sections_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(tracers); i++)
		latency_offer(&tracers[i]);
}
