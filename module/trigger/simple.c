// SPDX-License-Identifier: GPL-2.0
/* Makes and prints traceon, traceoff, snapshot and stacktrace, see simple.h. */
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../instance/instance.h"
#include "../instance/rings.h"
#include "simple.h"

static struct trigger *find_kind(const struct event_file *file,
				 enum trigger_kind kind)
{
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file)
		if (trigger->command->kind == kind)
			return trigger;
	return NULL;
}

static int simple_add(const struct trigger_command *command,
		      struct event_file *file, char *count, char *filter_text)
{
	struct filter *filter = NULL;
	struct simple_trigger *simple;
	int ret;

	simple = kzalloc(sizeof(*simple), GFP_KERNEL);
	if (!simple)
		return -ENOMEM;
	simple->trigger.command = command;
	simple->trigger.file = file;

	ret = trigger_count_parse(&simple->count, count);
	if (ret)
		goto err_free;
	if (filter_text) {
		ret = trigger_parse_filter(&filter, file, filter_text, NULL);
		if (ret)
			goto err_free;
	}
	trigger_set_filter(&simple->trigger, filter);
	ret = -EEXIST;
	if (find_kind(file, command->kind))
		goto err_filter;
	if (command->kind == TRIGGER_SNAPSHOT) {
		ret = instance_alloc_snapshot(file->instance);
		if (ret)
			goto err_filter;
	}
	ret = trigger_add(&simple->trigger);
	if (ret)
		goto err_filter;
	return 0;

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
	struct trigger *trigger;

	trigger_split_params(params, false, &count, &filter);
	if (!remove)
		return simple_add(command, file, count, filter);
	trigger = find_kind(file, command->kind);
	if (trigger)
		trigger_remove(trigger);
	return 0;
}

static void simple_show(struct seq_file *m, struct trigger *trigger)
{
	seq_puts(m, trigger->command->name);
	trigger_count_show(m, &to_simple(trigger)->count, trigger);
}

static void simple_free(struct trigger *trigger)
{
	kfree(to_simple(trigger));
}

const struct trigger_command traceon_command = {
	.name = "traceon",
	.kind = TRIGGER_ONOFF,
	.when = TRIGGER_BEFORE_ALONE,
	.parse = simple_parse,
	.show = simple_show,
	.hit = traceon_hit,
	.free = simple_free,
};

const struct trigger_command traceoff_command = {
	.name = "traceoff",
	.kind = TRIGGER_ONOFF,
	.when = TRIGGER_POST,
	.parse = simple_parse,
	.show = simple_show,
	.hit = traceoff_hit,
	.free = simple_free,
};

const struct trigger_command snapshot_command = {
	.name = "snapshot",
	.kind = TRIGGER_SNAPSHOT,
	.when = TRIGGER_BEFORE_ALONE,
	.parse = simple_parse,
	.show = simple_show,
	.hit = snapshot_hit,
	.free = simple_free,
};

const struct trigger_command stacktrace_command = {
	.name = "stacktrace",
	.kind = TRIGGER_STACKTRACE,
	.when = TRIGGER_POST,
	.parse = simple_parse,
	.show = simple_show,
	.hit = stacktrace_hit,
	.free = simple_free,
};
