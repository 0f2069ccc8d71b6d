// SPDX-License-Identifier: GPL-2.0
/*
 * The tracers irqsoff, preemptoff and preemptirqsoff: how long interrupts or preemption
 * stay off. They need tracepoints that only some kernels have.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <trace/events/power.h>

#include "../compat/ftrace.h"
#include "../compat/tracepoint.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/hot/state.h"
#include "hot/irqsoff.h"
#include "latency.h"

/*
 * Number of the kernel's functions between the tracepoint and the code that
 * switches. Stack traces leave them out.
 */
#define BELOW_IRQS	1
#define BELOW_PREEMPT	2

/* Only this probe: the other tracepoints are declared only with some options of the kernel. */
CHECK_PROBE(cpu_idle, irqsoff_probe_idle)

static struct latency_probe irqsoff_probes[] = {
	{ "irq_disable", irqsoff_probe_irqs_off, IRQSOFF_IRQS,
	  .skip.below = BELOW_IRQS },
	{ "irq_enable", irqsoff_probe_irqs_on, IRQSOFF_IRQS,
	  .skip.below = BELOW_IRQS },
	{ "preempt_disable", irqsoff_probe_preempt_off, IRQSOFF_PREEMPT,
	  .skip.below = BELOW_PREEMPT },
	{ "preempt_enable", irqsoff_probe_preempt_on, IRQSOFF_PREEMPT,
	  .skip.below = BELOW_PREEMPT },
	{ "cpu_idle", irqsoff_probe_idle, IRQSOFF_IRQS | IRQSOFF_PREEMPT },
	{}
};

static struct latency_kind sections = {
	.hook = LATENCY_HOOK("irqsoff", irqsoff_function),
	.probes = irqsoff_probes,
	.forced = BIT(OPTION_OVERWRITE) | BIT(OPTION_LATENCY_FORMAT) |
		  BIT(OPTION_PAUSE_ON_TRACE),
};

static int irqsoff_start(struct instance *instance,
			 const struct tracer *tracer)
{
	int ret;

	if (sections.instance)
		return -EBUSY;
	ret = functions_prepare(instance);
	if (ret)
		return ret;
	irqsoff_state.functions = instance->functions;
	irqsoff_state.what = latency_of(tracer);
	irqsoff_state.instance = instance;
	irqsoff_forget();
	ret = latency_begin(&sections, instance);
	if (!ret)
		WRITE_ONCE(irqsoff_state.on, instance_is_on(instance));
	return ret;
}

static void irqsoff_stop(struct instance *instance)
{
	WRITE_ONCE(irqsoff_state.on, false);
	latency_end(&sections);
}

static void irqsoff_switched(struct instance *instance, bool on)
{
	WRITE_ONCE(irqsoff_state.on, on);
}

#define IRQSOFF_TRACER(of, name)					\
	LATENCY_TRACER(&sections, of, name, irqsoff_start, irqsoff_stop,	\
		       irqsoff_switched)

static struct latency_tracer irqsoff_tracers[] = {
	IRQSOFF_TRACER(IRQSOFF_IRQS, "irqsoff"),
	IRQSOFF_TRACER(IRQSOFF_PREEMPT, "preemptoff"),
	IRQSOFF_TRACER(IRQSOFF_IRQS | IRQSOFF_PREEMPT, "preemptirqsoff"),
};

void irqsoff_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(irqsoff_tracers); i++)
		latency_offer(&irqsoff_tracers[i]);
}
