/* SPDX-License-Identifier: GPL-2.0 */
/* Following a wakeup until the task runs, for the wakeup tracers. */
#ifndef HISTRIG_LATENCY_HOT_WAKEUP_H
#define HISTRIG_LATENCY_HOT_WAKEUP_H

#include <linux/bits.h>
#include <linux/spinlock_types.h>
#include <linux/types.h>

#include "../../compat/entry.h"
#include "../../compat/tracepoint.h"

struct ftrace_ops;
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

#endif /* HISTRIG_LATENCY_HOT_WAKEUP_H */
