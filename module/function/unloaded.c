// SPDX-License-Identifier: GPL-2.0
/* Functions that were unloaded with their module, see unloaded.h. */
#include <linux/kernel.h>
#include <linux/module.h>

#include "../compat/module_text.h"
#include "../event/registry.h"
#include "unloaded.h"

/**
 * struct left - addresses at which there were functions
 * @start: the first address
 * @size: number of bytes, 0 if none
 */
struct left {
	unsigned long start;
	unsigned long size;
};

/*
 * The functions unloaded last; protected by event_mutex. The kernel lists them only for some
 * milliseconds, so a few are enough.
 */
static struct left newest[32];
static unsigned int next;

static struct left text_of(const struct module *mod, bool init)
{
	struct left text;

	text.start = module_text(mod, init, &text.size);
	return text;
}

static void left_add(const struct module *mod, bool init)
{
	newest[next++ % ARRAY_SIZE(newest)] = text_of(mod, init);
}

void functions_leave(const struct module *mod, bool all)
{
	lockdep_assert_held(&event_mutex);
	left_add(mod, true);
	if (all)
		left_add(mod, false);
}

/* Drops entries for addresses at which there are functions again. */
static void left_forget(struct left now)
{
	struct left *left;

	for (left = newest; left < newest + ARRAY_SIZE(newest); left++)
		if (left->start < now.start + now.size &&
		    now.start < left->start + left->size)
			left->size = 0;
}

void functions_arrive(const struct module *mod)
{
	lockdep_assert_held(&event_mutex);
	left_forget(text_of(mod, true));
	left_forget(text_of(mod, false));
}

bool function_is_unloaded(unsigned long ip)
{
	const struct left *left;

	lockdep_assert_held(&event_mutex);
	for (left = newest; left < newest + ARRAY_SIZE(newest); left++)
		if (ip - left->start < left->size)
			return true;
	return false;
}
