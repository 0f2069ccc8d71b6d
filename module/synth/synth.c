// SPDX-License-Identifier: GPL-2.0
/* The list of synthetic events, see synth.h. */
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/event_file.h"
#include "../event/record.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "synth.h"

/* Written under dynamic_mutex and event_mutex, read under either. */
static LIST_HEAD(synth_list);

static const struct event_header synth_header = {
	.system = SYNTH_SYSTEM,
};

static struct synth_event *to_synth(struct event *event)
{
	return container_of(event, struct synth_event, event);
}

static struct synth_event *to_synth_of(const struct dynamic_event *dyn)
{
	return container_of(dyn, struct synth_event, dyn);
}

static struct synth_event *synth_find(const char *name)
{
	struct synth_event *event;

	list_for_each_entry(event, &synth_list, link)
		if (!strcmp(event->event.name, name))
			return event;
	return NULL;
}

struct synth_event *synth_event_get_for_trigger(const char *name)
{
	struct synth_event *event;

	lockdep_assert_held(&event_mutex);
	event = synth_find(name);
	if (event) {
		event->trigger_refs++;
		event_hold(&event->event);
	}
	return event;
}

void synth_event_put_for_trigger(struct synth_event *event)
{
	lockdep_assert_held(&event_mutex);
	event->trigger_refs--;
	event_drop(&event->event);
}

struct synth_event *synth_event_of(struct event *event)
{
	return event->header == &synth_header ? to_synth(event) : NULL;
}

static void synth_free(struct event *base)
{
	struct synth_event *event = to_synth(base);

	synth_fields_free(event->fields);
	kfree(event->class.fields);
	kfree(event->class.print_fmt);
	kfree(event->steps);
	kfree(base->name);
	kfree(event);
}

/* Sets the steps that build a record, and the length of the longest record. */
static void plan_record(struct synth_event *event)
{
	const struct synth_fields *fields = event->fields;
	unsigned int i, size = fields->size;
	bool numbers = true;

	for (i = 0; i < fields->nr; i++) {
		const struct synth_field *field = &fields->fields[i];
		struct synth_step *step = &event->steps[i];

		step->offset = field->offset;
		if (field->is_stack) {
			step->kind = SYNTH_STEP_STACK;
			size += SYNTH_STACK_MAX * sizeof(unsigned long);
		} else if (field->is_dynamic) {
			step->kind = SYNTH_STEP_STRING;
			size += SYNTH_STRING_MAX;
		} else if (field->is_string) {
			step->kind = SYNTH_STEP_CHARS;
		} else {
			step->kind = SYNTH_STEP_NUMBER;
			step->mask = U64_MAX >> (64 - 8 * field->size);
		}
		event->dynamic |= field->is_dynamic;
		numbers &= step->kind == SYNTH_STEP_NUMBER;
	}
	event->record_size = min_t(unsigned int, size, RECORD_SIZE_MAX);
	if (!numbers || fields->nr > SYNTH_SHORT_MAX)
		return;
	event->short_nr = fields->nr;
	event->short_size = fields->size;
	for (i = 0; i < fields->nr; i++)
		event->masks[i] = event->steps[i].mask;
}

static void fill_fields(struct synth_event *event)
{
	unsigned int i;

	for (i = 0; i < event->fields->nr; i++) {
		const struct synth_field *field = &event->fields->fields[i];

		event->class.fields[i] = (struct event_field) {
			.type = field->type,
			.name = field->name,
			.offset = field->offset,
			.size = field->size,
			.align = sizeof(u64),
			.is_signed = field->is_signed,
		};
	}
}

/* Takes over @fields, also on failure. Returns NULL when out of memory. */
static struct synth_event *synth_make(const char *name,
				      struct synth_fields *fields)
{
	struct synth_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	if (!event) {
		synth_fields_free(fields);
		return NULL;
	}
	kref_init(&event->event.refs);
	event->event.free = synth_free;
	event->event.header = &synth_header;
	event->event.class = &event->class;
	event->fields = fields;
	INIT_LIST_HEAD(&event->link);
	event->dyn.type = &synth_type;
	event->event.name = kstrdup(name, GFP_KERNEL);
	event->steps = kcalloc(fields->nr, sizeof(*event->steps), GFP_KERNEL);
	event->class.fields = kcalloc(fields->nr, sizeof(*event->class.fields),
				      GFP_KERNEL);
	event->class.nr_fields = fields->nr;
	event->class.record_size = fields->size;
	event->class.print_fmt = synth_print_format(fields);
	event->class.print = synth_print;
	event->class.has_lines = true;
	if (!event->event.name || !event->steps || !event->class.fields ||
	    !event->class.print_fmt) {
		event_drop(&event->event);
		return NULL;
	}
	fill_fields(event);
	plan_record(event);
	return event;
}

static int synth_create(const struct synth_command *command,
			struct module *owner)
{
	struct synth_fields *fields;
	struct synth_event *event;
	int ret = synth_name_check(command);

	if (ret)
		return ret;
	lockdep_assert_held(&dynamic_mutex);
	if (synth_find(command->name)) {
		synth_report(command->text, SYNTH_EXISTS, command->name);
		return -EEXIST;
	}
	ret = synth_fields_parse(command, &fields);
	if (ret)
		return ret;
	event = synth_make(command->name, fields);
	if (!event)
		return -ENOMEM;
	event->event.owner = owner;
	event->of_module = owner;
	ret = registry_add(&event->event, 0);
	if (ret) {
		event_drop(&event->event);
		return ret;
	}
	mutex_lock(&event_mutex);
	list_add_tail(&event->link, &synth_list);
	dynamic_add(&event->dyn);
	mutex_unlock(&event_mutex);
	return 0;
}

static int synth_remove(struct synth_event *event)
{
	bool used;

	lockdep_assert_held(&dynamic_mutex);
	mutex_lock(&event_mutex);
	if (event->trigger_refs || event->event.handles) {
		mutex_unlock(&event_mutex);
		return -EBUSY;
	}
	used = event_used(&event->event);
	stale_note(&event->event, used);
	/*
	 * Take the event off the list before event_mutex is released, so that no
	 * trigger or module can begin to use it.
	 */
	if (!used) {
		list_del_init(&event->link);
		dynamic_del(&event->dyn);
	}
	mutex_unlock(&event_mutex);
	if (used)
		return -EBUSY;
	registry_remove(&event->event);
	event_drop(&event->event);
	return 0;
}

int synth_run(const struct synth_command *command, struct module *owner)
{
	struct synth_event *event;
	bool forget = false;
	int ret = 0;

	mutex_lock(&dynamic_mutex);
	switch (command->verb) {
	case SYNTH_CREATE:
		ret = synth_create(command, owner);
		break;
	case SYNTH_REMOVE:
		event = synth_find(command->name);
		forget = event && event->of_module;
		ret = event ? synth_remove(event) : -ENOENT;
		break;
	case SYNTH_NOTHING:
		break;
	}
	mutex_unlock(&dynamic_mutex);
	if (forget)
		stale_forget();
	return ret;
}

int synth_run_text(const char *text, struct module *owner)
{
	struct synth_command command;
	int ret = synth_command_parse(&command, text);

	if (ret)
		return ret;
	ret = synth_run(&command, owner);
	synth_command_done(&command);
	return ret;
}

/* Does a trigger generate the event, or has the event triggers? Ignores the handles of modules. */
static bool synth_has_triggers(const struct synth_event *event)
{
	const struct event_file *file;

	if (event->trigger_refs)
		return true;
	list_for_each_entry(file, &event->event.files, in_event)
		if (rcu_access_pointer(file->armed))
			return true;
	return false;
}

void synth_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct synth_event *event = to_synth_of(dyn);
	const struct synth_fields *fields = event->fields;
	unsigned int i;

	seq_printf(m, "%s\t", event->event.name);
	for (i = 0; i < fields->nr; i++) {
		const struct synth_field *field = &fields->fields[i];
		const char *type = field->type;

		/* Only the format file shows __data_loc before a dynamic type. */
		type += str_has_prefix(type, "__data_loc ");
		seq_printf(m, "%s%s %s", i ? "; " : "", type, field->name);
	}
	seq_putc(m, '\n');
}

static int type_create(const char *text)
{
	struct synth_command command;
	int ret = synth_dynamic_parse(&command, text);

	if (ret)
		return ret;
	if (command.verb == SYNTH_CREATE)
		ret = synth_create(&command, NULL);
	synth_command_done(&command);
	return ret;
}

static int type_remove(struct dynamic_event *dyn)
{
	return synth_remove(to_synth_of(dyn));
}

static bool type_is_busy(const struct dynamic_event *dyn)
{
	return synth_has_triggers(to_synth_of(dyn));
}

/* Like the kernel, ignores the words after the name. */
static bool type_matches(const struct dynamic_event *dyn, const char *system,
			 const char *name, int nr_words, char **words)
{
	return !strcmp(to_synth_of(dyn)->event.name, name) &&
	       (!system || !strcmp(system, SYNTH_SYSTEM));
}

static void type_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	seq_puts(m, "s:" SYNTH_SYSTEM "/");
	synth_show(m, dyn);
}

static void type_free(struct dynamic_event *dyn)
{
	struct synth_event *event = to_synth_of(dyn);

	list_del(&event->link);
	event_drop(&event->event);
}

const struct dynamic_type synth_type = {
	.create = type_create,
	.remove = type_remove,
	.is_busy = type_is_busy,
	.matches = type_matches,
	.show = type_show,
	.free = type_free,
};
