/* SPDX-License-Identifier: GPL-2.0 */
/* Callbacks of function tracing that follow the filter of an instance. */
#ifndef HISTRIG_FUNCTION_HOOK_H
#define HISTRIG_FUNCTION_HOOK_H

#include <linux/ftrace.h>
#include <linux/list.h>
#include <linux/types.h>

#include "filter.h"

struct instance;

/**
 * struct function_addresses - functions, for the kernel
 * @ips: where they begin
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
 * @by_list: set to true if the filter selects none: these are all functions, or
 *	all but those of set_ftrace_notrace
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int function_addresses_get(struct function_addresses *addresses,
			   const struct instance *instance, bool *by_list);

/* function_addresses_check() - leave out those that the kernel does not know */
void function_addresses_check(struct function_addresses *addresses);

/*
 * graph_filter_changed() - the filter of an instance has changed. In graph/, which
 * follows calls in a way of its own; event_mutex held
 */
void graph_filter_changed(struct instance *instance);

/*
 * graph_follows_list() - are calls followed that nobody has selected, so that they
 * have to be followed anew when functions go? In graph/, too; event_mutex held
 */
bool graph_follows_list(const struct instance *instance);

/* graph_follow_list() - follow them anew; event_mutex held */
void graph_follow_list(struct instance *instance);

/**
 * struct function_hook - a callback for the functions that an instance traces
 * @ops: its callback, and flags of compat/ftrace.h; the owner sets both
 * @instance: the instance, NULL while the hook is not started
 * @only: the set of the instance's filter that has its functions, FUNCTIONS_ONLY
 *	or FUNCTIONS_STACK; the owner sets it
 * @link: in the list of all hooks that are started
 * @checks: calls of other functions may come; hits ask function_hook_wants()
 * @by_list: the kernel was given all functions but some, so a new module makes a
 *	difference
 */
struct function_hook {
	struct ftrace_ops ops;
	struct instance *instance;
	enum function_filter_kind only;
	struct list_head link;
	bool checks;
	bool by_list;
};

/**
 * function_hook_start() - start calls
 * @hook: the hook, not started
 * @instance: set_ftrace_filter and set_ftrace_notrace of this instance say which
 *	functions call it, also when they are written later
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int function_hook_start(struct function_hook *hook, struct instance *instance);

/**
 * function_hook_stop() - stop calls
 * @hook: the hook; nothing happens if it is not started
 *
 * None is running any more when this returns.
 *
 * Context: process, may sleep for some tenths of a second; event_mutex held.
 */
void function_hook_stop(struct function_hook *hook);

/**
 * functions_filter_ops() - let a callback be called for some functions only
 * @ops: the callback, registered or not
 * @ips: where the functions begin; those that cannot be traced are left out
 * @nr: their number; with 0 the callback is not called
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno, with calls of any functions to be expected.
 */
int functions_filter_ops(struct ftrace_ops *ops, unsigned long *ips,
			 unsigned int nr);

/**
 * function_hooks_update() - let the hooks of an instance follow its filter
 * @instance: the instance, whose filter has changed
 * @kind: which of its sets has
 *
 * Context: process, may sleep; event_mutex held.
 */
void function_hooks_update(struct instance *instance,
			   enum function_filter_kind kind);

/* function_hooks_module() - the same when only a module has come */
void function_hooks_module(struct instance *instance);

/**
 * function_hooks_going() - take the functions of a module out of the calls that
 *	are followed, if nobody has selected functions
 * @instance: the instance
 * @mod: the module, whose functions are still there
 * @all: false if only those go that initialized it
 *
 * Context: process, may sleep; event_mutex held.
 */
void function_hooks_going(struct instance *instance, struct module *mod,
			  bool all);

#endif /* HISTRIG_FUNCTION_HOOK_H */
