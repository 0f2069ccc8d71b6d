// SPDX-License-Identifier: GPL-2.0
/* Recording calls and returns in an instance, see ../graph.h. */
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "../../compat/compiler.h"
#include "../../compat/ftrace.h"
#include "../../compat/order.h"
#include "../../event/hit.h"
#include "../../function/filter.h"
#include "../../function/functions.h"
#include "../../function/hot/set.h"
#include "../../instance/hot/state.h"
#include "../../instance/instance.h"
#include "../../record/hot/context.h"
#include "../../record/hot/output.h"
#include "../../record/hot/put.h"
#include "../../record/internal_events.h"
#include "../graph.h"

/* Flags of a call. */
#define CALL_RECORDED	BIT(0)	/* the tracer records it */
#define CALL_SELECTED	BIT(1)	/* this or a call around it is in set_graph_function */
#define CALL_IN_IRQ	BIT(2)	/* an interrupt made the selected call */
#define CALL_QUIET	BIT(3)	/* in set_graph_notrace: not recorded, like calls within it */

static __always_inline bool record_begin(struct instance *instance,
					 unsigned long ip, unsigned int depth)
{
	struct graph_entry_record record __uninitialized;
	u16 outer = record_forward_begin(ENTER_LEVELS, false);
	bool ret;

	record.func = ip;
	record.depth = depth;
	ret = put_record(instance, EVENT_ID_GRAPH_ENTRY, &record,
			 sizeof(record), NULL);
	record_forward_end(outer);
	return ret;
}

static noinline bool record_begin_more(struct instance *instance,
				       unsigned long ip, unsigned long parent,
				       unsigned int depth, struct pt_regs *regs)
{
	struct graph_entry_more_record record __uninitialized;
	u16 outer = record_forward_begin(ENTER_LEVELS, false);
	unsigned int i, nr = 0;
	bool ret;

	record.entry.func = ip;
	record.entry.depth = depth;
	if (instance_option(instance, OPTION_GRAPH_RETADDR))
		record.words[nr++] = parent;
	if (instance_option(instance, OPTION_GRAPH_ARGS))
		for (i = 0; i < FUNCTION_ARGS; i++)
			record.words[nr++] = traced_argument(regs, i);
	ret = output_record(instance, EVENT_ID_GRAPH_ENTRY, &record,
			    offsetof(struct graph_entry_more_record, words[nr]));
	record_forward_end(outer);
	return ret;
}

static __always_inline bool graph_begin(struct instance *instance,
					unsigned long ip, unsigned long parent,
					unsigned int depth, struct pt_regs *regs)
{
	const unsigned long more = BIT(OPTION_GRAPH_ARGS) | BIT(OPTION_GRAPH_RETADDR);

	return unlikely(READ_ONCE(instance->options) & more) ?
	       record_begin_more(instance, ip, parent, depth, regs) :
	       record_begin(instance, ip, depth);
}

static __always_inline bool is_quiet(unsigned long ip)
{
	const struct function_set *set =
		rcu_dereference_raw(graph_filter.sets[FUNCTIONS_NOTRACE]);

	return unlikely(set) && function_set_has(set, ip);
}

/* Returns a call's flags, or CALL_PASS if set_graph_function does not select it. */
static __always_inline int select_call(unsigned long ip)
{
	const struct function_set *set =
		rcu_dereference_raw(graph_filter.sets[FUNCTIONS_FILTER]);

	if (likely(!set))
		return 0;
	if (!function_set_has(set, ip))
		return CALL_PASS;
	return CALL_SELECTED | (hardirq_count() ? CALL_IN_IRQ : 0);
}

/*
 * Sets of pids are freed without waiting for code that runs while RCU is idle, so such
 * code must not read them. It runs in the idle task, which is selected only if there is
 * no set of selected pids.
 */
bool graph_task_selected(struct calls *calls)
{
	struct instance_graph *graph =
		container_of(calls, struct instance_graph, calls);
	const struct pid_filter *pids = &graph->functions->pids;
	bool selected;

	if (!rcu_is_watching())
		return !rcu_access_pointer(pids->only);
	preempt_disable_notrace();
	selected = pid_filter_wants(pids, current->pid);
	preempt_enable_notrace();
	return selected;
}

int graph_call_begins(struct calls *calls, unsigned long ip, unsigned int depth,
		      unsigned int around)
{
	struct instance_graph *graph =
		container_of(calls, struct instance_graph, calls);
	struct instance *instance = graph->instance;
	const unsigned int deepest = READ_ONCE(graph_max_depth);
	int flags = around & (CALL_SELECTED | CALL_IN_IRQ);
	unsigned int state;

	if (unlikely(around & CALL_QUIET))
		return CALL_PASS;
	/* Do not record this call or those within it; follow it only to see its end. */
	if (is_quiet(ip))
		return flags | CALL_QUIET;
	if (!pid_filter_wants(&graph->functions->pids, current->pid))
		return CALL_PASS;
	if (unlikely(deepest) && depth >= deepest)
		return CALL_PASS;
	if (!flags)
		flags = select_call(ip);
	if (unlikely(flags < 0))
		return CALL_PASS;
	if (unlikely(!instance_option(instance, OPTION_GRAPH_IRQS)) &&
	    hardirq_count() && !(flags & CALL_IN_IRQ))
		return CALL_PASS;
	state = READ_ONCE(instance->state);
	if (READ_ONCE(graph->traced) &&
	    (likely(state == INSTANCE_ON) || records_here(instance, state)))
		return flags | CALL_RECORDED;
	return READ_ONCE(graph->file) ? flags : CALL_PASS;
}

unsigned int graph_call_begun(struct calls *calls, unsigned long ip,
			      unsigned long parent, unsigned int depth,
			      unsigned int flags, struct pt_regs *regs)
{
	struct instance_graph *graph =
		container_of(calls, struct instance_graph, calls);

	/* With tracing_thresh, only the returns of calls are recorded. */
	if (flags & CALL_RECORDED && likely(!READ_ONCE(tracing_thresh)) &&
	    !graph_begin(graph->instance, ip, parent, depth, regs))
		flags &= ~CALL_RECORDED;
	return flags;
}

void graph_call_ended(struct calls *calls, const struct call *call)
{
	struct instance_graph *graph =
		container_of(calls, struct instance_graph, calls);
	/* Pairs with graph_feed(). */
	struct event_file *file = READ_DEPENDENT(graph->file);
	struct graph_exit_record record __uninitialized;
	u16 outer;

	if (unlikely(call->flags & CALL_QUIET))
		return;
	record.func = call->ip;
	record.depth = call->depth;
	record.overrun = 0;
	record.calltime = call->start;
	record.rettime = call->end;
	record.duration = call->end - call->start;
	record.retval = call->retval;
	outer = record_forward_begin(LEAVE_LEVELS, call->irqs_masked);
	if (call->flags & CALL_RECORDED &&
	    record.duration >= READ_ONCE(tracing_thresh))
		put_record(graph->instance, EVENT_ID_GRAPH_EXIT, &record,
			   sizeof(record), NULL);
	if (file)
		event_hit(file, &record, sizeof(record));
	record_forward_end(outer);
}
