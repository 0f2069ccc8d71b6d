/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which functions an instance traces: set_ftrace_filter and set_ftrace_notrace.
 *
 * A task that writes to one of these files changes a copy of the set. Closing the file
 * makes the copy the instance's set. For modules that may be loaded later, the instance
 * stores patterns (struct function_later).
 */
#ifndef HISTRIG_FUNCTION_FILTER_H
#define HISTRIG_FUNCTION_FILTER_H

#include <linux/list.h>
#include <linux/rcupdate.h>

#include "set.h"

struct function_list;
struct instance;
struct module;

/*
 * The sets of a filter: functions to trace, functions not to trace, and, in the main
 * instance, functions at which the stack tracer checks the stack.
 */
enum function_filter_kind {
	FUNCTIONS_FILTER,
	FUNCTIONS_NOTRACE,
	FUNCTIONS_STACK,
	FUNCTION_FILTER_KINDS
};

/**
 * struct function_later - functions to select once their module is loaded
 * @link: in @later of struct function_filter
 * @pattern: pattern for the functions
 * @module: name of the module
 */
struct function_later {
	struct list_head link;
	char *pattern;
	char *module;
};

/**
 * struct function_filter - a filter of functions
 * @sets: the functions of each enum function_filter_kind, NULL if the file was never
 *	written or is empty; read under RCU, written under event_mutex
 * @later: struct function_later, the newest first; guarded by event_mutex
 */
struct function_filter {
	struct function_set __rcu *sets[FUNCTION_FILTER_KINDS];
	struct list_head later[FUNCTION_FILTER_KINDS];
};

/* function_later_free() - free a pattern that waits for a module; event_mutex held */
void function_later_free(struct function_later *later);

/* function_filter_init() - make a filter that selects all functions */
void function_filter_init(struct function_filter *filter);

/* function_filter_exit() - free the sets of a filter that no hit uses any more */
void function_filter_exit(struct function_filter *filter);

/* function_filter_set() - get a set of a filter, which may be NULL; event_mutex held */
struct function_set *function_filter_set(const struct function_filter *filter,
					 enum function_filter_kind kind);

/**
 * functions_match() - add the functions that match a pattern, or remove them
 * @set: a set that is not published
 * @list: the functions that can be traced
 * @pattern: a glob, or the number of a line of the list; begins with a ! to remove
 *	functions
 * @module: a glob for the modules of the functions, "" for all modules; begins with
 *	a ! for functions of all other modules. NULL for functions of any module and of
 *	the kernel itself
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 1 if a function matches, even if @set does not change; 0 if none
 * matches; or -ENOMEM.
 */
int functions_match(struct function_set **set, const struct function_list *list,
		    const char *pattern, const char *module);

/*
 * The filter of set_graph_function and set_graph_notrace, which all instances share, like
 * in the kernel. Its @later lists stay empty, and an empty set is stored as NULL. Hits read
 * the sets under RCU; they are written under event_mutex.
 */
extern struct function_filter graph_filter;

/**
 * graph_functions_match() - add the functions that match, or remove them
 * @set: a set that is not published
 * @list: the functions that can be traced
 * @pattern: a glob; begins with a ! to remove functions
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0; -EINVAL if no function matches, or if none that should be removed is in @set;
 * or -ENOMEM.
 */
int graph_functions_match(struct function_set **set,
			  const struct function_list *list,
			  const char *pattern);

#endif /* HISTRIG_FUNCTION_FILTER_H */
