/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sections of code with interrupts or preemption off, as the tracers irqsoff,
 * preemptoff and preemptirqsoff see them.
 */
#ifndef HISTRIG_LATENCY_HOT_IRQSOFF_H
#define HISTRIG_LATENCY_HOT_IRQSOFF_H

#include <linux/spinlock_types.h>
#include <linux/types.h>

#include "../../compat/entry.h"

struct event;
struct ftrace_ops;
struct instance;
struct instance_functions;

/* What must be off in a section that is traced; either of the two if both bits are set. */
#define IRQSOFF_IRQS		BIT(0)
#define IRQSOFF_PREEMPT	BIT(1)

/**
 * struct irqsoff_state - the sections that are being traced
 * @on: sections are traced
 * @what: IRQSOFF_*
 * @instance: the instance
 * @functions: its functions
 * @lock: held while a section is reported. It is taken where interrupts are switched, so
 *	it is a raw lock that lockdep does not check
 * @reported: number of traces that were kept. If it changes within a section, that section's
 *	trace is not kept, because the ring was exchanged
 */
struct irqsoff_state {
	bool on;
	unsigned int what;
	struct instance *instance;
	struct instance_functions *functions;
	arch_spinlock_t lock;
	unsigned long reported;
};

extern struct irqsoff_state irqsoff_state;

/* irqsoff_forget() - forget the sections of all CPUs; no probe may be running */
void irqsoff_forget(void);

/*
 * Probes of irq_disable and irq_enable, of preempt_disable and preempt_enable, and of
 * cpu_idle, because sections exclude a CPU's idle time. @data is the struct latency_probe.
 */
void irqsoff_probe_irqs_off(void *data, unsigned long ip, unsigned long parent);
void irqsoff_probe_irqs_on(void *data, unsigned long ip, unsigned long parent);
void irqsoff_probe_preempt_off(void *data, unsigned long ip,
			       unsigned long parent);
void irqsoff_probe_preempt_on(void *data, unsigned long ip,
			      unsigned long parent);
void irqsoff_probe_idle(void *data, unsigned int state, unsigned int cpu);

/* The callback in @hook of the struct latency_kind. */
void irqsoff_function(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *regs);

#endif /* HISTRIG_LATENCY_HOT_IRQSOFF_H */
