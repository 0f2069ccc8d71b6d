// SPDX-License-Identifier: GPL-2.0
/* The list of dynamic events, see dynamic.h. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "dynamic.h"
#include "registry.h"

/* Guards dynamic_list, see dynamic.h. */
DEFINE_MUTEX(dynamic_mutex);
LIST_HEAD(dynamic_list);

int dynamic_create(const char *text, const struct dynamic_type *const *types)
{
	int ret = -ECANCELED;

	mutex_lock(&dynamic_mutex);
	for (; *types && ret == -ECANCELED; types++)
		ret = (*types)->create(text);
	mutex_unlock(&dynamic_mutex);
	return ret == -ECANCELED ? -EINVAL : ret;
}

/* Arguments of @matches of struct dynamic_type. */
struct target {
	const char *system;
	const char *name;
	int nr_words;
	char **words;
};

/* Parses the first of @words, "-:SYSTEM/NAME" or "p:SYSTEM/NAME". */
static int parse_target(struct target *target, int nr_words, char **words)
{
	char *name, *slash;

	if (!nr_words)
		return -EINVAL;
	name = words[0];
	if (*name == '-') {
		if (name[1] != ':')
			return -EINVAL;
		name++;
	} else {
		name = strchr(name, ':');
		if (!name)
			return -EINVAL;
	}
	*target = (struct target) {
		.name = name + 1,
		.nr_words = nr_words - 1,
		.words = words + 1,
	};
	slash = strchr(target->name, '/');
	if (slash) {
		*slash = '\0';
		target->system = target->name;
		target->name = slash + 1;
	} else if (!*target->name) {
		return -EINVAL;
	}
	return 0;
}

static bool dynamic_event_means(const struct target *target,
				const struct dynamic_event *dyn)
{
	bool ret;

	mutex_lock(&event_mutex);
	ret = dyn->type->matches(dyn, target->system, target->name,
				 target->nr_words, target->words);
	mutex_unlock(&event_mutex);
	return ret;
}

static int remove_target(const struct target *target,
			 const struct dynamic_type *type)
{
	struct dynamic_event *dyn, *next;
	int ret = -ENOENT;

	lockdep_assert_held(&dynamic_mutex);
	list_for_each_entry_safe(dyn, next, &dynamic_list, link) {
		if ((type && dyn->type != type) ||
		    !dynamic_event_means(target, dyn))
			continue;
		ret = dyn->type->remove(dyn);
		if (ret)
			break;
	}
	return ret;
}

int dynamic_remove(const char *text, const struct dynamic_type *type)
{
	struct target target;
	int nr_words, ret;
	char **words;

	words = argv_split(GFP_KERNEL, text, &nr_words);
	if (!words)
		return -ENOMEM;
	ret = parse_target(&target, nr_words, words);
	if (!ret) {
		mutex_lock(&dynamic_mutex);
		ret = remove_target(&target, type);
		mutex_unlock(&dynamic_mutex);
	}
	argv_free(words);
	return ret;
}

static bool any_busy(const struct dynamic_type *type)
{
	const struct dynamic_event *dyn;
	bool busy = false;

	mutex_lock(&event_mutex);
	list_for_each_entry(dyn, &dynamic_list, link)
		if (!type || dyn->type == type)
			busy |= dyn->type->is_busy(dyn);
	mutex_unlock(&event_mutex);
	return busy;
}

int dynamic_remove_all(const struct dynamic_type *type)
{
	struct dynamic_event *dyn, *next;
	int ret = 0;

	mutex_lock(&dynamic_mutex);
	if (any_busy(type))
		ret = -EBUSY;
	list_for_each_entry_safe(dyn, next, &dynamic_list, link) {
		if (ret)
			break;
		if (!type || dyn->type == type)
			ret = dyn->type->remove(dyn);
	}
	mutex_unlock(&dynamic_mutex);
	return ret;
}

void dynamic_add(struct dynamic_event *dyn)
{
	lockdep_assert_held(&dynamic_mutex);
	lockdep_assert_held(&event_mutex);
	list_add_tail(&dyn->link, &dynamic_list);
}

void dynamic_del(struct dynamic_event *dyn)
{
	lockdep_assert_held(&dynamic_mutex);
	lockdep_assert_held(&event_mutex);
	list_del_init(&dyn->link);
}

void dynamic_exit(void)
{
	struct dynamic_event *dyn, *next;

	list_for_each_entry_safe(dyn, next, &dynamic_list, link) {
		list_del(&dyn->link);
		dyn->type->free(dyn);
	}
}
