// SPDX-License-Identifier: GPL-2.0
/* Sets of functions, see set.h. */
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "set.h"

/* Logarithm of the number of slots of a new set. */
#define BITS_MIN	4

static struct function_set *function_set_make(unsigned int bits)
{
	struct function_set *set;

	set = kvzalloc(struct_size(set, slots, 1UL << bits), GFP_KERNEL);
	if (set)
		set->bits = bits;
	return set;
}

/* Adds a function; @set must have a free slot. */
static void function_set_put(struct function_set *set, unsigned long ip)
{
	unsigned long slot = function_set_slot(set, ip);

	if (set->slots[slot])
		return;
	set->slots[slot] = ip;
	set->nr++;
}

static void function_set_put_all(struct function_set *to,
				 const struct function_set *from)
{
	const unsigned long *slot;

	for_each_function_in(slot, from)
		function_set_put(to, *slot);
}

struct function_set *function_set_copy(const struct function_set *from)
{
	unsigned int bits = BITS_MIN;
	struct function_set *set;

	while (from && from->nr * 2UL > 1UL << bits)
		bits++;
	set = function_set_make(bits);
	if (set && from)
		function_set_put_all(set, from);
	return set;
}

int function_set_add(struct function_set **set, unsigned long ip)
{
	struct function_set *old = *set, *larger;

	if ((old->nr + 1) * 2UL > 1UL << old->bits) {
		larger = function_set_make(old->bits + 1);
		if (!larger)
			return -ENOMEM;
		function_set_put_all(larger, old);
		*set = larger;
		function_set_free(old);
	}
	function_set_put(*set, ip);
	return 0;
}

/* Moves a later function into a freed slot, so that searches do not end at this slot. */
static void close_gap(struct function_set *set, unsigned long gap)
{
	const unsigned long mask = (1UL << set->bits) - 1;
	unsigned long slot = gap, first;

	for (;;) {
		slot = (slot + 1) & mask;
		if (!set->slots[slot])
			return;
		first = hash_long(set->slots[slot], set->bits);
		/* A function must not move to a slot before that of its hash. */
		if (((slot - first) & mask) < ((slot - gap) & mask))
			continue;
		set->slots[gap] = set->slots[slot];
		set->slots[slot] = 0;
		gap = slot;
	}
}

bool function_set_remove(struct function_set *set, unsigned long ip)
{
	unsigned long slot = function_set_slot(set, ip);

	if (!set->slots[slot])
		return false;
	set->slots[slot] = 0;
	set->nr--;
	close_gap(set, slot);
	return true;
}

bool function_set_same(const struct function_set *a,
		       const struct function_set *b)
{
	const unsigned long *slot;

	if (a->nr != b->nr)
		return false;
	for_each_function_in(slot, a)
		if (!function_set_has(b, *slot))
			return false;
	return true;
}

void function_set_free(struct function_set *set)
{
	kvfree(set);
}
