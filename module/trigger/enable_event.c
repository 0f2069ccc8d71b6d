// SPDX-License-Identifier: GPL-2.0
/* Makes and prints triggers that switch another event, see enable_event.h. */
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../instance/instance.h"
#include "enable_event.h"

/* Finds the other event by name; returns NULL if users cannot enable it. */
static struct event_file *find_target(const struct instance *instance,
				      const char *system, const char *name)
{
	struct event_file *file;

	if (!name)
		return NULL;
	file = event_file_find(&instance->files, system, name);
	return file && file->event->role == EVENT_FULL ? file : NULL;
}

static struct trigger *find_same(const struct event_file *file,
				 enum trigger_kind kind,
				 const struct event_file *target)
{
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file)
		if (trigger->command->kind == kind &&
		    to_switch(trigger)->target == target)
			return trigger;
	return NULL;
}

/* Keeps the target's probe registered and the target's module loaded. */
static int hold_target(struct switch_trigger *s)
{
	struct event_file *target = s->target;
	int ret;

	if (!try_module_get(target->event->mod))
		return -EBUSY;
	ret = event_file_soft(target, true);
	if (ret) {
		module_put(target->event->mod);
		return ret;
	}
	s->mod = target->event->mod;
	event_file_get(target);
	return 0;
}

static void release_target(struct switch_trigger *s)
{
	event_file_soft(s->target, false);
	event_file_put(s->target);
	module_put(s->mod);
}

static int switch_add(const struct trigger_command *command,
		      struct event_file *file, struct event_file *target,
		      char *count, char *filter_text)
{
	struct filter *filter = NULL;
	struct switch_trigger *s;
	int ret;

	s = kzalloc(sizeof(*s), GFP_KERNEL);
	if (!s)
		return -ENOMEM;
	s->trigger.command = command;
	s->trigger.file = file;
	s->target = target;

	ret = trigger_count_parse(&s->count, count);
	if (ret)
		goto err_free;
	if (filter_text) {
		ret = trigger_parse_filter(&filter, file, filter_text, NULL);
		if (ret)
			goto err_free;
	}
	trigger_set_filter(&s->trigger, filter);
	ret = hold_target(s);
	if (ret)
		goto err_filter;
	ret = -EEXIST;
	if (find_same(file, command->kind, target))
		goto err_target;
	ret = trigger_add(&s->trigger);
	if (ret)
		goto err_target;
	return 0;

err_target:
	release_target(s);
err_filter:
	filter_free(filter);
err_free:
	kfree(s);
	return ret;
}

static int switch_parse(const struct trigger_command *command,
			struct event_file *file, bool remove, char *params)
{
	char *param, *filter, *system, *name;
	struct event_file *target;
	struct trigger *trigger;

	if (!params)
		return -EINVAL;
	trigger_split_params(params, true, &param, &filter);
	system = strsep(&param, ":");
	if (!param)
		return -EINVAL;
	name = strsep(&param, ":");
	target = find_target(file->instance, system, name);
	if (!target)
		return -EINVAL;
	if (!remove)
		return switch_add(command, file, target, param, filter);
	trigger = find_same(file, command->kind, target);
	if (trigger)
		trigger_remove(trigger);
	return 0;
}

static void switch_show(struct seq_file *m, struct trigger *trigger)
{
	struct switch_trigger *s = to_switch(trigger);

	seq_printf(m, "%s:%s:%s", trigger->command->name,
		   s->target->event->header->system, s->target->event->name);
	trigger_count_show(m, &s->count, trigger);
}

static void switch_free(struct trigger *trigger)
{
	struct switch_trigger *s = to_switch(trigger);

	release_target(s);
	kfree(s);
}

#define SWITCH_COMMAND(_name, _kind)					\
	const struct trigger_command _name##_command = {		\
		.name = #_name,						\
		.kind = _kind,						\
		.when = TRIGGER_BEFORE_RECORD,				\
		.parse = switch_parse,					\
		.show = switch_show,					\
		.hit = _name##_hit,					\
		.free = switch_free,					\
	}

SWITCH_COMMAND(enable_event, TRIGGER_SWITCH_EVENT);
SWITCH_COMMAND(disable_event, TRIGGER_SWITCH_EVENT);
SWITCH_COMMAND(enable_hist, TRIGGER_SWITCH_HIST);
SWITCH_COMMAND(disable_hist, TRIGGER_SWITCH_HIST);
