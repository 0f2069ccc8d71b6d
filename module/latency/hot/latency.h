/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions for the probes and callbacks of all latency tracers.
 *
 * Context of all functions: any, preemption off.
 */
#ifndef HISTRIG_LATENCY_HOT_LATENCY_H
#define HISTRIG_LATENCY_HOT_LATENCY_H

#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "../../compat/ftrace.h"
#include "../../compat/order.h"
#include "../../function/functions.h"
#include "../../record/hot/context.h"
#include "../../record/hot/output.h"
#include "../../record/internal_events.h"
#include "../../ring/ring.h"

/* latency_now() - read the clock that stamps the records of an instance */
static inline u64 latency_now(const struct instance *instance)
{
	return READ_DEPENDENT(instance->ring)->now();
}

static inline void latency_record_function(struct instance *instance,
					   unsigned long ip,
					   unsigned long parent_ip,
					   struct record_place place)
{
	struct function_record record = { .ip = ip, .parent_ip = parent_ip };

	output_record_at(instance, EVENT_ID_FUNCTION, &record, sizeof(record),
			 place);
}

#if HISTRIG_FUNCTIONS

/* latency_wants() - do the filters select this task's call of the function @ip? */
static __always_inline bool
latency_wants(const struct function_ops *hook,
	      const struct instance_functions *functions, unsigned long ip)
{
	return function_ops_wants(hook, ip) &&
	       pid_filter_wants(&functions->pids, current->pid);
}

/**
 * latency_function_begin() - begin the callback of a hook
 * @hook: the hook
 * @functions: where calls that cannot be recorded are counted
 * @ip: the function that was called
 *
 * Calls while RCU is idle are not counted, because the filters must not be read then.
 *
 * Context: any; RCU may be idle, and preemption may be on.
 * Return: the result of traced_begin(), or -1 if RCU is idle or callbacks must
 * return at once.
 */
static __always_inline int
latency_function_begin(const struct function_ops *hook,
		       struct instance_functions *functions, unsigned long ip)
{
	int context;

	if (callbacks_dead() || unlikely(!rcu_is_watching()))
		return -1;
	context = traced_begin();
	if (unlikely(context < 0)) {
		preempt_disable_notrace();
		/* Not @missed, in which the hook of the event ftrace/function counts. */
		if (latency_wants(hook, functions, ip))
			this_cpu_inc(functions->cpus->untraced);
		preempt_enable_notrace();
	}
	return context;
}

#endif /* HISTRIG_FUNCTIONS */

#endif /* HISTRIG_LATENCY_HOT_LATENCY_H */
