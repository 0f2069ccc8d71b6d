// SPDX-License-Identifier: GPL-2.0
/* Enabling and disabling events, selected by name; see enable.h. */
#include <linux/err.h>
#include <linux/glob.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/lines.h"
#include "../compat/log.h"
#include "../event/registry.h"
#include "enable.h"
#include "instance.h"
#include "rings.h"

#define BEFORE_MODULE	":mod:"

/* Returns NULL for a name that selects everything. */
static const char *match_part(const char *name)
{
	return *name && strcmp(name, "*") ? name : NULL;
}

void event_match_parse(struct event_match *match, char *name)
{
	char *module = strstr(name, BEFORE_MODULE), *event = name, *system;

	*match = (struct event_match) {};
	if (module) {
		*module = '\0';
		module += strlen(BEFORE_MODULE);
		strreplace(module, '-', '_');
		match->module = module;
	}
	system = strsep(&event, ":");
	if (event) {
		match->system = match_part(system);
		match->event = match_part(event);
	} else {
		match->any = module ? match_part(system) : system;
	}
}

static bool is_of_module(const struct event *event, const char *name)
{
	const struct module *mod = event->mod ?: event->owner;

	return mod && !strcmp(mod->name, name);
}

/* Does @match select @event? Not if users cannot enable @event. */
static bool event_matches(const struct event_match *match, const struct event *event)
{
	const char *system = event->header->system;

	if (event->role != EVENT_FULL)
		return false;
	if (match->module && !is_of_module(event, match->module))
		return false;
	if (match->any && !glob_match(match->any, event->name) &&
	    strcmp(match->any, system))
		return false;
	if (match->system && !glob_match(match->system, system))
		return false;
	return !match->event || glob_match(match->event, event->name);
}

int instance_enable(struct instance *instance, const struct event_match *match,
		    bool on)
{
	struct event_file *file;
	int ret, first = 0;
	bool any = false;

	lockdep_assert_held(&event_mutex);
	ret = instance_use_ring(instance);
	if (ret)
		return ret;
	list_for_each_entry(file, &instance->files, in_instance) {
		if (!event_matches(match, file->event))
			continue;
		any = true;
		ret = event_file_enable(file, on);
		if (ret && !first)
			first = ret;
	}
	return any ? first : -EINVAL;
}

/* Does a part of a selection to drop cover the same part of a stored one? */
static bool match_covers(const char *part, const char *stored)
{
	return !part || (stored && !strcmp(part, stored));
}

static void enable_later_free(struct enable_later *later)
{
	list_del(&later->link);
	kfree(later);
}

static int enable_later_drop(struct instance *instance, const struct event_match *match)
{
	struct enable_later *later, *next;
	int ret = -EINVAL;

	list_for_each_entry_safe(later, next, &instance->later, link) {
		if (strcmp(later->match.module, match->module) ||
		    !match_covers(match->any, later->match.any) ||
		    !match_covers(match->system, later->match.system) ||
		    !match_covers(match->event, later->match.event))
			continue;
		enable_later_free(later);
		ret = 0;
	}
	return ret;
}

void instance_forget_later(struct instance *instance)
{
	struct enable_later *later, *next;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry_safe(later, next, &instance->later, link)
		enable_later_free(later);
}

int instance_enable_word(struct instance *instance, const char *word, bool on)
{
	size_t size = strlen(word) + 1;
	struct enable_later *later;
	int ret;

	lockdep_assert_held(&event_mutex);
	later = kmalloc(struct_size(later, text, size), GFP_KERNEL);
	if (!later)
		return -ENOMEM;
	memcpy(later->text, word, size);
	event_match_parse(&later->match, later->text);
	ret = instance_enable(instance, &later->match, on);
	if (ret == -EINVAL && later->match.module) {
		if (!on) {
			ret = enable_later_drop(instance, &later->match);
		} else if (!module_is_loaded(later->match.module)) {
			list_add(&later->link, &instance->later);
			return 0;
		}
	}
	kfree(later);
	return ret;
}

static bool module_has_events(const struct module *mod)
{
	struct event *event;

	list_for_each_entry(event, &event_list, link)
		if (event->mod == mod || event->owner == mod)
			return true;
	return false;
}

static void enable_later_come(struct instance *instance, const struct module *mod)
{
	struct enable_later *later, *next;
	int ret;

	list_for_each_entry_safe(later, next, &instance->later, link) {
		if (strcmp(later->match.module, mod->name))
			continue;
		ret = instance_enable(instance, &later->match, true);
		if (ret && ret != -EINVAL)
			pr_warn("events of module %s are not enabled (%pe); write :mod:%s to set_event again\n",
				mod->name, ERR_PTR(ret), mod->name);
		enable_later_free(later);
	}
}

void instances_enable_module(const struct module *mod)
{
	struct instance *instance;

	mutex_lock(&event_mutex);
	if (module_has_events(mod))
		list_for_each_entry(instance, &instance_list, link)
			enable_later_come(instance, mod);
	mutex_unlock(&event_mutex);
}

char instance_enabled(struct instance *instance,
		      const struct event_match *match)
{
	struct event_file *file;
	unsigned int seen = 0;

	mutex_lock(&event_mutex);
	list_for_each_entry(file, &instance->files, in_instance)
		if (event_matches(match, file->event))
			seen |= event_file_used(file) ? 2 : 1;
	mutex_unlock(&event_mutex);
	return "?01X"[seen];
}
