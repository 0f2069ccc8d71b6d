// SPDX-License-Identifier: GPL-2.0
/* Markers, see marker.h. */
#include <linux/compiler.h>
#include <linux/overflow.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "../event/event_file.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../record/kinds.h"
#include "../record/store.h"
#include "marker.h"

static const struct event_header ftrace_header = {
	.system = "ftrace",
};

static struct event_field print_fields[] = {
	{
		.type = "unsigned long",
		.name = "ip",
		.size = sizeof(unsigned long),
		.align = __alignof__(unsigned long),
	},
	{
		.type = "char[]",
		.name = "buf",
		.align = 1,
		.is_signed = is_signed_type(char),
	},
};

static const struct event_class print_class = {
	.fields = print_fields,
	.nr_fields = ARRAY_SIZE(print_fields),
	.record_size = sizeof(struct print_record),
	.print_fmt = "\"%ps: %s\", (void *)REC->ip, REC->buf",
};

static struct event print_event = {
	.name = "print",
	.class = &print_class,
	.header = &ftrace_header,
	.role = EVENT_TRIGGERED,
};

static struct event_field raw_data_fields[] = {
	{
		.type = "unsigned int",
		.name = "id",
		.size = sizeof(unsigned int),
		.align = __alignof__(unsigned int),
	},
	{
		.type = "char[]",
		.name = "buf",
		.align = 1,
		.is_signed = is_signed_type(char),
	},
};

static const struct event_class raw_data_class = {
	.fields = raw_data_fields,
	.nr_fields = ARRAY_SIZE(raw_data_fields),
	.record_size = sizeof(struct raw_data_record),
	.print_fmt = "\"id:%04x %08x\", REC->id, (int)REC->buf[0]",
};

static struct event raw_data_event = {
	.name = "raw_data",
	.class = &raw_data_class,
	.header = &ftrace_header,
	.role = EVENT_SHOWN,
};

int marker_init(void)
{
	return registry_add(&print_event, RECORD_PRINT) ?:
	       registry_add(&raw_data_event, RECORD_RAW_DATA);
}

struct event_file *marker_file(struct instance *instance)
{
	struct event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &print_event.files, in_event)
		if (file->instance == instance)
			return file;
	return NULL;
}

bool marker_text(struct instance *instance, struct event_file *file,
		 struct print_record *record, size_t len, size_t size)
{
	bool newline = !len || record->text[len - 1] != '\n', recorded;

	if (newline)
		record->text[len] = '\n';
	record->text[len + newline] = '\0';

	preempt_disable_notrace();
	recorded = record_put(instance, RECORD_PRINT, record, size);
	if (recorded && file && READ_ONCE(file->probed)) {
		record->text[len] = '\0';
		record_hit(file, record, size);
	}
	preempt_enable_notrace();
	return recorded;
}

bool marker_data(struct instance *instance, struct raw_data_record *record,
		 size_t size)
{
	bool recorded;

	preempt_disable_notrace();
	recorded = record_put(instance, RECORD_RAW_DATA, record, size);
	preempt_enable_notrace();
	return recorded;
}
