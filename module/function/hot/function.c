// SPDX-License-Identifier: GPL-2.0
/* Recording the calls of functions, see ../functions.h. */
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "../../compat/compiler.h"
#include "../../compat/ftrace.h"
#include "../../compat/order.h"
#include "../../event/hit.h"
#include "../../instance/instance.h"
#include "../../record/hot/output.h"
#include "../../record/hot/put.h"
#include "../../record/hot/saved_cmdlines.h"
#include "../../record/internal_events.h"
#include "../../ring/hot/write.h"
#include "../functions.h"

/*
 * Callbacks may call this function without protection from recursion, so it must not call
 * functions that can be traced. So it reads RCU pointers by rcu_dereference_raw(), which has no
 * checks of lockdep.
 */
bool function_ops_asks(const struct function_ops *hook, unsigned long ip)
{
	const struct function_filter *filter = &hook->instance->functions->filter;
	const struct function_set *only, *never;

	if (!READ_ONCE(hook->live))
		return false;
	only = rcu_dereference_raw(filter->sets[hook->only]);
	never = hook->only == FUNCTIONS_FILTER ?
			rcu_dereference_raw(filter->sets[FUNCTIONS_NOTRACE]) :
			NULL;
	return (!only || function_set_has(only, ip)) &&
	       !(never && function_set_has(never, ip));
}

/* A call, with the registers where record_regs() finds them. */
struct function_hit {
	struct traced_copy copy;
	struct pt_regs *regs;
	struct function_record record;
};

static noinline void function_miss(struct instance_functions *functions)
{
	this_cpu_inc(functions->cpus->missed);
	if (READ_ONCE(functions->traced))
		this_cpu_inc(functions->cpus->untraced);
}

/*
 * Counts a call while RCU is idle, if there are no filters. Such a call cannot check
 * filters, because the sets of pids and functions are freed without waiting for it; and
 * filters rarely select the idle task.
 */
static noinline void function_miss_in_idle(struct instance_functions *functions)
{
	if (!rcu_access_pointer(functions->pids.only) &&
	    !READ_ONCE(functions->hook.checks))
		function_miss(functions);
}

/* Counts a call from within a callback, if the filters select it. */
static noinline void miss_nested(struct instance_functions *functions,
				 unsigned long ip)
{
	preempt_disable_notrace();
	if (function_ops_wants(&functions->hook, ip) &&
	    pid_filter_wants(&functions->pids, current->pid))
		function_miss(functions);
	preempt_enable_notrace();
}

/*
 * Returns true if a call repeats the previous one on this CPU, or is not to be recorded.
 * Otherwise records how often the previous call was repeated. Like in the kernel, this record
 * may name a wrong function if an interrupt arrives while is_repeat() runs.
 */
static bool is_repeat(struct instance_functions *functions,
		      const struct function_record *call)
{
	struct function_cpu *cpu = this_cpu_ptr(functions->cpus);
	struct instance *instance = functions->hook.instance;
	const unsigned int state = READ_ONCE(instance->state);
	struct repeats_record record __uninitialized;
	/* On another CPU, functions_forget_untraced() may reset ->ip and ->repeats now. */
	const unsigned long ip = READ_ONCE(cpu->ip);
	const u16 repeats = READ_ONCE(cpu->repeats);
	u64 now, delta;

	if (unlikely(state != INSTANCE_ON) && !records_here(instance, state))
		return true;
	now = ring_stamp(READ_DEPENDENT(instance->ring));
	if (ip == call->ip && cpu->parent_ip == call->parent_ip &&
	    repeats < U16_MAX) {
		cpu->last_ts = now;
		cpu->repeats++;
		return true;
	}
	/* @ip is 0 if the buffer was emptied while a call was counted as a repeat. */
	if (repeats && ip) {
		delta = now - cpu->last_ts;
		record.ip = ip;
		record.parent_ip = cpu->parent_ip;
		record.count = repeats;
		record.delta_high = delta >> 32;
		record.delta_low = delta;
		output_record(instance, EVENT_ID_REPEATS, &record,
			      sizeof(record));
	}
	cpu->repeats = 0;
	cpu->ip = call->ip;
	cpu->parent_ip = call->parent_ip;
	return false;
}

static bool record_args(struct instance *instance,
			const struct function_hit *hit)
{
	struct function_args_record record __uninitialized;
	unsigned int i;

	record.call = hit->record;
	for (i = 0; i < FUNCTION_ARGS; i++)
		record.args[i] = traced_argument(hit->regs, i);
	return output_record(instance, EVENT_ID_FUNCTION, &record,
			     sizeof(record));
}

/* Options that need more than a record of the call. */
#define MORE_OPTIONS	(BIT(OPTION_FUNC_STACK_TRACE) |		\
			 BIT(OPTION_FUNC_NO_REPEATS) |		\
			 BIT(OPTION_FUNC_ARGS) | BIT(OPTION_RECORD_TGID))

static void record_more(struct instance_functions *functions,
			struct instance *instance, struct function_hit *hit)
{
	bool done;

	if (instance_option(instance, OPTION_FUNC_NO_REPEATS) &&
	    is_repeat(functions, &hit->record))
		return;
	if (instance_option(instance, OPTION_FUNC_ARGS) && hit->regs)
		done = record_args(instance, hit);
	else
		done = output_record(instance, EVENT_ID_FUNCTION, &hit->record,
				     sizeof(hit->record));
	if (!done)
		return;
	if (instance_option(instance, OPTION_RECORD_TGID))
		tgid_save();
	if (instance_option(instance, OPTION_FUNC_STACK_TRACE))
		output_stack_from(instance, hit->regs);
}

/* Not inlined, so that a call that is only for triggers does not save registers. */
static noinline void record_call(struct instance_functions *functions,
				 struct function_hit *hit)
{
	struct instance *instance = functions->hook.instance;

	if (unlikely(READ_ONCE(instance->options) & MORE_OPTIONS))
		record_more(functions, instance, hit);
	else
		put_record(instance, EVENT_ID_FUNCTION, &hit->record,
			   sizeof(hit->record), NULL);
}

static __always_inline void
function_take_hit(struct instance_functions *functions, unsigned long ip,
		  unsigned long parent_ip, struct ftrace_regs *regs)
{
	struct function_hit hit __uninitialized;
	struct event_file *file;

	hit.regs = traced_regs(regs, &hit.copy);
	hit.record.ip = ip;
	hit.record.parent_ip = parent_ip;
	if (READ_ONCE(functions->traced))
		record_call(functions, &hit);
	/* Pairs with function_feed(). */
	file = READ_DEPENDENT(functions->file);
	if (file)
		event_hit(file, &hit.record, sizeof(hit.record));
}

/* Checks the filters. Not inlined, so that hits without filters do not save registers. */
static noinline void take_selected_hit(struct instance_functions *functions,
				       unsigned long ip,
				       unsigned long parent_ip,
				       struct ftrace_regs *regs)
{
	if (function_ops_wants(&functions->hook, ip) &&
	    pid_filter_wants(&functions->pids, current->pid))
		function_take_hit(functions, ip, parent_ip, regs);
}

void function_callback(unsigned long ip, unsigned long parent_ip,
		       struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct instance_functions *functions =
		container_of(ops, struct instance_functions, hook.ops);
	int context;

	if (callbacks_dead())
		return;
	if (unlikely(!traced_rcu_watching())) {
		function_miss_in_idle(functions);
		return;
	}
	context = traced_begin();
	if (unlikely(context < 0)) {
		miss_nested(functions, ip);
		return;
	}
	if (unlikely(READ_ONCE(functions->hook.checks) ||
		     pid_filter_is_set(&functions->pids)))
		take_selected_hit(functions, ip, parent_ip, regs);
	else
		function_take_hit(functions, ip, parent_ip, regs);
	traced_end(context);
}
