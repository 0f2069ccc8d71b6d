// SPDX-License-Identifier: GPL-2.0
/* Fields of events, see field.h. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "field.h"
#include "record.h"

#define COMMON_FIELD(ctype, member, sign)				\
	{								\
		.type = #ctype,						\
		.name = #member,					\
		.offset = offsetof(struct record_header, member),	\
		.size = sizeof(ctype),					\
		.is_signed = sign,					\
	}

const struct event_field event_common_fields[EVENT_COMMON_FIELDS] = {
	COMMON_FIELD(unsigned short, common_type, false),
	COMMON_FIELD(unsigned char, common_flags, false),
	COMMON_FIELD(unsigned char, common_preempt_count, false),
	COMMON_FIELD(int, common_pid, true),
	IF_LAZY_COUNT(COMMON_FIELD(unsigned char, common_preempt_lazy_count,
				   false))
};

enum event_field_kind event_field_kind(const struct event_field *field)
{
	const char *type = field->type;

	if (strstr(type, "char")) {
		if (strstr(type, "__data_loc"))
			return EVENT_FIELD_DYN_STRING;
		if (strstr(type, "__rel_loc"))
			return EVENT_FIELD_REL_STRING;
		if (strchr(type, '['))
			return EVENT_FIELD_STATIC_STRING;
	}
	if (!strcmp(type, "char *") || !strcmp(type, "const char *"))
		return EVENT_FIELD_PTR_STRING;
	return EVENT_FIELD_NUMBER;
}

bool event_fields_place(const struct event_class *class)
{
	unsigned int offset = sizeof(struct record_header), i;

	for (i = 0; i < class->nr_fields; i++) {
		struct event_field *field = &class->fields[i];

		offset = ALIGN(offset, field->align);
		field->offset = offset;
		offset += field->size;
	}
	return class->record_size == offset;
}

static const struct event_field *field_find(const struct event_field *fields,
					    unsigned int nr, const char *name)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (!strcmp(fields[i].name, name))
			return &fields[i];
	return NULL;
}

const struct event_field *event_find_field(const struct event *event,
					   const char *name)
{
	const struct event_field *field;

	field = field_find(event->class->fields, event->class->nr_fields, name);
	if (field)
		return field;
	return field_find(event_common_fields, EVENT_COMMON_FIELDS, name);
}
