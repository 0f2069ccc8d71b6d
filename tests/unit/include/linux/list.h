/* SPDX-License-Identifier: GPL-2.0 */
/* The functions for doubly linked lists that the module uses. */
#ifndef SHIM_LIST_H
#define SHIM_LIST_H

#include <linux/kernel.h>

#define LIST_HEAD_INIT(name)	{ &(name), &(name) }
#define LIST_HEAD(name)		struct list_head name = LIST_HEAD_INIT(name)
#define list_entry(p, type, member)	container_of(p, type, member)
#define hlist_entry(p, type, member)	container_of(p, type, member)
#define list_first_entry(head, type, member)	\
	list_entry((head)->next, type, member)
#define list_for_each_entry(pos, head, member)				\
	for (pos = list_first_entry(head, __typeof__(*pos), member);	\
	     &pos->member != (head);					\
	     pos = list_entry(pos->member.next, __typeof__(*pos), member))

#define list_for_each_entry_reverse(pos, head, member)			\
	for (pos = list_entry((head)->prev, __typeof__(*pos), member);	\
	     &pos->member != (head);					\
	     pos = list_entry(pos->member.prev, __typeof__(*pos), member))
#define list_for_each_entry_safe(pos, n, head, member)			\
	for (pos = list_first_entry(head, __typeof__(*pos), member),	\
	     n = list_entry(pos->member.next, __typeof__(*pos), member); \
	     &pos->member != (head);					\
	     pos = n, n = list_entry(n->member.next, __typeof__(*n), member))

static inline void INIT_LIST_HEAD(struct list_head *head)
{
	head->next = head;
	head->prev = head;
}

static inline void shim_list_insert(struct list_head *item,
				    struct list_head *prev,
				    struct list_head *next)
{
	item->prev = prev;
	item->next = next;
	prev->next = item;
	next->prev = item;
}

static inline void list_add(struct list_head *item, struct list_head *head)
{
	shim_list_insert(item, head, head->next);
}

static inline void list_add_tail(struct list_head *item,
				 struct list_head *head)
{
	shim_list_insert(item, head->prev, head);
}

static inline void list_del(struct list_head *item)
{
	item->prev->next = item->next;
	item->next->prev = item->prev;
}

static inline void list_del_init(struct list_head *item)
{
	list_del(item);
	INIT_LIST_HEAD(item);
}

static inline void list_move_tail(struct list_head *item,
				  struct list_head *head)
{
	list_del(item);
	list_add_tail(item, head);
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

#endif /* SHIM_LIST_H */
