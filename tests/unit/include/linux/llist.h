/* SPDX-License-Identifier: GPL-2.0 */
/* Lock-free lists. */
#ifndef SHIM_LLIST_H
#define SHIM_LLIST_H

#include <linux/kernel.h>

struct llist_node {
	struct llist_node *next;
};

struct llist_head {
	struct llist_node *first;
};

#define LLIST_HEAD(name)	struct llist_head name = { NULL }

static inline void llist_add(struct llist_node *node, struct llist_head *head)
{
	node->next = __atomic_load_n(&head->first, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&head->first, &node->next, node, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		;
}

static inline struct llist_node *llist_del_all(struct llist_head *head)
{
	return __atomic_exchange_n(&head->first, NULL, __ATOMIC_SEQ_CST);
}

#define llist_for_each_entry_safe(pos, n, node, member)			\
	for (struct llist_node *__at = (node), *__next;			\
	     __at && (pos = container_of(__at, __typeof__(*pos), member), \
		      __next = __at->next, (void)(n), true);		\
	     __at = __next)

#endif /* SHIM_LLIST_H */
