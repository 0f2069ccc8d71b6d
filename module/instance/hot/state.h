/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of an instance that hits read and change: whether it records, and which of its two
 * rings receives the records.
 */
#ifndef HISTRIG_INSTANCE_STATE_H
#define HISTRIG_INSTANCE_STATE_H

#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/sched/prio.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "../instance.h"

/* instance_is_on() - test whether tracing_on shows 1; any context */
static inline bool instance_is_on(const struct instance *instance)
{
	return READ_ONCE(instance->state) & INSTANCE_ON;
}

/* instance_takes_cpu() - test whether tracing_cpumask contains this CPU; preemption off */
static inline bool instance_takes_cpu(const struct instance *instance)
{
	return !(READ_ONCE(instance->state) & INSTANCE_SOME_CPUS) ||
	       cpumask_test_cpu(raw_smp_processor_id(), instance->cpus);
}

/*
 * instance_set_state() - set or clear a bit INSTANCE_* of ->state; any context. Returns true
 * if the bit has changed
 */
bool instance_set_state(struct instance *instance, unsigned int bit, bool on);

/*
 * instance_set_on() - start or stop recording hits, as tracing_on does; any context.
 * Stopping wakes the readers that wait. Returns true if the state has changed.
 */
bool instance_set_on(struct instance *instance, bool on);

/* instance_wake_all() - make all waiting readers return; any context */
void instance_wake_all(struct instance *instance);

/**
 * instance_take_snapshot() - exchange the two rings
 * @instance: the instance
 *
 * Does nothing if the instance has no ring for snapshots, or if another CPU or a task holds
 * @swapping for longer than a hit may wait.
 *
 * Context: any.
 * Return: true if the rings were exchanged.
 */
bool instance_take_snapshot(struct instance *instance);

/*
 * tracing_thresh in nanoseconds. If it is not 0, tracers keep the trace of every latency of
 * at least this length, otherwise of each new maximum.
 */
extern unsigned long tracing_thresh;

/* instance_reports() - test whether to keep the trace of a latency */
static inline bool instance_reports(const struct instance *instance,
				    u64 latency)
{
	const unsigned long threshold = READ_ONCE(tracing_thresh);

	return threshold ? latency >= threshold :
			   latency > READ_ONCE(instance->max_latency);
}

/**
 * instance_keep_worst() - keep the trace of a latency as a snapshot
 * @instance: the instance
 * @worst: facts about the latency; @worst->latency becomes tracing_max_latency
 *
 * Does nothing while the instance is paused, while a file that shows the snapshot is open,
 * or if instance_take_snapshot() would do nothing.
 *
 * Context: any, interrupts off.
 * Return: true if the trace was kept.
 */
bool instance_keep_worst(struct instance *instance,
			 const struct instance_max_trace *worst);

/**
 * instance_describe() - describe a task in a struct instance_max_trace
 * @worst: filled in, except for @latency, @start, @one_cpu, @began_at and @ended_at
 * @task: the task
 *
 * Context: any that may use RCU; preemption off.
 */
static inline void instance_describe(struct instance_max_trace *worst,
				     struct task_struct *task)
{
	worst->cpu = raw_smp_processor_id();
	worst->pid = task->pid;
	worst->uid = task == current ? current_uid() : task_uid(task);
	worst->nice = task->static_prio - 20 - MAX_RT_PRIO;
	worst->policy = task->policy;
	worst->rt_priority = task->rt_priority;
	memcpy(worst->comm, task->comm, TASK_COMM_LEN);
}

#endif /* HISTRIG_INSTANCE_STATE_H */
