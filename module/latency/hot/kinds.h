/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What hits of the three kinds of latency tracers follow: a wakeup, until the task runs; a
 * section of code with interrupts or preemption off; a late timer.
 */
#ifndef HISTRIG_LATENCY_HOT_KINDS_H
#define HISTRIG_LATENCY_HOT_KINDS_H

#include <linux/bits.h>
#include <linux/hrtimer.h>
#include <linux/spinlock_types.h>
#include <linux/types.h>

#include "../../compat/ftrace.h"
#include "../../compat/tracepoint.h"
#include "../../event/event.h"
#include "../../event/record.h"

struct instance;
struct instance_functions;
struct task_struct;

/* The tasks whose wakeups a tracer traces. */
enum wakeup_tasks {
	WAKEUP_ALL = BIT(0),
	WAKEUP_RT = BIT(1),	/* real-time and deadline tasks */
	WAKEUP_DL = BIT(2),
};

/**
 * struct wakeup_state - the wakeup that is being traced
 * @on: wakeups are traced
 * @tasks: WAKEUP_*
 * @instance: the instance
 * @functions: its functions
 * @lock: guards the members below. Taken in probes of the scheduler with interrupts off,
 *	so it is a raw lock that lockdep does not check
 * @task: the task that was woken and has still to run, or NULL. There is no reference to
 *	it, so the pointer may only be compared
 * @pid: its pid, which differs from that of a new task at the same address
 * @cpu: the CPU that it was woken on
 * @current_cpu: the CPU that it will run on; written without @lock
 * @prio: its priority
 * @deadline: it is a deadline task, so no other task replaces it
 * @start: when it was woken
 */
struct wakeup_state {
	bool on;
	enum wakeup_tasks tasks;
	struct instance *instance;
	struct instance_functions *functions;
	arch_spinlock_t lock;
	const struct task_struct *task;
	int pid;
	int cpu;
	int current_cpu;
	unsigned int prio;
	bool deadline;
	u64 start;
};

extern struct wakeup_state wakeup_state;

/* wakeup_forget() - forget the traced task; interrupts on or off */
void wakeup_forget(void);

/*
 * Probes of sched_wakeup and sched_wakeup_new, of sched_migrate_task, and of sched_switch.
 * @data is the struct latency_probe.
 */
void wakeup_probe_wakeup(void *data, struct task_struct *task);
void wakeup_probe_migrate(void *data, struct task_struct *task, int cpu);
void wakeup_probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next SCHED_SWITCH_STATE);

/* The callback in @hook of the struct latency_kind. */
void wakeup_function(unsigned long ip, unsigned long parent_ip,
		     struct ftrace_ops *ops, struct ftrace_regs *regs);

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
 * @reported: number of sections whose traces were kept. If this number changes within a
 *	section, that section's trace is not kept, because the ring was exchanged
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

/*
 * Each CPU has a periodic timer, which cannot run while interrupts are off. It runs as soon
 * as interrupts are on again. So it is late, and the code that it interrupts is the code that
 * has switched interrupts on.
 */

/**
 * struct lateness_record - a late timer, as the event ftrace/lateness
 * @header: the common fields
 * @ip: the code that the timer interrupted; 0 for code in user space
 * @ns: how late the timer was
 */
struct lateness_record {
	struct record_header header;
	unsigned long ip;
	u64 ns;
};

/* The default period in microseconds. */
#define LATENESS_PERIOD_US	100

/**
 * struct lateness_state - state that late timers read
 * @period: minimum time in nanoseconds from the end of a timer's function to its next
 *	expiry
 * @instance: the instance that has the tracer, or NULL
 * @lock: held while a late timer is recorded in @instance, so that of several late timers
 *	the trace of the worst is kept. Hits take it with interrupts off, so it is a raw
 *	lock that lockdep does not check
 */
struct lateness_state {
	u64 period;
	struct instance *instance;
	arch_spinlock_t lock;
};

extern struct lateness_state lateness_state;
extern struct event lateness_event;

/* The function of the timers. */
enum hrtimer_restart lateness_expired(struct hrtimer *timer);

#endif /* HISTRIG_LATENCY_HOT_KINDS_H */
