/* SPDX-License-Identifier: GPL-2.0 */
/* Callbacks of function tracing that follow the filter of an instance. */
#ifndef HISTRIG_FUNCTION_HOOK_H
#define HISTRIG_FUNCTION_HOOK_H

#include <linux/ftrace.h>
#include <linux/list.h>
#include <linux/types.h>

#include "../compat/parts.h"
#include "filter.h"

struct instance;
struct seq_file;

/**
 * struct function_addresses - addresses of functions, in the form that filter_ips() takes
 * @ips: the addresses
 * @nr: number of @ips
 */
struct function_addresses {
	unsigned long *ips;
	unsigned int nr;
};

/**
 * function_addresses_get() - list the functions that a filter selects
 * @addresses: set to the functions; the caller passes @ips to kvfree()
 * @instance: the instance of the filter
 * @all_functions: set to true if set_ftrace_filter is empty; @addresses then contains
 *	all functions except those of set_ftrace_notrace
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int function_addresses_get(struct function_addresses *addresses,
			   const struct instance *instance,
			   bool *all_functions);

/* function_addresses_check() - remove functions that the kernel does not know */
void function_addresses_check(struct function_addresses *addresses);

/**
 * struct function_user - a tracer whose own hooks follow an instance's filter
 * @changed: update the hooks, because an instance's filter has changed
 * @follows_list: must the tracer hook all functions again when a module is unloaded? Then
 *	@changed is called before the module's functions are freed
 * @show: like function_ops_show(), for the tracer's hooks in an instance
 * @count_sleep: set the option sleep-time. Returns 0, or an errno, and then changes nothing.
 *	Switching the option on never fails
 * @link: in the list of users
 *
 * Context of all functions: process, event_mutex held.
 */
struct function_user {
	void (*changed)(struct instance *instance);
	bool (*follows_list)(const struct instance *instance);
	unsigned int (*show)(const struct instance *instance, unsigned long ip,
			     struct seq_file *m);
	int (*count_sleep)(struct instance *instance, bool on);
	struct list_head link;
};

/* function_user_register() - call @user's functions from now on; event_mutex need not be held */
void function_user_register(struct function_user *user);

/**
 * struct function_ops - a callback for the functions that an instance traces
 * @name: its purpose, to show users; NULL for a hook that is never started
 * @ops: its callback, and flags of compat/ftrace.h; the owner sets both
 * @instance: the instance, NULL while the hook is not started
 * @only: the set of the instance's filter that selects the functions,
 *	FUNCTIONS_FILTER or FUNCTIONS_STACK; the owner sets it
 * @link: in the list of all hooks that are started
 * @live: hits have an effect, because @ops is registered and function_ops_stop() has not
 *	begun
 * @filters: the kernel may call @ops also for functions that the filter does not select
 * @checks: @filters is set or @live is not, so hits must call function_ops_wants()
 * @all_functions: the kernel's filter is a list of all functions except those of
 *	set_ftrace_notrace, so it must be made again when a module is loaded
 */
struct function_ops {
	const char *name;
#if HISTRIG_FUNCTIONS
	struct ftrace_ops ops;
#endif
	struct instance *instance;
	enum function_filter_kind only;
	struct list_head link;
	bool live;
	bool filters;
	bool checks;
	bool all_functions;
};

#if HISTRIG_FUNCTIONS

/* function_ops_asks() - function_ops_wants() for hooks that must check the filter */
bool function_ops_asks(const struct function_ops *hook, unsigned long ip);

/* function_ops_wants() - does a hook's filter select @ip? RCU watching, preemption off */
static __always_inline bool
function_ops_wants(const struct function_ops *hook, unsigned long ip)
{
	return likely(!READ_ONCE(hook->checks)) || function_ops_asks(hook, ip);
}

/**
 * function_users_count_sleep() - apply the option sleep-time
 * @instance: the instance. The function profiler follows the main instance
 * @on: durations include the time in which the task does not run. If false, switches
 *	of tasks are watched, so that this time can be excluded
 *
 * sleep-time is an option of function_graph, but also applies to the profiler and to triggers.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int function_users_count_sleep(struct instance *instance, bool on);

/**
 * function_ops_show() - print the hooks that are called for a function
 * @ip: address of the function; function_is_callable() is true for it
 * @m: where to print the names of the hooks; NULL to only count them
 *
 * Context: process, event_mutex held.
 * Return: the number of hooks.
 */
unsigned int function_ops_show(unsigned long ip, struct seq_file *m);

/* function_users_show() - like function_ops_show(), for the hooks of each struct function_user */
unsigned int function_users_show(const struct instance *instance,
				 unsigned long ip, struct seq_file *m);

/* function_user_show() - print a hook's name for function_ops_show(); nothing if @m is NULL */
void function_user_show(struct seq_file *m, const char *name,
			const struct instance *instance);

/**
 * function_ops_start() - start calling a hook
 * @hook: the hook, not started
 * @instance: the instance whose filter selects the functions; the hook follows
 *	the filter when it changes
 *
 * Hits have no effect until all functions are hooked. Otherwise the calls that the kernel
 * makes while it hooks functions would fill a trace.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int function_ops_start(struct function_ops *hook, struct instance *instance);

/**
 * function_ops_stop() - stop calling a hook
 * @hook: the hook; nothing happens if it is not started
 *
 * Later hits have no effect from the start of this call. When it returns, no callback is
 * running.
 *
 * Context: process, may sleep for some tenths of a second; event_mutex held.
 */
void function_ops_stop(struct function_ops *hook);

/**
 * functions_filter_ops() - set the functions for which a callback is called
 * @ops: the callback, registered or not
 * @ips: addresses of the functions; those that cannot be traced are left out
 * @nr: number of @ips; if it is 0, the callback is not called
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno; after an error, any function may call the callback.
 */
int functions_filter_ops(struct ftrace_ops *ops, unsigned long *ips,
			 unsigned int nr);

/* function_opss_update() - make hooks follow a changed set of the filter; event_mutex held */
void function_opss_update(struct instance *instance,
			  enum function_filter_kind kind);

/* function_opss_module() - hook a new module's functions if @all_functions of a hook is set */
void function_opss_module(struct instance *instance);

/*
 * function_opss_leave() - make each struct function_user that hooks all functions hook them
 * again, without unloaded ones. For other users, unloaded functions are already removed from
 * the filter, see list.h. event_mutex held.
 */
void function_opss_leave(struct instance *instance);

#else /* hooks are never started */

static inline int function_users_count_sleep(struct instance *instance, bool on)
{
	return 0;
}

static inline int function_ops_start(struct function_ops *hook,
				     struct instance *instance)
{
	return 0;
}

static inline void function_ops_stop(struct function_ops *hook)
{
}

#endif

#endif /* HISTRIG_FUNCTION_HOOK_H */
