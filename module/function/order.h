/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_FUNCTION_ORDER_H
#define HISTRIG_FUNCTION_ORDER_H

#include <linux/types.h>

/**
 * struct function_place - an object to sort by its function
 * @ip: the function
 * @item: data of the caller
 * @slot: slot of @ip in the hash table that the kernel prints; function_places_sort() sets it
 * @old_slot: slot of @ip in the table of 2^10 slots; function_places_sort() sets it
 */
struct function_place {
	unsigned long ip;
	unsigned long item;
	u32 slot;
	u32 old_slot;
};

/**
 * function_places_sort() - sort functions in the order in which the kernel prints a set
 * @places: the functions
 * @nr: their number
 *
 * The kernel prints these sets from a hash table whose size depends on the number of
 * functions. The kernel has moved the functions there from a table of 2^10 slots, which has
 * reversed their order within each slot.
 *
 * Context: any.
 */
void function_places_sort(struct function_place *places, unsigned int nr);

#endif /* HISTRIG_FUNCTION_ORDER_H */
