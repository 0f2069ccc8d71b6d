/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Changes which functions an instance traces, when a user writes a word to a file and when
 * a module is loaded or removed.
 */
#ifndef HISTRIG_FUNCTION_APPLY_H
#define HISTRIG_FUNCTION_APPLY_H

#include <linux/list.h>

#include "filter.h"

struct instance;
struct module;

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

#endif /* HISTRIG_FUNCTION_APPLY_H */
