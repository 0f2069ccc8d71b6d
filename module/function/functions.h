/* SPDX-License-Identifier: GPL-2.0 */
/* Function tracing of an instance: which functions it traces, for which tasks. */
#ifndef HISTRIG_FUNCTION_FUNCTIONS_H
#define HISTRIG_FUNCTION_FUNCTIONS_H

#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "../compat/ftrace.h"
#include "../compat/parts.h"
#include "../instance/hot/pids.h"
#include "filter.h"
#include "hook.h"

struct event_file;
struct function_commands;
struct instance;

/**
 * struct function_cpu - an instance's counts of skipped and repeated calls on a CPU
 * @missed: calls that @hook has skipped, because they came from within a callback or while
 *	RCU was idle
 * @untraced: calls that were skipped, and that the tracer should have recorded
 * @forgotten: @untraced when the buffer was emptied last
 * @ip: the function recorded last, for the option func-no-repeats
 * @parent_ip: where that function was called
 * @last_ts: time when that call was last repeated
 * @repeats: how often that call was repeated without being recorded
 */
struct function_cpu {
	unsigned long missed;
	unsigned long untraced;
	unsigned long forgotten;
	unsigned long ip;
	unsigned long parent_ip;
	u64 last_ts;
	u16 repeats;
};

/**
 * struct instance_functions - the functions of an instance
 * @filter: set_ftrace_filter and set_ftrace_notrace
 * @commands: commands at functions, NULL until there are any
 * @hook: callback for functions, while @traced or @file is set
 * @traced: the tracer function records calls; read by hits
 * @file: ftrace/function in this instance, while it has triggers; read by hits
 * @pids: set_ftrace_pid and set_ftrace_notrace_pid
 * @cpus: struct function_cpu of each CPU
 */
struct instance_functions {
	struct function_filter filter;
	struct function_commands *commands;
	struct function_ops hook;
	bool traced;
	struct event_file *file;
	struct pid_filter pids;
	struct function_cpu __percpu *cpus;
};

#if HISTRIG_FUNCTIONS

/* functions_of() - get an instance's functions, NULL if out of memory; event_mutex held */
struct instance_functions *functions_of(struct instance *instance);

/* functions_prepare() - make an instance's @functions; event_mutex held; 0 or an errno */
static inline int functions_prepare(struct instance *instance)
{
	return functions_of(instance) ? 0 : -ENOMEM;
}

/* functions_free() - free an instance's @functions, whose hooks are all stopped */
void functions_free(struct instance *instance);

/* functions_follow_forks() - set option function-fork; event_mutex held; 0 or an errno */
int functions_follow_forks(struct instance *instance, bool on);

/*
 * functions_untraced() - calls on a CPU that the tracer has missed since the buffer was emptied;
 * event_mutex held
 */
unsigned long functions_untraced(const struct instance *instance, int cpu);

/*
 * functions_forget_untraced() - reset functions_untraced() of a CPU or of all, and forget the calls
 * recorded last, for the option func-no-repeats; event_mutex held
 */
void functions_forget_untraced(struct instance *instance, int cpu);

/* function_modules_init() - follow loading and unloading of modules; 0 or errno */
int function_modules_init(void);

/* function_modules_exit() - stop following modules, and free the list of functions */
void function_modules_exit(void);

/* function_tracer_init() - register the tracer function and its event */
int function_tracer_init(void);

/* The callback of the @hook of a struct instance_functions. */
void function_callback(unsigned long ip, unsigned long parent_ip,
		       struct ftrace_ops *ops, struct ftrace_regs *regs);

/*
 * function_args_expect() - from now on, print the arguments that records of calls contain.
 * The parentheses of a function without BTF are empty. event_mutex held.
 */
void function_args_expect(void);

#else /* instances have no @functions */

static inline int functions_prepare(struct instance *instance)
{
	return 0;
}

static inline void functions_free(struct instance *instance)
{
}

static inline int functions_follow_forks(struct instance *instance, bool on)
{
	return 0;
}

static inline unsigned long functions_untraced(const struct instance *instance,
					       int cpu)
{
	return 0;
}

static inline void functions_forget_untraced(struct instance *instance,
					     int cpu)
{
}

static inline int function_modules_init(void)
{
	return 0;
}

static inline void function_modules_exit(void)
{
}

static inline int function_tracer_init(void)
{
	return 0;
}

#endif

#endif /* HISTRIG_FUNCTION_FUNCTIONS_H */
