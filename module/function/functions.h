/* SPDX-License-Identifier: GPL-2.0 */
/* What an instance keeps of functions: which it traces, and for whom. */
#ifndef HISTRIG_FUNCTION_FUNCTIONS_H
#define HISTRIG_FUNCTION_FUNCTIONS_H

#include <linux/percpu.h>
#include <linux/types.h>

#include "../instance/hot/pids.h"
#include "filter.h"
#include "hook.h"

struct event_file;
struct function_commands;
struct instance;

/**
 * struct function_cpu - what an instance keeps of the calls on a CPU
 * @missed: calls that were skipped, because they came from within a callback or
 *	from where RCU is idle
 * @untraced: those of @missed that the tracer should have recorded
 * @ip: the function that was recorded last, for the option func-no-repeats
 * @parent_ip: where it was called
 * @last_ts: time of its last repeat
 * @repeats: how often this call was repeated without being recorded
 */
struct function_cpu {
	unsigned long missed;
	unsigned long untraced;
	unsigned long ip;
	unsigned long parent_ip;
	u64 last_ts;
	u16 repeats;
};

/**
 * struct instance_functions - the functions of an instance
 * @filter: set_ftrace_filter and set_ftrace_notrace
 * @commands: commands at functions, NULL if there never were any
 * @hook: the calls of functions, while @traced or @file want them
 * @traced: the tracer function records calls; read by hits
 * @file: ftrace/function in this instance, while it has triggers; read by hits
 * @pids: set_ftrace_pid and set_ftrace_notrace_pid
 * @cpus: what is kept of each CPU
 */
struct instance_functions {
	struct function_filter filter;
	struct function_commands *commands;
	struct function_hook hook;
	bool traced;
	struct event_file *file;
	struct pid_filter pids;
	struct function_cpu __percpu *cpus;
};

/**
 * functions_of() - get what an instance keeps of functions
 * @instance: the instance
 *
 * Context: process, event_mutex held.
 * Return: it, made with the first call, or NULL if out of memory.
 */
struct instance_functions *functions_of(struct instance *instance);

/* functions_free() - free it; no callback of the instance is left */
void functions_free(struct instance *instance);

/**
 * functions_follow_forks() - start or stop following forks, see function-fork
 * @instance: the instance
 * @on: true to start
 *
 * Context: process, event_mutex held.
 * Return: 0 or an errno.
 */
int functions_follow_forks(struct instance *instance, bool on);

/**
 * functions_untraced() - count the calls that the tracer should have recorded
 * @instance: the instance
 * @cpu: the CPU
 *
 * Context: process, event_mutex held.
 * Return: how many calls on the CPU were skipped since the tracer was started.
 */
unsigned long functions_untraced(const struct instance *instance, int cpu);

/* functions_forget_untraced() - let a tracer that starts begin to count them */
void functions_forget_untraced(struct instance *instance);

/* function_modules_init() - follow modules that come and go; or an errno */
int function_modules_init(void);

/* function_modules_exit() - undo that, and free the list of functions */
void function_modules_exit(void);

/* function_tracer_init() - make the tracer function and its event available */
int function_tracer_init(void);

#endif /* HISTRIG_FUNCTION_FUNCTIONS_H */
