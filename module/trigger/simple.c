// SPDX-License-Identifier: GPL-2.0
/*
 * Triggers that act on their own instance: traceon, traceoff, snapshot and
 * stacktrace. Each may have a count of how often it acts.
 */
#include <linux/atomic.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../instance/instance.h"
#include "../record/store.h"
#include "count.h"
#include "trigger.h"

/**
 * struct simple_trigger - such a trigger
 * @trigger: what all triggers have
 * @count: how often it still acts
 */
struct simple_trigger {
	struct trigger trigger;
	struct trigger_count count;
};

static struct simple_trigger *to_simple(struct trigger *trigger)
{
	return container_of(trigger, struct simple_trigger, trigger);
}

static struct trigger *find_kind(const struct event_file *file,
				 enum trigger_kind kind)
{
	struct trigger *trigger;
	unsigned int i;

	for (i = 0; (trigger = trigger_at(file, i)); i++)
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
	if (!ret && filter_text)
		ret = trigger_parse_filter(&filter, file, filter_text);
	if (ret)
		goto fail;
	trigger_set_filter(&simple->trigger, filter);
	ret = find_kind(file, command->kind) ? -EEXIST : 0;
	if (!ret && command->kind == TRIGGER_SNAPSHOT)
		ret = instance_alloc_snapshot(file->instance);
	if (!ret)
		ret = trigger_add(&simple->trigger);
	if (!ret)
		return 0;
	filter_free(filter);
fail:
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

/* A count is not used up by hits that find it as it is to be. */
static __always_inline void switch_recording(struct trigger *trigger, bool on)
{
	struct instance *instance = trigger->file->instance;

	if (instance_is_on(instance) == on)
		return;
	if (trigger_count_take(&to_simple(trigger)->count))
		instance_set_on(instance, on);
}

static notrace void traceon_hit(struct trigger *trigger, const void *record)
{
	switch_recording(trigger, true);
}

static notrace void traceoff_hit(struct trigger *trigger, const void *record)
{
	switch_recording(trigger, false);
}

/*
 * The second ring was freed: what was to be kept would be lost if recording went
 * on. The lines name this function, so it is called what it is natively.
 */
static noinline notrace void
tracing_snapshot_instance_cond(struct instance *instance)
{
	const unsigned long ip = (unsigned long)tracing_snapshot_instance_cond;

	if (instance_option(instance, OPTION_TRACE_PRINTK)) {
		record_text(instance, ip, "*** SNAPSHOT NOT ALLOCATED ***\n");
		record_text(instance, ip, "*** stopping trace here!   ***\n");
	}
	instance_set_on(instance, false);
}

static notrace void snapshot_hit(struct trigger *trigger, const void *record)
{
	struct trigger_count *count = &to_simple(trigger)->count;
	struct instance *instance = trigger->file->instance;

	if (!trigger_count_take(count))
		return;
	if (!READ_ONCE(instance->snapshot))
		tracing_snapshot_instance_cond(instance);
	else if (!instance_take_snapshot(instance))
		trigger_count_give(count);
}

static notrace void stacktrace_hit(struct trigger *trigger, const void *record)
{
	if (trigger_count_take(&to_simple(trigger)->count))
		record_stack(trigger->file);
}

const struct trigger_command traceon_command = {
	.name = "traceon",
	.kind = TRIGGER_ONOFF,
	.early = TRIGGER_EARLY_ALONE,
	.parse = simple_parse,
	.show = simple_show,
	.hit = traceon_hit,
	.free = simple_free,
};

const struct trigger_command traceoff_command = {
	.name = "traceoff",
	.kind = TRIGGER_ONOFF,
	.early = TRIGGER_LATE,
	.parse = simple_parse,
	.show = simple_show,
	.hit = traceoff_hit,
	.free = simple_free,
};

const struct trigger_command snapshot_command = {
	.name = "snapshot",
	.kind = TRIGGER_SNAPSHOT,
	.early = TRIGGER_EARLY_ALONE,
	.parse = simple_parse,
	.show = simple_show,
	.hit = snapshot_hit,
	.free = simple_free,
};

const struct trigger_command stacktrace_command = {
	.name = "stacktrace",
	.kind = TRIGGER_STACKTRACE,
	.early = TRIGGER_LATE,
	.parse = simple_parse,
	.show = simple_show,
	.hit = stacktrace_hit,
	.free = simple_free,
};
