/* SPDX-License-Identifier: GPL-2.0 */
/* The functions of a set, as files print them. */
#ifndef HISTRIG_FUNCTION_VIEW_H
#define HISTRIG_FUNCTION_VIEW_H

#include <linux/types.h>

struct function_list;
struct function_set;
struct seq_file;

/**
 * struct function_view - the functions that a file shows its reader
 * @list: the functions that can be traced, NULL if there are none in the set
 * @shown: indices in @list of the functions of the set, in the order of @list
 * @nr: number of @shown
 */
struct function_view {
	struct function_list *list;
	u32 *shown;
	unsigned int nr;
};

/* function_view_make() - show the functions of @set, or none if NULL; 0 or an errno */
int function_view_make(struct function_view *view,
		       const struct function_set *set);

/* function_view_drop() - empty a view */
void function_view_drop(struct function_view *view);

/* function_view_show() - print the function at @index, which is below @view->nr */
void function_view_show(struct seq_file *m, const struct function_view *view,
			unsigned int index);

#endif /* HISTRIG_FUNCTION_VIEW_H */
