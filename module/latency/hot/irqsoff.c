// SPDX-License-Identifier: GPL-2.0
/* Hits of the tracers irqsoff, preemptoff and preemptirqsoff, see irqsoff.h. */
#include <linux/cpuidle.h>
#include <linux/irqflags.h>
#include <linux/spinlock.h>

#include <trace/events/power.h>

#include "../../compat/probe.h"
#include "../../instance/hot/state.h"
#include "../latency.h"
#include "latency.h"
#include "irqsoff.h"

struct irqsoff_state irqsoff_state = {
	.lock = __ARCH_SPIN_LOCK_UNLOCKED,
};

/**
 * struct section - a CPU's section with interrupts or preemption off
 * @open: the CPU is in a section
 * @busy: a probe is running on the CPU
 * @reported: value of irqsoff_state.reported when the section began
 * @start: when it began
 * @began_at: the code in which it began
 */
struct section {
	bool open;
	int busy;
	unsigned long reported;
	u64 start;
	unsigned long began_at;
};

static DEFINE_PER_CPU(struct section, sections);

void irqsoff_forget(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&sections, cpu), 0, sizeof(struct section));
}

/* Tests whether preemption is off and traced, if preempt_count() is @count. */
static bool off_by_preemption(unsigned int count)
{
	return irqsoff_state.what & IRQSOFF_PREEMPT && count;
}

static bool off_by_irqs(void)
{
	return irqsoff_state.what & IRQSOFF_IRQS && irqs_disabled();
}

static void irqsoff_begin(unsigned long ip, unsigned long parent_ip,
			  unsigned int count)
{
	struct instance *instance = irqsoff_state.instance;
	struct section *section = raw_cpu_ptr(&sections);

	if (!READ_ONCE(irqsoff_state.on) || !instance_is_on(instance) ||
	    section->open || section->busy || !instance_takes_cpu(instance))
		return;
	section->busy = 1;
	barrier();
	section->reported = READ_ONCE(irqsoff_state.reported);
	section->start = latency_now(instance);
	section->began_at = parent_ip ?: ip;
	latency_record_function(instance, ip, parent_ip, record_place(count));
	section->open = true;
	barrier();
	section->busy = 0;
}

/**
 * struct end - the end of a section
 * @probe: the probe that sees the end
 * @caller: the code that called the probe
 * @ended_at: the code in which the section ended
 * @place: the context in which it ended
 */
struct end {
	const struct latency_probe *probe;
	unsigned long caller;
	unsigned long ended_at;
	struct record_place place;
};

/* Records the section's end, and keeps the trace if the section is the worst. */
static void irqsoff_report(const struct section *section,
			   const struct end *end, u64 latency)
{
	struct instance *instance = irqsoff_state.instance;
	struct instance_max_trace worst;

	/* Another CPU may just have reported a longer latency. */
	if (!instance_reports(instance, latency))
		return;
	latency_record_function(instance, end->caller, end->ended_at,
				end->place);
	output_stack_at(instance, &end->probe->skip, end->place);
	if (section->reported != irqsoff_state.reported)
		return;
	memset(&worst, 0, sizeof(worst));
	instance_describe(&worst, current);
	worst.one_cpu = true;
	worst.start = section->start;
	worst.latency = latency;
	worst.began_at = section->began_at;
	worst.ended_at = end->ended_at;
	if (instance_keep_worst(instance, &worst))
		WRITE_ONCE(irqsoff_state.reported, irqsoff_state.reported + 1);
}

static void irqsoff_check(struct section *section, const struct end *end)
{
	struct instance *instance = irqsoff_state.instance;
	u64 latency = latency_now(instance) - section->start;
	unsigned long flags;

	if (instance_reports(instance, latency)) {
		/* Ordinary locks switch interrupts or preemption, which hits our own probes. */
		raw_local_irq_save(flags);
		arch_spin_lock(&irqsoff_state.lock);
		irqsoff_report(section, end, latency);
		arch_spin_unlock(&irqsoff_state.lock);
		raw_local_irq_restore(flags);
	}
	latency_record_function(instance, end->caller, end->ended_at,
				end->place);
}

static void irqsoff_finish(const struct latency_probe *probe,
			   unsigned long caller, unsigned long ip,
			   unsigned long parent_ip, unsigned int count)
{
	struct instance *instance = irqsoff_state.instance;
	struct section *section = raw_cpu_ptr(&sections);
	const struct end end = {
		.probe = probe,
		.caller = caller,
		.ended_at = parent_ip ?: ip,
		.place = record_place(count),
	};

	if (!section->open)
		return;
	section->open = false;
	if (!READ_ONCE(irqsoff_state.on) || !instance_is_on(instance) ||
	    section->busy || !instance_takes_cpu(instance))
		return;
	section->busy = 1;
	barrier();
	latency_record_function(instance, ip, parent_ip, end.place);
	irqsoff_check(section, &end);
	barrier();
	section->busy = 0;
}

/*
 * Interrupts were switched off or on. If preemption is off and traced, the section
 * continues. preempt_count() is higher by PROBE_LEVELS than at the tracepoint.
 */
void irqsoff_probe_irqs_off(void *data, unsigned long ip, unsigned long parent)
{
	const unsigned int count = preempt_count() - PROBE_LEVELS;

	probe_begin(PROBES_PREEMPTIBLE);
	if (!off_by_preemption(count) && off_by_irqs())
		irqsoff_begin(ip, parent, count);
	probe_end(PROBES_PREEMPTIBLE);
}

void irqsoff_probe_irqs_on(void *data, unsigned long ip, unsigned long parent)
{
	const unsigned long caller = (unsigned long)__builtin_return_address(0);
	const unsigned int count = preempt_count() - PROBE_LEVELS;

	probe_begin(PROBES_PREEMPTIBLE);
	if (!off_by_preemption(count) && off_by_irqs())
		irqsoff_finish(data, caller, ip, parent, count);
	probe_end(PROBES_PREEMPTIBLE);
}

void irqsoff_probe_preempt_off(void *data, unsigned long ip,
			       unsigned long parent)
{
	const unsigned int count = preempt_count() - PROBE_LEVELS;

	probe_begin(PROBES_PREEMPTIBLE);
	if (off_by_preemption(count) && !off_by_irqs())
		irqsoff_begin(ip, parent, count);
	probe_end(PROBES_PREEMPTIBLE);
}

void irqsoff_probe_preempt_on(void *data, unsigned long ip,
			      unsigned long parent)
{
	const unsigned long caller = (unsigned long)__builtin_return_address(0);
	const unsigned int count = preempt_count() - PROBE_LEVELS;

	probe_begin(PROBES_PREEMPTIBLE);
	if (off_by_preemption(count) && !off_by_irqs())
		irqsoff_finish(data, caller, ip, parent, count);
	probe_end(PROBES_PREEMPTIBLE);
}

void irqsoff_probe_idle(void *data, unsigned int state, unsigned int cpu)
{
	const unsigned long caller = (unsigned long)__builtin_return_address(0);
	const unsigned int count = preempt_count() - PROBE_LEVELS;

	probe_begin(PROBES_PREEMPTIBLE);
	if (off_by_preemption(count) || off_by_irqs()) {
		if (state == (unsigned int)PWR_EVENT_EXIT)
			irqsoff_begin(caller, 0, count);
		else
			irqsoff_finish(data, caller, caller, 0, count);
	}
	probe_end(PROBES_PREEMPTIBLE);
}

#if HISTRIG_FUNCTIONS
void irqsoff_function(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	const struct function_ops *hook =
		container_of(ops, struct function_ops, ops);
	const unsigned int count = traced_preempt_count();
	struct section *section;
	int context;

	if (likely(!raw_cpu_read(sections.open)))
		return;
	/*
	 * If nothing is off, the task has read @open of another CPU, and then moved to this
	 * CPU.
	 */
	if (!count && !irqs_disabled())
		return;
	context = latency_function_begin(hook, irqsoff_state.functions, ip);
	if (unlikely(context < 0))
		return;
	section = raw_cpu_ptr(&sections);
	if (section->open && !section->busy &&
	    latency_wants(hook, irqsoff_state.functions, ip))
		latency_record_function(irqsoff_state.instance, ip, parent_ip,
					record_place(count));
	traced_end(context);
}
#endif
