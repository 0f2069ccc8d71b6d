/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls of functions: when they begin and return, how deeply they are nested, and how
 * long they take.
 *
 * Each task has its own stack of pending calls, in a table that exists while calls are
 * followed. Calls that an interrupt makes are on top of those of the interrupted task.
 * Some returns are never seen, because a function might never return, or may return
 * where handlers must not run. So at a new call, has_ended() compares stack pointers, to
 * find pending calls that must have ended.
 */
#ifndef HISTRIG_GRAPH_CALLS_H
#define HISTRIG_GRAPH_CALLS_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/types.h>

#include "../compat/returns.h"
#include "../compat/tracepoint.h"
#include "../function/hook.h"

struct instance;
struct task_struct;
struct tracepoint;

/* Maximum number of pending calls of a task, as in the kernel. */
#define CALLS_DEPTH	50

/**
 * struct call_frame - a pending call
 * @sp: its stack pointer
 * @start: when it began, by trace_clock_local(). If @sleep_time of struct calls is not
 *	set, the time for which the task has not run since then is added
 * @inner: duration in ns of the calls within it
 * @flags: the result of @enter of struct calls
 */
struct call_frame {
	unsigned long sp;
	u64 start;
	u64 inner;
	u8 flags;
};

/**
 * struct call_stack - the pending calls of a task
 * @task: the task, NULL if the stack is free
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

/* Number of slots in which the table is searched for a task's stack. */
#define CALL_STACK_PROBES	8

/**
 * struct call_table - the stacks of all tasks
 * @shift: 64 - logarithm of the number of @stacks, see stack_at()
 * @mask: number of @stacks - 1
 * @used: number of @stacks that tasks have. While it is at most a quarter of them, a task keeps
 *	its stack from one call to the next. Beyond that, a task gives its stack back, so that tasks
 *	that sleep do not hold all
 * @stacks: the stacks
 */
struct call_table {
	unsigned int shift;
	unsigned int mask;
	atomic_t used ____cacheline_aligned_in_smp;
	struct call_stack stacks[];
};

/**
 * struct call - a call that has ended
 * @ip: the function
 * @depth: number of calls that were pending around it
 * @flags: the result of @enter of struct calls
 * @start: when it began, see struct call_frame
 * @end: when it ended
 * @inner: duration in ns of the calls within it
 * @retval: the function's return value, garbage if it returns nothing
 * @irqs_masked: interrupts are masked now, but were not when the function returned
 */
struct call {
	unsigned long ip;
	unsigned int depth;
	unsigned int flags;
	u64 start;
	u64 end;
	u64 inner;
	unsigned long retval;
	bool irqs_masked;
};

/* What @enter of struct calls returns for a call that should not be followed. */
#define CALL_PASS	(-1)

/**
 * struct calls - functions whose calls are followed
 * @enter: called when a call begins. Its arguments are the function, the number of calls
 *	pending around this call, and the flags of the innermost of these (0 if there are
 *	none). Returns CALL_PASS, or 8 bits of flags
 * @entered: called when the call's return is hooked, with the address to which it returns
 *	(calls_trampoline if a function that it followed jumps to it), the flags from @enter, and
 *	the registers that pass arguments. Returns the flags for @leave; NULL: those of @enter
 * @leave: called when a call for which @enter returned flags has returned
 * @selects: tests whether the pid filters select the current task; any context, also
 *	while RCU is idle; NULL if there are no filters
 * @sleep_time: durations include the time in which the task does not run
 * @missed: number of calls that were not followed: within a callback, while RCU was idle,
 *	while a kprobe or a return was handled, too deep, without a stack for the task, or
 *	pending when calls_stop() was called
 * @untraced: per CPU, the part of @missed that the tracer should have recorded; NULL if
 *	the tracer is off; read by hits
 * @all_functions: set_ftrace_filter is empty, so all functions except those of
 *	set_ftrace_notrace are followed
 * @functions: the functions that are hooked, sorted, while calls are followed
 * @hook: hooks the functions
 * @table: the pending calls
 * @session: number of this calls_follow(), which identifies its pending calls
 * @begin: @enter, or calls_pass() while functions are hooked or unhooked, because the
 *	kernel's own calls at that time would fill a trace; read by hits
 * @free_tp: the tracepoint sched_process_free
 * @switch_tp: the tracepoint sched_switch, NULL if @sleep_time is set
 *
 * The owner sets @enter, @entered, @leave, @selects, @sleep_time and @untraced. The first three run
 * in any context, with preemption off and RCU watching, and never nest in one context.
 */
struct calls {
	int (*enter)(struct calls *calls, unsigned long ip, unsigned int depth,
		     unsigned int around);
	unsigned int (*entered)(struct calls *calls, unsigned long ip,
				unsigned long parent, unsigned int depth,
				unsigned int flags, struct pt_regs *regs);
	void (*leave)(struct calls *calls, const struct call *call);
	bool (*selects)(struct calls *calls);
	bool sleep_time;
	atomic_long_t missed;
	unsigned long __percpu *untraced;
	/* Only calls.c uses the members below. */
	bool all_functions;
	struct function_addresses functions;
	struct return_probe hook;
	struct call_table *table;
	unsigned int session;
	int (*begin)(struct calls *calls, unsigned long ip, unsigned int depth,
		     unsigned int around);
	struct tracepoint *free_tp;
	struct tracepoint *switch_tp;
};

/**
 * calls_follow() - start following calls of the functions that an instance traces
 * @calls: not started; except for the members that the owner sets, all are 0 or as
 *	calls_stop() left them
 * @instance: the instance whose filter selects the functions
 *
 * Does nothing if the filter selects no function.
 *
 * Context: process, event_mutex held; see return_probe_start().
 * Return: 0 or an errno.
 */
int calls_follow(struct calls *calls, const struct instance *instance);

/* calls_stop() - stop following calls, and wait for callbacks; event_mutex held, sleeps */
void calls_stop(struct calls *calls);

/**
 * calls_count_sleep() - change @sleep_time
 * @calls: the calls, followed or not
 * @on: the new value
 *
 * Context: process, event_mutex held; may wait for hits.
 * Return: 0, or an errno if nothing has changed.
 */
int calls_count_sleep(struct calls *calls, bool on);

/* calls_missed() - number of calls that should have been followed but were not */
static inline unsigned long calls_missed(const struct calls *calls)
{
	return atomic_long_read(&calls->missed) +
	       (calls->hook.started ? return_probe_missed(&calls->hook) : 0);
}

/* calls_follows() - are calls of the function @ip followed? event_mutex held */
bool calls_follows(const struct calls *calls, unsigned long ip);

/* calls_started() - test whether calls are followed; event_mutex held */
static inline bool calls_started(const struct calls *calls)
{
	return calls->hook.started;
}

/*
 * calls_pass() - follow no call; calls.begin while functions are hooked or
 * unhooked
 */
int calls_pass(struct calls *calls, unsigned long ip, unsigned int depth,
	       unsigned int around);

/* Probe of sched_process_free: the next task gets the call_stack. @data is the struct calls. */
void calls_task_freed(void *data, struct task_struct *task);

/* Probe of sched_switch: excludes sleep from times. @data is the struct calls. */
void calls_task_switch(void *data, bool preempt, struct task_struct *prev,
		       struct task_struct *next SCHED_SWITCH_STATE);

/* What the hook of struct calls calls. */
extern const struct return_hooks calls_hooks;

/* The address to which hooked functions return. */
extern unsigned long calls_trampoline;

#endif /* HISTRIG_GRAPH_CALLS_H */
