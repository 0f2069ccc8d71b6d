// SPDX-License-Identifier: GPL-2.0
/* Hits of the wakeup tracers, see wakeup.h. */
#include <linux/sched.h>
#include <linux/sched/deadline.h>
#include <linux/sched/rt.h>
#include <linux/spinlock.h>

#include "../../compat/probe.h"
#include "../../instance/hot/state.h"
#include "../../record/hot/saved_cmdlines.h"
#include "../../record/hot/stack.h"
#include "../../record/internal_events.h"
#include "../latency.h"
#include "latency.h"
#include "wakeup.h"

struct wakeup_state wakeup_state = {
	.lock = __ARCH_SPIN_LOCK_UNLOCKED,
	.prio = -1,
};

/*
 * Not 0 while a probe of this file, wakeup_function() or wakeup_forget() is running on the CPU.
 * During this time, calls of functions are not recorded, and wakeups are ignored.
 */
static DEFINE_PER_CPU(int, in_probe);

static void wakeup_drop_task(void)
{
	wakeup_state.cpu = -1;
	wakeup_state.prio = -1;
	wakeup_state.deadline = false;
	WRITE_ONCE(wakeup_state.task, NULL);
}

void wakeup_forget(void)
{
	unsigned long flags;

	local_irq_save(flags);
	this_cpu_inc(in_probe);
	arch_spin_lock(&wakeup_state.lock);
	wakeup_drop_task();
	arch_spin_unlock(&wakeup_state.lock);
	this_cpu_dec(in_probe);
	local_irq_restore(flags);
}

/* Returns false if the CPU is already in a probe, or not in tracing_cpumask. */
static bool wakeup_enter(void)
{
	if (this_cpu_inc_return(in_probe) == 1 &&
	    instance_takes_cpu(wakeup_state.instance))
		return true;
	this_cpu_dec(in_probe);
	return false;
}

static void wakeup_leave(void)
{
	this_cpu_dec(in_probe);
}

static void record_tasks(u16 type, struct task_struct *prev,
			 struct task_struct *next, struct record_place place)
{
	struct switch_record record = {
		.prev_pid = prev->pid,
		.prev_prio = prev->prio,
		.prev_state = task_state_index(prev),
		.next_pid = next->pid,
		.next_prio = next->prio,
		.next_state = task_state_index(next),
		.next_cpu = task_cpu(next),
	};

	output_record_at(wakeup_state.instance, type, &record, sizeof(record),
			 place);
}

/* Tests whether to trace a task. A more urgent task replaces the one traced now. */
static bool wakeup_is_wanted(const struct task_struct *task)
{
	const bool deadline = dl_prio(task->prio);

	if (wakeup_state.deadline)
		return false;
	if (wakeup_state.tasks == WAKEUP_DL && !deadline)
		return false;
	if (wakeup_state.tasks == WAKEUP_RT && !deadline &&
	    !rt_prio(task->prio))
		return false;
	return deadline || (unsigned int)task->prio < wakeup_state.prio;
}

/*
 * Records a function and its caller, @level levels above the hit. Like the kernel, finds them by
 * frame pointers; on kernels without these, records @ip and no caller.
 */
static void record_caller(const struct latency_probe *probe, unsigned long ip,
			  unsigned int level, struct record_place place)
{
	unsigned long callers[3 + STACK_SLACK] = {};
	unsigned int nr;

	callers[level] = ip;
	if (IS_ENABLED(CONFIG_FRAME_POINTER)) {
		nr = stack_collect(callers, level + 2, &probe->skip);
		memset(callers + nr, 0, sizeof(callers) - nr * sizeof(*callers));
		if (nr <= level)
			callers[level] = ip;
	}
	latency_record_function(wakeup_state.instance, callers[level],
				callers[level + 1], place);
}

static void take_wakeup(const struct latency_probe *probe,
			struct task_struct *task, struct record_place place)
{
	struct instance *instance = wakeup_state.instance;

	wakeup_drop_task();
	wakeup_state.cpu = task_cpu(task);
	WRITE_ONCE(wakeup_state.current_cpu, wakeup_state.cpu);
	wakeup_state.prio = task->prio;
	wakeup_state.deadline = dl_prio(task->prio);
	wakeup_state.pid = task->pid;
	wakeup_state.start = latency_now(instance);
	WRITE_ONCE(wakeup_state.task, task);

	cmdline_save_task(task);
	record_tasks(EVENT_ID_WAKEUP, current, task, place);
	output_stack_at(instance, &probe->skip, place);
	record_caller(probe, 0, 1, place);
}

void wakeup_probe_wakeup(void *data, struct task_struct *task)
{
	const unsigned int count = preempt_count();
	struct record_place place;
	unsigned long flags;

	if (!READ_ONCE(wakeup_state.on))
		return;
	probe_begin(PROBES_PREEMPTIBLE);
	if (wakeup_is_wanted(task) &&
	    (dl_prio(task->prio) || task->prio < current->prio) &&
	    wakeup_enter()) {
		place = record_place(count);
		/*
		 * The lock needs interrupts off. A task that wakes itself may have them on.
		 */
		raw_local_irq_save(flags);
		arch_spin_lock(&wakeup_state.lock);
		if (READ_ONCE(wakeup_state.on) && wakeup_is_wanted(task))
			take_wakeup(data, task, place);
		arch_spin_unlock(&wakeup_state.lock);
		raw_local_irq_restore(flags);
		wakeup_leave();
	}
	probe_end(PROBES_PREEMPTIBLE);
}

void wakeup_probe_migrate(void *data, struct task_struct *task, int cpu)
{
	if (task == READ_ONCE(wakeup_state.task))
		WRITE_ONCE(wakeup_state.current_cpu, cpu);
}

/* The traced task begins to run, so its latency ends. */
static void take_switch(const struct latency_probe *probe, unsigned long ip,
			struct task_struct *prev, struct task_struct *next,
			struct record_place place)
{
	struct instance *instance = wakeup_state.instance;
	struct instance_max_trace worst;
	u64 latency;

	record_caller(probe, ip, 0, place);
	record_tasks(EVENT_ID_SWITCH, prev, next, place);
	output_stack_at(instance, &probe->skip, place);

	latency = latency_now(instance) - wakeup_state.start;
	if (!instance_reports(instance, latency))
		return;
	memset(&worst, 0, sizeof(worst));
	instance_describe(&worst, next);
	worst.cpu = wakeup_state.cpu;
	worst.start = wakeup_state.start;
	worst.latency = latency;
	if (instance_keep_worst(instance, &worst))
		cmdline_save_task(next);
}

static bool is_traced(const struct task_struct *task)
{
	return READ_ONCE(wakeup_state.on) &&
	       task == READ_ONCE(wakeup_state.task) &&
	       task->pid == READ_ONCE(wakeup_state.pid);
}

/*
 * Drops the traced task if it runs without a switch that is recorded: it was woken before it
 * slept, or begins to run on a CPU that is not in tracing_cpumask. Its next switch may come after
 * a sleep, which is no latency. Interrupts are off, as in wakeup_probe_switch().
 */
static void drop_if_ran(const struct task_struct *prev, const struct task_struct *next)
{
	arch_spin_lock(&wakeup_state.lock);
	if (is_traced(prev) || is_traced(next))
		wakeup_drop_task();
	arch_spin_unlock(&wakeup_state.lock);
}

void wakeup_probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next SCHED_SWITCH_STATE)
{
	unsigned long ip = (unsigned long)__builtin_return_address(0);
	unsigned int count = preempt_count();

	if (likely(!is_traced(next) && !is_traced(prev)))
		return;
	probe_begin(PROBES_PREEMPTIBLE);
	if (is_traced(prev) || !instance_takes_cpu(wakeup_state.instance)) {
		drop_if_ran(prev, next);
	} else if (wakeup_enter()) {
		/* The lock needs interrupts off, as they are in this probe. */
		arch_spin_lock(&wakeup_state.lock);
		if (is_traced(next)) {
			take_switch(data, ip, prev, next,
				    record_place(count));
			wakeup_drop_task();
		}
		arch_spin_unlock(&wakeup_state.lock);
		wakeup_leave();
	}
	probe_end(PROBES_PREEMPTIBLE);
}

#if HISTRIG_FUNCTIONS
static bool is_current_cpu(void)
{
	return raw_smp_processor_id() == READ_ONCE(wakeup_state.current_cpu);
}

void wakeup_function(unsigned long ip, unsigned long parent_ip,
		     struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	const struct function_ops *hook =
		container_of(ops, struct function_ops, ops);
	const unsigned int count = traced_preempt_count();
	int context;

	if (likely(!READ_ONCE(wakeup_state.task)) || !is_current_cpu())
		return;
	context = latency_function_begin(hook, wakeup_state.functions, ip);
	if (unlikely(context < 0))
		return;
	if (is_current_cpu() && wakeup_enter()) {
		if (latency_wants(hook, wakeup_state.functions, ip))
			latency_record_function(wakeup_state.instance, ip,
						parent_ip,
						record_place(count));
		wakeup_leave();
	}
	traced_end(context);
}
#endif
