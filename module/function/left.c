// SPDX-License-Identifier: GPL-2.0
/* Functions that have left with their module, see left.h. */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "../compat/module_text.h"
#include "../event/registry.h"
#include "left.h"

/**
 * struct left - where functions were
 * @link: in @left_list
 * @start: the first address
 * @size: number of bytes
 */
struct left {
	struct list_head link;
	unsigned long start;
	unsigned long size;
};

/* Under event_mutex. No two of them overlap. */
static LIST_HEAD(left_list);

static void forget(struct left *left)
{
	list_del(&left->link);
	kfree(left);
}

static void forget_between(unsigned long start, unsigned long size)
{
	struct left *left, *next;

	list_for_each_entry_safe(left, next, &left_list, link)
		if (left->start < start + size &&
		    start < left->start + left->size)
			forget(left);
}

static void add(const struct module *mod, bool init)
{
	unsigned long size, start = module_text(mod, init, &size);
	struct left *left;

	if (!size)
		return;
	forget_between(start, size);
	left = kmalloc(sizeof(*left), GFP_KERNEL);
	if (!left) {
		pr_warn("histrig: no memory to note that the functions of %s go\n",
			mod->name);
		return;
	}
	left->start = start;
	left->size = size;
	list_add(&left->link, &left_list);
}

void functions_leave(const struct module *mod, bool all)
{
	lockdep_assert_held(&event_mutex);
	add(mod, true);
	if (all)
		add(mod, false);
}

void functions_arrive(const struct module *mod)
{
	unsigned long size, start;

	lockdep_assert_held(&event_mutex);
	start = module_text(mod, true, &size);
	forget_between(start, size);
	start = module_text(mod, false, &size);
	forget_between(start, size);
}

bool function_left(unsigned long ip)
{
	const struct left *left;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(left, &left_list, link)
		if (ip - left->start < left->size)
			return true;
	return false;
}

void functions_left_exit(void)
{
	struct left *left, *next;

	list_for_each_entry_safe(left, next, &left_list, link)
		forget(left);
}
