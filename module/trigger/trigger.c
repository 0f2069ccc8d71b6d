// SPDX-License-Identifier: GPL-2.0
/* The triggers of an event; see trigger.h. */
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../filter/report.h"
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

/* Hits of an event with nothing but hist triggers take a shorter way. */
static void note_kinds(struct event_file *file)
{
	const unsigned int all = EVENT_MIXED | EVENT_CONDITION;
	unsigned int i, mode = 0;
	struct trigger *trigger;

	for (i = 0; (trigger = trigger_at(file, i)); i++) {
		if (trigger->command->hit)
			mode |= EVENT_MIXED;
		if (trigger->command->early == TRIGGER_LATE || trigger->filter)
			mode |= EVENT_CONDITION;
	}
	if (!(mode & EVENT_MIXED))
		mode = 0;
	event_file_set_mode(file, mode, all & ~mode);
}

static struct trigger_set *alloc_set(unsigned int nr, gfp_t flags)
{
	struct trigger_set *set;

	set = kmalloc(struct_size(set, triggers, nr), GFP_KERNEL | flags);
	if (set)
		set->nr = nr;
	return set;
}

int trigger_add(struct trigger *trigger)
{
	struct trigger_set *old = trigger_set_of(trigger->file);
	unsigned int nr = old ? old->nr : 0, at, i;
	struct trigger_set *set;
	int ret;

	if (nr == TRIGGERS_MAX)
		return -ENOSPC;
	set = alloc_set(nr + 1, 0);
	if (!set)
		return -ENOMEM;
	/* Natively hist triggers stand in their order, others in front of all. */
	at = trigger->command->kind == TRIGGER_HIST ? nr : 0;
	for (i = 0; i < nr; i++)
		set->triggers[i + (i >= at)] = old->triggers[i];
	set->triggers[at] = trigger;

	/*
	 * A hit that takes the short way takes every trigger for a hist trigger,
	 * so none may be on it any more when it could see this one.
	 */
	if (trigger->command->hit && !(trigger->file->mode & EVENT_MIXED)) {
		event_file_set_mode(trigger->file, EVENT_MIXED, 0);
		hits_synchronize();
	}
	rcu_assign_pointer(trigger->file->armed, set);
	ret = event_file_probe(trigger->file);
	if (ret)
		rcu_assign_pointer(trigger->file->armed, old);
	note_kinds(trigger->file);
	/* Whoever else has the probe registered may have seen @set. */
	if (ret || old)
		hits_synchronize();
	kfree(ret ? set : old);
	return ret;
}

static void free_trigger(struct trigger *trigger)
{
	struct filter *filter = trigger->filter;

	trigger->command->free(trigger);
	filter_free(filter);
}

/* Is it @one, or without one of these kinds? */
static bool is_meant(const struct trigger *trigger, const struct trigger *one,
		     unsigned int kinds)
{
	return one ? trigger == one : kinds & BIT(trigger->command->kind);
}

static void remove_meant(struct event_file *file, const struct trigger *one,
			 unsigned int kinds)
{
	struct trigger_set *old = trigger_set_of(file), *set = NULL;
	unsigned int i, j = 0, left = 0;

	for (i = 0; i < old->nr; i++)
		left += !is_meant(old->triggers[i], one, kinds);
	/* A few words; taking a trigger off must not fail. */
	if (left)
		set = alloc_set(left, __GFP_NOFAIL);
	for (i = 0; i < old->nr; i++)
		if (!is_meant(old->triggers[i], one, kinds))
			set->triggers[j++] = old->triggers[i];
	rcu_assign_pointer(file->armed, set);
	event_file_probe(file);
	hits_synchronize();
	note_kinds(file);
	for (i = 0; i < old->nr; i++)
		if (is_meant(old->triggers[i], one, kinds))
			free_trigger(old->triggers[i]);
	kfree(old);
}

void trigger_remove(struct trigger *trigger)
{
	remove_meant(trigger->file, trigger, 0);
}

void trigger_remove_kinds(struct event_file *file, unsigned int kinds)
{
	struct trigger *trigger;
	unsigned int i;

	for (i = 0; (trigger = trigger_at(file, i)); i++) {
		if (is_meant(trigger, NULL, kinds)) {
			remove_meant(file, NULL, kinds);
			return;
		}
	}
}

void trigger_disarm(struct event_file *file)
{
	file->old_armed = trigger_set_of(file);
	rcu_assign_pointer(file->armed, NULL);
	event_file_probe(file);
}

void trigger_free_disarmed(struct event_file *file)
{
	struct trigger_set *set = file->old_armed;
	unsigned int i;

	if (!set)
		return;
	file->old_armed = NULL;
	note_kinds(file);
	for (i = 0; i < set->nr; i++)
		free_trigger(set->triggers[i]);
	kfree(set);
}

int trigger_parse_filter(struct filter **filter, struct event_file *file,
			 const char *text)
{
	struct filter_fault fault;
	int ret;

	/* The blank behind the "if" goes with it, more of them do not. */
	if (strncmp(text, "if", 2) || (text[2] != ' ' && text[2] != '\t'))
		return -EINVAL;
	text += 3;
	ret = filter_parse(filter, file->event, text, &fault);
	if (ret)
		filter_log_fault(&file->instance->errors, text, &fault);
	return ret;
}

bool trigger_same_filter(const struct filter *a, const struct filter *b)
{
	return a && b ? !strcmp(a->text, b->text) : a == b;
}
