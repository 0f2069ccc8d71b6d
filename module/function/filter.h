/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which functions an instance traces: set_ftrace_filter and set_ftrace_notrace.
 *
 * A task that writes to one of these files changes a set of its own. When it
 * closes the file, the set becomes the instance's: function_filter_apply().
 * Functions of modules that are not loaded yet are kept as patterns.
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
 * The sets of a filter: functions to trace, and not to trace; and, in the main
 * instance, functions at which the stack tracer looks at the stack.
 */
enum function_filter_kind {
	FUNCTIONS_FILTER,
	FUNCTIONS_NOTRACE,
	FUNCTIONS_STACK,
	FUNCTION_FILTER_KINDS
};

/**
 * struct function_later - functions of a module that is not loaded yet
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
 * @sets: by enum function_filter_kind: the functions, NULL if the file was
 *	never written or is empty; under RCU, written under event_mutex
 * @later: struct function_later, the newest first; guarded by event_mutex
 */
struct function_filter {
	struct function_set __rcu *sets[FUNCTION_FILTER_KINDS];
	struct list_head later[FUNCTION_FILTER_KINDS];
};

/* function_filter_init() - make a filter that lets all functions pass */
void function_filter_init(struct function_filter *filter);

/* function_filter_exit() - free what a filter has; no hit uses it any more */
void function_filter_exit(struct function_filter *filter);

/**
 * function_filter_set() - get a set
 * @filter: the filter
 * @kind: which of its sets
 *
 * Context: process, event_mutex held.
 * Return: the set, or NULL; see struct function_filter.
 */
struct function_set *function_filter_set(const struct function_filter *filter,
					 enum function_filter_kind kind);

/**
 * functions_match() - add the functions that match a pattern, or remove them
 * @set: a set that is not published
 * @list: the functions that can be traced
 * @pattern: a glob, or the number of a line of the list; begins with a ! to
 *	remove functions
 * @module: a glob for the modules of the functions, "" for all modules; begins
 *	with a ! to take the functions of no such module. NULL for functions of
 *	any module and of the kernel itself
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 1 if a function matches, even if @set does not change; 0 if none
 * matches; or -ENOMEM.
 */
int functions_match(struct function_set **set, const struct function_list *list,
		    const char *pattern, const char *module);

/**
 * function_filter_word() - handle a word that a user has written to a filter's
 *	file
 * @instance: the instance, which has its struct instance_functions
 * @kind: which of the instance's sets the file is for
 * @set: the open file's own copy of that set; words that are patterns change it
 * @word: the word; modified
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or the errno that the kernel would return.
 */
int function_filter_word(struct instance *instance,
			 enum function_filter_kind kind,
			 struct function_set **set, char *word);

/**
 * function_filter_apply() - give an instance a set
 * @instance: the instance, which has its struct instance_functions
 * @kind: which of its sets is replaced
 * @set: the new set, owned by the instance from then on
 *
 * When this returns, hits follow the new set.
 *
 * Context: process, may sleep; event_mutex held.
 */
void function_filter_apply(struct instance *instance,
			   enum function_filter_kind kind,
			   struct function_set *set);

/**
 * function_filter_forget() - forget patterns for modules that are not loaded
 *	yet
 * @instance: the instance, which has its struct instance_functions
 * @kind: which of its sets the patterns are for
 *
 * Context: process, event_mutex held.
 */
void function_filter_forget(struct instance *instance,
			    enum function_filter_kind kind);

/*
 * set_graph_function and set_graph_notrace, by enum function_filter_kind; NULL
 * for a file that is empty. All instances share them, like in the kernel. Under
 * RCU, written under event_mutex.
 */
extern struct function_set __rcu *graph_sets[FUNCTION_FILTER_KINDS];

/**
 * graph_functions_match() - add the functions that match, or remove them
 * @set: a set that is not published
 * @list: the functions that can be traced
 * @pattern: a glob; begins with a ! to remove functions
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0; -EINVAL if no function matches, or none is removed; or -ENOMEM.
 */
int graph_functions_match(struct function_set **set,
			  const struct function_list *list,
			  const char *pattern);

/**
 * graph_filter_apply() - replace one of @graph_sets
 * @kind: which one
 * @set: the set, or NULL for an empty one
 *
 * Context: process, may sleep; event_mutex held.
 */
void graph_filter_apply(enum function_filter_kind kind,
			struct function_set *set);

/* graph_filter_exit() - free @graph_sets; no hit uses them any more */
void graph_filter_exit(void);

/**
 * struct filter_edit - the copy of a set that an open file has
 * @link: link in the list of such copies
 * @set: the copy, used under event_mutex: functions leave it with their modules
 */
struct filter_edit {
	struct list_head link;
	struct function_set *set;
};

/**
 * filter_edit_begin() - copy a set for an open file
 * @open: zeroed
 * @from: the set, or NULL for an empty copy
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int filter_edit_begin(struct filter_edit *open,
		      const struct function_set *from);

/**
 * filter_edit_end() - take the copy out of an open file
 * @open: filter_edit_begin() need not have been called, nor have succeeded
 *
 * Context: process, event_mutex held.
 * Return: the copy, now the caller's, or NULL.
 */
struct function_set *filter_edit_end(struct filter_edit *open);

/* function_filters_coming() - add a new module's functions to the filters */
void function_filters_coming(struct module *mod);

/**
 * function_filters_going() - remove a module's functions from the filters
 * @mod: the module
 * @all: false to remove only functions of the module's initialization
 *
 * Context: process; takes event_mutex.
 */
void function_filters_going(const struct module *mod, bool all);

#endif /* HISTRIG_FUNCTION_FILTER_H */
