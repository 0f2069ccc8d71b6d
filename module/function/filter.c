// SPDX-License-Identifier: GPL-2.0
/* Which functions an instance traces, see filter.h. */
#include <linux/slab.h>

#include "../event/registry.h"
#include "filter.h"

void function_later_free(struct function_later *later)
{
	list_del(&later->link);
	kfree(later->pattern);
	kfree(later->module);
	kfree(later);
}

static void free_all_later(struct list_head *list)
{
	struct function_later *later, *next;

	list_for_each_entry_safe(later, next, list, link)
		function_later_free(later);
}

void function_filter_init(struct function_filter *filter)
{
	unsigned int i;

	for (i = 0; i < FUNCTION_FILTER_KINDS; i++)
		INIT_LIST_HEAD(&filter->later[i]);
}

void function_filter_exit(struct function_filter *filter)
{
	unsigned int i;

	for (i = 0; i < FUNCTION_FILTER_KINDS; i++) {
		free_all_later(&filter->later[i]);
		function_set_free(rcu_dereference_protected(filter->sets[i],
							    true));
		RCU_INIT_POINTER(filter->sets[i], NULL);
	}
}

struct function_set *function_filter_set(const struct function_filter *filter,
					 enum function_filter_kind kind)
{
	return rcu_dereference_protected(filter->sets[kind],
					 lockdep_is_held(&event_mutex));
}

/*
 * Initialized statically, because function_modules_exit() frees it even if loading histrig
 * has failed early.
 */
struct function_filter graph_filter = {
	.later = {
		[FUNCTIONS_FILTER] = LIST_HEAD_INIT(graph_filter.later[FUNCTIONS_FILTER]),
		[FUNCTIONS_NOTRACE] = LIST_HEAD_INIT(graph_filter.later[FUNCTIONS_NOTRACE]),
		[FUNCTIONS_STACK] = LIST_HEAD_INIT(graph_filter.later[FUNCTIONS_STACK]),
	},
};
