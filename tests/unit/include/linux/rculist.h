/* SPDX-License-Identifier: GPL-2.0 */
/* Lists for readers under RCU. */
#ifndef SHIM_RCULIST_H
#define SHIM_RCULIST_H

#include <linux/list.h>
#include <linux/rcupdate.h>

#define shim_hlist_entry(p, type, member)				\
({									\
	struct hlist_node *__n = (p);					\
									\
	__n ? hlist_entry(__n, type, member) : NULL;			\
})
#define hlist_for_each_entry_rcu_notrace(pos, head, member)		\
	for (pos = shim_hlist_entry(READ_DEPENDENT((head)->first),		\
				    __typeof__(*pos), member);		\
	     pos;							\
	     pos = shim_hlist_entry(READ_DEPENDENT(pos->member.next),	\
				    __typeof__(*pos), member))

static inline void hlist_add_head_rcu(struct hlist_node *node,
				      struct hlist_head *head)
{
	node->next = head->first;
	node->pprev = &head->first;
	if (node->next)
		node->next->pprev = &node->next;
	rcu_assign_pointer(head->first, node);
}

/* Keeps @next of the removed node, so that a reader at this node can continue. */
static inline void hlist_del_rcu(struct hlist_node *node)
{
	WRITE_ONCE(*node->pprev, node->next);
	if (node->next)
		node->next->pprev = node->pprev;
}

#endif /* SHIM_RCULIST_H */
