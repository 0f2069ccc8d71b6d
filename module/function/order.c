// SPDX-License-Identifier: GPL-2.0
/* The kernel's order of functions, see order.h. */
#include <linux/bitops.h>
#include <linux/hash.h>
#include <linux/kernel.h>
#include <linux/sort.h>

#include "order.h"

static int order_compare(const void *a, const void *b)
{
	const struct function_place *x = a, *y = b;

	if (x->slot != y->slot)
		return x->slot < y->slot ? -1 : 1;
	if (x->old_slot != y->old_slot)
		return x->old_slot > y->old_slot ? -1 : 1;
	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

void function_places_sort(struct function_place *places, unsigned int nr)
{
	const unsigned int bits = min(fls(nr / 2), 12);
	unsigned int i;

	for (i = 0; i < nr; i++) {
		places[i].slot = bits ? hash_long(places[i].ip, bits) : 0;
		places[i].old_slot = hash_long(places[i].ip, 10);
	}
	sort(places, nr, sizeof(*places), order_compare, NULL);
}
