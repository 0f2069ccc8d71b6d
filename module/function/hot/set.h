/* SPDX-License-Identifier: GPL-2.0 */
/* The layout of a set of functions, and how hits search it; see ../set.h. */
#ifndef HISTRIG_FUNCTION_HOT_SET_H
#define HISTRIG_FUNCTION_HOT_SET_H

#include <linux/hash.h>
#include <linux/rcupdate.h>

/**
 * struct function_set - a set of functions
 * @nr: number of functions
 * @bits: logarithm of the number of @slots; at least half of these are free
 * @slots: addresses of the functions, 0 in a free slot. A function is in the slot that its
 *	hash selects or in a later one, and no slot between these two is free
 *
 * Constant once published.
 */
struct function_set {
	unsigned int nr;
	unsigned int bits;
	unsigned long slots[];
};

/* function_set_slot() - index of the slot that contains @ip, or of the free slot for it */
static __always_inline unsigned long
function_set_slot(const struct function_set *set, unsigned long ip)
{
	const unsigned long mask = (1UL << set->bits) - 1;
	unsigned long slot = hash_long(ip, set->bits);

	while (set->slots[slot] && set->slots[slot] != ip)
		slot = (slot + 1) & mask;
	return slot;
}

/* function_set_has() - does a set contain a function? Under RCU if the set is published. */
static __always_inline bool
function_set_has(const struct function_set *set, unsigned long ip)
{
	return set->slots[function_set_slot(set, ip)];
}

#endif /* HISTRIG_FUNCTION_HOT_SET_H */
