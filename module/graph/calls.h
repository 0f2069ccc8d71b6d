/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls of functions: where they begin and where they return, how deep they are
 * nested, and how long they take.
 *
 * Each task has a stack of pending calls of its own, in a table that lives while
 * calls are followed. Calls of interrupts lie on top of those of the task that
 * they interrupt. The kernel does not tell of every return: some functions never
 * return, and some returns come where handlers must not run. So each call keeps
 * its stack pointer, and a call that begins removes those that must have ended.
 */
#ifndef HISTRIG_GRAPH_CALLS_H
#define HISTRIG_GRAPH_CALLS_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "../compat/returns.h"

struct instance;
struct task_struct;
struct tracepoint;

/* Calls of a task that can be pending at once, as in the kernel. */
#define CALLS_DEPTH	50

/**
 * struct call_frame - a pending call
 * @sp: its stack pointer
 * @start: when it began, by trace_clock_local(); later by the time that the task
 *	did not run, unless @sleep_time of struct calls
 * @inner: ns that calls within it have taken
 * @flags: what @enter of struct calls returned
 */
struct call_frame {
	unsigned long sp;
	u64 start;
	u64 inner;
	u8 flags;
};

/**
 * struct call_stack - the pending calls of a task
 * @task: the task, NULL if free
 * @off: when the task stopped running, 0 if not known
 * @nr: number of @frames
 * @frames: the calls
 */
struct call_stack {
	struct task_struct *task;
	u64 off;
	unsigned int nr;
	struct call_frame frames[CALLS_DEPTH];
};

/* Places of the table in which a task's stack can lie. */
#define CALL_STACK_PROBES	8

/**
 * struct call_table - the stacks of all tasks
 * @shift: see call_stack_at()
 * @mask: number of @stacks - 1
 * @stacks: the stacks
 */
struct call_table {
	unsigned int shift;
	unsigned int mask;
	struct call_stack stacks[];
};

/**
 * struct call - a call that has ended
 * @ip: the function
 * @depth: number of calls that were pending around it
 * @flags: what @enter of struct calls returned
 * @start: when it began, see struct call_frame
 * @end: when it ended
 * @inner: ns that calls within it have taken
 * @retval: what it returned, garbage if it returns nothing
 */
struct call {
	unsigned long ip;
	unsigned int depth;
	unsigned int flags;
	u64 start;
	u64 end;
	u64 inner;
	unsigned long retval;
};

/* What @enter of struct calls returns if the call is not to be followed. */
#define CALL_PASS	(-1)

/**
 * struct calls - functions whose calls are followed
 * @enter: a call begins. Gets the function, the number of calls pending around
 *	it and the flags of the innermost one of them, 0 if none. Returns
 *	CALL_PASS, or flags of this call, 8 bits
 * @leave: a call has returned for which @enter returned flags
 * @sleep_time: times count while the task does not run, too
 * @missed: calls that were not followed so far because they came from within a
 *	callback, from where RCU is idle, or too deep, or because there was no
 *	stack for the task; and those that were pending at the end
 * @untraced: NULL, or where each CPU counts those of @missed that the tracer
 *	should have recorded; read by hits
 * @by_list: all functions are followed, or all but some: nobody has selected them
 * @hook: the functions
 * @table: the pending calls
 * @session: what pending calls of this calls_start() carry
 * @free_tp: a tracepoint
 * @switch_tp: another, NULL if @sleep_time
 *
 * The owner sets the members up to @sleep_time. The callbacks run in any
 * context, with preemption off and RCU watching, and never within each other in
 * the same context.
 */
struct calls {
	int (*enter)(struct calls *calls, unsigned long ip, unsigned int depth,
		     unsigned int around);
	void (*leave)(struct calls *calls, const struct call *call);
	bool sleep_time;
	atomic_long_t missed;
	unsigned long __percpu *untraced;
	/* ---- */
	bool by_list;
	struct return_hook hook;
	struct call_table *table;
	unsigned int session;
	struct tracepoint *free_tp;
	struct tracepoint *switch_tp;
};

/**
 * calls_start() - begin to follow calls
 * @calls: stopped, or zeros but for what the owner sets
 * @ips: addresses of the functions
 * @nr: number of @ips, not 0
 *
 * Context: process, event_mutex held; see return_hook_start().
 * Return: as return_hook_start(), or -ENOMEM.
 */
int calls_start(struct calls *calls, unsigned long *ips, unsigned int nr);

/**
 * calls_follow() - begin to follow the functions that an instance's filter selects
 * @calls: see calls_start()
 * @instance: the instance
 *
 * Nothing happens if the filter selects none.
 *
 * Context: process, event_mutex held; see return_hook_start().
 * Return: 0; -E2BIG if this kernel cannot follow that many; or another errno.
 */
int calls_follow(struct calls *calls, const struct instance *instance);

/**
 * calls_stop() - end it
 * @calls: nothing happens if they are not followed
 *
 * No callback runs any more when this returns.
 *
 * Context: process, event_mutex held; sleeps.
 */
void calls_stop(struct calls *calls);

/**
 * calls_count_sleep() - change @sleep_time
 * @calls: the calls, followed or not
 * @on: what it becomes
 *
 * Context: process, event_mutex held; may wait for hits.
 * Return: 0, or an errno, in which case nothing has changed.
 */
int calls_count_sleep(struct calls *calls, bool on);

/* calls_missed() - count the calls that should have been followed and were not */
static inline unsigned long calls_missed(const struct calls *calls)
{
	return atomic_long_read(&calls->missed) +
	       (calls->hook.started ? return_hook_missed(&calls->hook) : 0);
}

/* calls_started() - test whether calls are followed; event_mutex held */
static inline bool calls_started(const struct calls *calls)
{
	return calls->hook.started;
}

#endif /* HISTRIG_GRAPH_CALLS_H */
