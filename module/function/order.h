/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_FUNCTION_ORDER_H
#define HISTRIG_FUNCTION_ORDER_H

#include <linux/types.h>

/**
 * struct function_place - an object to sort by its function
 * @ip: the function
 * @item: data of the caller
 * @slot: set by function_places_sort()
 * @old_slot: set by function_places_sort()
 */
struct function_place {
	unsigned long ip;
	unsigned long item;
	u32 slot;
	u32 old_slot;
};

/**
 * function_places_sort() - sort functions as the kernel prints some of its sets
 * @places: the functions
 * @nr: their number
 *
 * The kernel prints such a set in the order of slots of a hash table whose size depends
 * on the number of functions. Before, the functions were in a table of 2^10 slots;
 * moving them has reversed their order within a slot.
 *
 * Context: any.
 */
void function_places_sort(struct function_place *places, unsigned int nr);

#endif /* HISTRIG_FUNCTION_ORDER_H */
