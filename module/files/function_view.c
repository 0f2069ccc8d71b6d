// SPDX-License-Identifier: GPL-2.0
/* The functions of a set, see function_view.h. */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/seq_file.h>

#include "../compat/memory.h"
#include "../function/list.h"
#include "../function/set.h"
#include "function_view.h"

void function_view_drop(struct function_view *view)
{
	if (view->list)
		function_list_put(view->list);
	kvfree(view->shown);
	*view = (struct function_view) {};
}

int function_view_make(struct function_view *view,
		       const struct function_set *set)
{
	struct function_list *list;
	unsigned int i;

	function_view_drop(view);
	if (function_set_empty(set))
		return 0;
	list = function_list_get();
	if (IS_ERR(list))
		return PTR_ERR(list);
	view->list = list;
	view->shown = memory_alloc(list->nr, sizeof(*view->shown));
	if (!view->shown)
		return -ENOMEM;
	for (i = 0; i < list->nr; i++)
		if (function_set_has(set, list->functions[i].address))
			view->shown[view->nr++] = i;
	return 0;
}

void function_view_show(struct seq_file *m, const struct function_view *view,
			unsigned int index)
{
	traceable_show(m, view->list,
		       &view->list->functions[view->shown[index]]);
	seq_putc(m, '\n');
}
