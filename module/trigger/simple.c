// SPDX-License-Identifier: GPL-2.0
/* Makes and prints all triggers but hist triggers, see simple.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "simple.h"

/*
 * Splits a command into its parameter and its filter, which starts with "if"; either may be
 * NULL. Unless @required is set, the first word is the parameter only if it starts with a
 * digit.
 */
static void split_params(char *params, bool required, char **param,
			 char **filter)
{
	*param = NULL;
	*filter = NULL;
	if (!params)
		return;
	if (!required && !isdigit(params[0])) {
		*filter = params;
		return;
	}
	*param = strsep(&params, " \t");
	if (!params)
		return;
	params = skip_spaces(params);
	if (*params)
		*filter = params;
}

/* Parses a count, or NULL for no limit. Returns 0, or the kernel's errno for the same text. */
static int parse_count(unsigned long *left, char *text)
{
	char *number;

	*left = -1UL;
	if (!text)
		return 0;
	number = strsep(&text, ":");
	if (!*number)
		return -EINVAL;
	return kstrtoul(number, 0, left);
}

static bool is_of_name(const struct event_file *a, const struct event_file *b)
{
	return a && b && event_is(a->event, b->event->header->system, b->event->name);
}

/*
 * Finds the trigger that switches @target. An event gets a new file when its module is loaded
 * again, and a bridged event becomes another object. A user must be able to remove a trigger that
 * switches the old file, so with @remove, takes one of the event's name if there is no other.
 */
static struct trigger *find_same(const struct event_file *file,
				 enum trigger_kind kind,
				 const struct event_file *target, bool remove)
{
	struct trigger *trigger, *found = NULL;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		if (trigger->command->kind != kind)
			continue;
		if (to_simple(trigger)->target == target)
			return trigger;
		if (remove && is_of_name(to_simple(trigger)->target, target))
			found = trigger;
	}
	return found;
}

static int simple_change(const struct trigger_command *command,
			 struct event_file *file, bool remove,
			 struct event_file *target, char *count, char *filter_text)
{
	struct trigger *same = find_same(file, command->kind, target, remove);
	struct filter *filter = NULL;
	struct simple_trigger *simple;
	int ret;

	if (remove) {
		if (same)
			trigger_remove(same);
		return 0;
	}
	simple = kzalloc(sizeof(*simple), GFP_KERNEL);
	if (!simple)
		return -ENOMEM;
	simple->trigger.command = command;
	simple->trigger.file = file;
	simple->target = target;

	ret = parse_count(&simple->left, count);
	if (ret)
		goto err_free;
	if (filter_text) {
		ret = trigger_parse_filter(&filter, file, filter_text, NULL);
		if (ret)
			goto err_free;
	}
	trigger_set_filter(&simple->trigger, filter);
	if (target) {
		ret = event_file_soft_get(target);
		if (ret)
			goto err_filter;
	}
	ret = -EEXIST;
	if (same)
		goto err_target;
	if (command->kind == TRIGGER_SNAPSHOT) {
		ret = instance_alloc_snapshot(file->instance);
		if (ret)
			goto err_filter;
	}
	ret = trigger_add(&simple->trigger);
	if (ret)
		goto err_target;
	return 0;

err_target:
	if (target)
		event_file_soft_put(target);
err_filter:
	filter_free(filter);
err_free:
	kfree(simple);
	return ret;
}

static int simple_parse(const struct trigger_command *command,
			struct event_file *file, bool remove, char *params)
{
	char *count, *filter;

	split_params(params, false, &count, &filter);
	return simple_change(command, file, remove, NULL, count, filter);
}

static int switch_parse(const struct trigger_command *command,
			struct event_file *file, bool remove, char *params)
{
	char *param, *filter, *system, *name;
	struct event_file *target;

	if (!params)
		return -EINVAL;
	split_params(params, true, &param, &filter);
	system = strsep(&param, ":");
	name = strsep(&param, ":");
	if (!name)
		return -EINVAL;
	target = event_file_find(&file->instance->files, system, name);
	/* Only events of this role can be enabled. */
	if (!target || target->event->role != EVENT_FULL)
		return -EINVAL;
	return simple_change(command, file, remove, target, param, filter);
}

static void simple_show(struct seq_file *m, struct trigger *trigger)
{
	const struct simple_trigger *simple = to_simple(trigger);
	long left = READ_ONCE(simple->left);

	seq_puts(m, trigger->command->name);
	if (simple->target)
		seq_printf(m, ":%s:%s", simple->target->event->header->system,
			   simple->target->event->name);
	if (left == -1)
		seq_puts(m, ":unlimited");
	else
		seq_printf(m, ":count=%ld", left);
	if (trigger->filter)
		seq_printf(m, " if %s", trigger->filter->text);
	seq_putc(m, '\n');
}

static void simple_free(struct trigger *trigger)
{
	struct simple_trigger *simple = to_simple(trigger);

	if (simple->target)
		event_file_soft_put(simple->target);
	kfree(simple);
}

#define SIMPLE_COMMAND(_name, _kind, _when, _parse)			\
	const struct trigger_command _name##_command = {		\
		.name = #_name,						\
		.kind = _kind,						\
		.when = _when,						\
		.parse = _parse,					\
		.show = simple_show,					\
		.hit = _name##_hit,					\
		.free = simple_free,					\
	}

#define SWITCH_COMMAND(name, kind)	\
	SIMPLE_COMMAND(name, kind, TRIGGER_BEFORE_RECORD, switch_parse)

SIMPLE_COMMAND(traceon, TRIGGER_ONOFF, TRIGGER_BEFORE_ALONE, simple_parse);
SIMPLE_COMMAND(traceoff, TRIGGER_ONOFF, TRIGGER_POST, simple_parse);
SIMPLE_COMMAND(snapshot, TRIGGER_SNAPSHOT, TRIGGER_BEFORE_ALONE, simple_parse);
SIMPLE_COMMAND(stacktrace, TRIGGER_STACKTRACE, TRIGGER_POST, simple_parse);
SWITCH_COMMAND(enable_event, TRIGGER_SWITCH_EVENT);
SWITCH_COMMAND(disable_event, TRIGGER_SWITCH_EVENT);
SWITCH_COMMAND(enable_hist, TRIGGER_SWITCH_HIST);
SWITCH_COMMAND(disable_hist, TRIGGER_SWITCH_HIST);
