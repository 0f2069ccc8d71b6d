/* SPDX-License-Identifier: GPL-2.0 */
/* What hits ask of a set of functions; see ../set.h. */
#ifndef HISTRIG_FUNCTION_HOT_SET_H
#define HISTRIG_FUNCTION_HOT_SET_H

#include <linux/hash.h>
#include <linux/rcupdate.h>

/**
 * struct function_set - a set of functions
 * @nr: number of functions
 * @bits: @slots has 2^@bits entries, of which at least half are 0
 * @slots: where the functions begin, each at the slot of its hash or behind,
 *	with no 0 in between; 0 for none
 *
 * Does not change after it has been published.
 */
struct function_set {
	unsigned int nr;
	unsigned int bits;
	unsigned long slots[];
};

/**
 * function_set_slot() - find the slot of a function
 * @set: the set
 * @ip: where the function begins
 *
 * Context: any.
 * Return: the index of the slot that has @ip, or of the one that would get it.
 */
static __always_inline unsigned long
function_set_slot(const struct function_set *set, unsigned long ip)
{
	const unsigned long mask = (1UL << set->bits) - 1;
	unsigned long slot = hash_long(ip, set->bits);

	while (set->slots[slot] && set->slots[slot] != ip)
		slot = (slot + 1) & mask;
	return slot;
}

/**
 * function_set_has() - test whether a set has a function
 * @set: the set; under RCU if it is published
 * @ip: where the function begins, as callbacks of function tracing get it
 *
 * Context: any.
 */
static __always_inline bool
function_set_has(const struct function_set *set, unsigned long ip)
{
	return set->slots[function_set_slot(set, ip)];
}

#endif /* HISTRIG_FUNCTION_HOT_SET_H */
