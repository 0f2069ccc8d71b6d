/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which functions an instance traces: set_ftrace_filter and set_ftrace_notrace.
 *
 * A task that writes to one of these files changes a copy of the set. Closing the file
 * makes the copy the instance's set. For modules that may be loaded later, the instance
 * stores patterns (struct function_later). Sets also change when modules are loaded and
 * unloaded.
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

/* function_filter_init() - make a filter that selects all functions */
void function_filter_init(struct function_filter *filter);

/* function_filter_exit() - free the sets of a filter that no hit uses any more */
void function_filter_exit(struct function_filter *filter);

/* function_filter_set() - get a set of a filter, which may be NULL; event_mutex held */
struct function_set *function_filter_set(const struct function_filter *filter,
					 enum function_filter_kind kind);

/**
 * function_filter_match() - add the functions that match a pattern, or remove them
 * @set: a set that is not published
 * @pattern: a glob, or the number of a line of the list; begins with a ! to remove
 *	functions
 * @module: a glob for the modules of the functions, "" for all modules; begins with
 *	a ! for functions of all other modules. NULL for functions of any module and of
 *	the kernel itself
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 1 if a function matches, even if @set does not change; 0 if none
 * matches; -ENOMEM; or an errno of function_list_get().
 */
int function_filter_match(struct function_set **set, const char *pattern,
			  const char *module);

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

/* function_filter_of() - the filter of @instance, graph_filter if NULL; event_mutex held */
struct function_filter *function_filter_of(struct instance *instance);

/**
 * function_filter_word() - handle a word that a user writes to a filter's file
 * @instance: the instance; its @functions is not NULL
 * @kind: which set of the filter the file shows
 * @set: the open file's copy of that set; words that are patterns change it
 * @word: the word; modified
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or the errno that the kernel would return.
 */
int function_filter_word(struct instance *instance,
			 enum function_filter_kind kind,
			 struct function_set **set, char *word);

/**
 * function_filter_apply() - replace a set of an instance
 * @instance: the instance, whose @functions is not NULL; or NULL for graph_filter
 * @kind: the set to replace
 * @set: the new set, which the instance then owns
 *
 * When this returns, hits follow the new set.
 *
 * Context: process, may sleep; event_mutex held.
 */
void function_filter_apply(struct instance *instance,
			   enum function_filter_kind kind,
			   struct function_set *set);

/* function_filter_forget() - forget patterns that wait for modules; event_mutex held */
void function_filter_forget(struct instance *instance,
			    enum function_filter_kind kind);

/**
 * struct filter_edit - an open file's copy of a set
 * @link: link in the list of such copies
 * @set: the copy, used under event_mutex; loses functions that are unloaded
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
 * filter_edit_end() - remove the copy from an open file
 * @open: the copy, even if filter_edit_begin() failed or was never called
 *
 * Context: process, event_mutex held.
 * Return: the copy, now the caller's, or NULL.
 */
struct function_set *filter_edit_end(struct filter_edit *open);

/**
 * struct function_place - an object to sort by its function
 * @ip: the function
 * @item: data of the caller
 * @slot: slot of @ip in the hash table that the kernel prints; function_places_sort() sets it
 * @old_slot: slot of @ip in the table of 2^10 slots; function_places_sort() sets it
 */
struct function_place {
	unsigned long ip;
	unsigned long item;
	u32 slot;
	u32 old_slot;
};

/**
 * function_places_sort() - sort functions in the order in which the kernel prints a set
 * @places: the functions
 * @nr: their number
 *
 * The kernel prints these sets from a hash table whose size depends on the number of
 * functions. The kernel has moved the functions there from a table of 2^10 slots, which has
 * reversed their order within each slot.
 *
 * Context: any.
 */
void function_places_sort(struct function_place *places, unsigned int nr);

#endif /* HISTRIG_FUNCTION_FILTER_H */
