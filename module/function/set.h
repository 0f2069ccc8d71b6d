/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of functions, by their addresses.
 *
 * One task builds a set, then publishes it under RCU. From then on, the set is constant,
 * and a command that changes a filter changes a copy. NULL means that there is no set.
 */
#ifndef HISTRIG_FUNCTION_SET_H
#define HISTRIG_FUNCTION_SET_H

#include <linux/types.h>

#include "hot/set.h"

/* function_set_copy() - copy a set, or make an empty one if NULL; NULL if out of memory */
struct function_set *function_set_copy(const struct function_set *from);

/**
 * function_set_add() - add a function
 * @set: a set that is not published; replaced by a larger one when it is full
 * @ip: address of the function
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int function_set_add(struct function_set **set, unsigned long ip);

/* function_set_remove() - remove @ip from an unpublished set; false if @set lacks it */
bool function_set_remove(struct function_set *set, unsigned long ip);

/* function_set_empty() - test whether a set, or NULL, has no functions */
static inline bool function_set_empty(const struct function_set *set)
{
	return !set || !set->nr;
}

/* function_set_next() - the used slot after @slot, or the first if NULL; NULL at the end */
static inline const unsigned long *
function_set_next(const struct function_set *set, const unsigned long *slot)
{
	const unsigned long *end = set->slots + (1UL << set->bits);

	for (slot = slot ? slot + 1 : set->slots; slot < end; slot++)
		if (*slot)
			return slot;
	return NULL;
}

/* for_each_function_in() - walk a set in no order; @slot points to the current function */
#define for_each_function_in(slot, set)					\
	for (slot = function_set_next(set, NULL); slot;			\
	     slot = function_set_next(set, slot))

bool function_set_same(const struct function_set *a,
		       const struct function_set *b);

/* function_set_free() - free a set, or NULL; no hit may read it any more */
void function_set_free(struct function_set *set);

#endif /* HISTRIG_FUNCTION_SET_H */
