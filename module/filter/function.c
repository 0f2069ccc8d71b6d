// SPDX-License-Identifier: GPL-2.0
/* Addresses of functions, see filter.h. */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../event/symbol.h"
#include "filter.h"

/* A cached result of function_find(). */
struct known_name {
	struct list_head link;
	unsigned long address;
	char name[];
};

/* Results of lookups while @remembering is set. Protected by event_mutex. */
static LIST_HEAD(known_names);
static bool remembering;

void function_remember(bool on)
{
	struct known_name *known, *next;

	lockdep_assert_held(&event_mutex);
	remembering = on;
	list_for_each_entry_safe(known, next, &known_names, link)
		kfree(known);
	INIT_LIST_HEAD(&known_names);
}

static void function_cache_add(const char *name, unsigned long address)
{
	struct known_name *known;

	known = kmalloc(struct_size(known, name, strlen(name) + 1), GFP_KERNEL);
	if (!known)
		return;
	strcpy(known->name, name);
	known->address = address;
	list_add(&known->link, &known_names);
}

unsigned long function_find(const char *name)
{
	struct known_name *known;
	unsigned long address;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(known, &known_names, link)
		if (!strcmp(known->name, name))
			return known->address;
	address = symbol_address(name);
	if (remembering)
		function_cache_add(name, address);
	return address;
}
