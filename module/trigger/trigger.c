// SPDX-License-Identifier: GPL-2.0
/* Adds and removes the triggers of an event, see trigger.h. */
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "trigger.h"

struct trigger_set *trigger_set_of(const struct event_file *file)
{
	return rcu_dereference_protected(file->armed,
					 lockdep_is_held(&event_mutex));
}

struct trigger *trigger_at(const struct event_file *file, unsigned int i)
{
	struct trigger_set *set = trigger_set_of(file);

	return set && i < set->nr ? set->triggers[i] : NULL;
}

static bool needs_record(const struct trigger *trigger)
{
	enum trigger_when when = trigger->command->when;

	return trigger->filter || when == TRIGGER_AFTER_RECORD ||
	       when == TRIGGER_POST;
}

/* Sets the mode bits by which hits choose how to run the triggers. */
static void update_mode(struct event_file *file)
{
	const unsigned int all = EVENT_MIXED | EVENT_CONDITION;
	unsigned int i, mode = 0;
	struct trigger *trigger;

	for_each_trigger(trigger, i, file) {
		if (trigger->command->hit)
			mode |= EVENT_MIXED;
		if (needs_record(trigger))
			mode |= EVENT_CONDITION;
	}
	/* If all triggers are hist triggers, set no bit, so hits take the fast path. */
	if (!(mode & EVENT_MIXED))
		mode = 0;
	event_file_set_mode(file, mode, all & ~mode);
}

static void trigger_publish(struct event_file *file, struct trigger_set *set)
{
	struct trigger *first = set ? set->triggers[0] : NULL;

	rcu_assign_pointer(file->armed, set);
	event_file_set_sole(file, first && set->nr == 1 && !first->command->hit ?
				  &first->sole : NULL);
}

static struct trigger_set *alloc_set(unsigned int nr, gfp_t flags)
{
	struct trigger_set *set;

	set = kmalloc(struct_size(set, triggers, nr), GFP_KERNEL | flags);
	if (set)
		set->nr = nr;
	return set;
}

static struct trigger_set *set_with(const struct trigger_set *old,
				    struct trigger *trigger)
{
	unsigned int nr = old ? old->nr : 0, at, i;
	struct trigger_set *set = alloc_set(nr + 1, 0);

	if (!set)
		return NULL;
	/* Like the kernel, put a hist trigger last and any other trigger first. */
	at = trigger->command->kind == TRIGGER_HIST ? nr : 0;
	for (i = 0; i < nr; i++)
		set->triggers[i + (i >= at)] = old->triggers[i];
	set->triggers[at] = trigger;
	return set;
}

int trigger_add(struct trigger *trigger)
{
	struct event_file *file = trigger->file;
	struct trigger_set *old = trigger_set_of(file), *set;
	int ret;

	if (old && old->nr == TRIGGERS_MAX)
		return -ENOSPC;
	set = set_with(old, trigger);
	if (!set)
		return -ENOMEM;

	/*
	 * Hits on the fast path expect only hist triggers, so wait until all
	 * have left it. Until the new trigger is published, @old has only hist
	 * triggers, which hits with EVENT_MIXED run only if EVENT_CONDITION is set.
	 */
	if (trigger->command->hit && !(file->mode & EVENT_MIXED)) {
		event_file_set_mode(file, EVENT_MIXED | (old ? EVENT_CONDITION : 0), 0);
		hits_synchronize();
	}
	trigger_publish(file, set);
	ret = event_file_probe(file);
	if (ret)
		goto err_unpublish;
	update_mode(file);
	if (old)
		hits_synchronize();
	kfree(old);
	return 0;

err_unpublish:
	trigger_publish(file, old);
	/* Hits that still use @set must not take the fast path, so wait first. */
	hits_synchronize();
	update_mode(file);
	kfree(set);
	return ret;
}

static void free_set(struct trigger_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		struct trigger *trigger = set->triggers[i];
		struct filter *filter = trigger->filter;

		trigger->command->free(trigger);
		filter_free(filter);
	}
	kfree(set);
}

/* Returns NULL if no trigger stays. */
static struct trigger_set *set_of_kept(const struct trigger_set *old)
{
	struct trigger_set *set;
	unsigned int i, nr = 0;

	for (i = 0; i < old->nr; i++)
		nr += !old->triggers[i]->removed;
	if (!nr)
		return NULL;
	/* Removing a trigger must not fail. TRIGGERS_MAX keeps the set within a page. */
	set = alloc_set(nr, __GFP_NOFAIL);
	for (i = nr = 0; i < old->nr; i++)
		if (!old->triggers[i]->removed)
			set->triggers[nr++] = old->triggers[i];
	return set;
}

/* Removes all triggers whose @removed is set; there must be at least one. */
static void remove_marked(struct event_file *file)
{
	struct trigger_set *old = trigger_set_of(file);
	unsigned int i, nr = 0;

	trigger_publish(file, set_of_kept(old));
	event_file_probe(file);
	hits_synchronize();
	update_mode(file);
	/*
	 * Collect the marked triggers first, because freeing one may remove and free
	 * other triggers of the event.
	 */
	for (i = 0; i < old->nr; i++)
		if (old->triggers[i]->removed)
			old->triggers[nr++] = old->triggers[i];
	old->nr = nr;
	free_set(old);
}

void trigger_remove(struct trigger *trigger)
{
	trigger->removed = true;
	remove_marked(trigger->file);
}

void trigger_remove_kinds(struct event_file *file, unsigned int kinds)
{
	struct trigger *trigger;
	bool any = false;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		trigger->removed = kinds & BIT(trigger->command->kind);
		any |= trigger->removed;
	}
	if (any)
		remove_marked(file);
}

void trigger_disarm(struct event_file *file)
{
	file->old_armed = trigger_set_of(file);
	trigger_publish(file, NULL);
	event_file_probe(file);
}

void trigger_free_disarmed(struct event_file *file)
{
	struct trigger_set *set = file->old_armed;

	lockdep_assert_held(&event_mutex);
	if (!set)
		return;
	file->old_armed = NULL;
	update_mode(file);
	free_set(set);
}

int trigger_parse_filter(struct filter **filter, struct event_file *file,
			 const char *text, const struct filter_vars *vars)
{
	struct filter_fault fault;
	int ret;

	lockdep_assert_held(&event_mutex);
	/* One space or tab ends the "if"; more of them belong to the filter. */
	if (strncmp(text, "if", 2) || (text[2] != ' ' && text[2] != '\t'))
		return -EINVAL;
	text += 3;
	ret = filter_parse(filter, file->event, text, vars, &fault);
	if (ret && !fault.reported)
		filter_log_fault(&file->instance->errors, text, &fault);
	return ret;
}
