// SPDX-License-Identifier: GPL-2.0
/* The events of the system "ftrace", see internal_events.h. */
#include "../event/field.h"
#include "../event/registry.h"
#include "internal_events.h"

const struct event_header internal_header = {
	.system = "ftrace",
};

static struct event_field print_fields[] = {
	EVENT_FIELD(unsigned long, ip),
	EVENT_CHARS(buf),
};

static const struct event_class print_class = {
	.fields = print_fields,
	.nr_fields = ARRAY_SIZE(print_fields),
	.record_size = sizeof(struct print_record),
	.print_fmt = "\"%ps: %s\", (void *)REC->ip, REC->buf",
};

struct event internal_print_event =
	INTERNAL_EVENT(internal_print_event.files, print, print_class, EVENT_TRIGGERED);

static struct event_field raw_data_fields[] = {
	EVENT_FIELD(unsigned int, id),
	EVENT_CHARS(buf),
};

static const struct event_class raw_data_class = {
	.fields = raw_data_fields,
	.nr_fields = ARRAY_SIZE(raw_data_fields),
	.record_size = sizeof(struct raw_data_record),
	.print_fmt = "\"id:%04x %08x\", REC->id, (int)REC->buf[0]",
};

static struct event raw_data_event =
	INTERNAL_EVENT(raw_data_event.files, raw_data, raw_data_class, EVENT_SHOWN);

#define STACK_FMT							\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\", "					\
	"(void *)REC->caller[0], (void *)REC->caller[1], "		\
	"(void *)REC->caller[2], (void *)REC->caller[3], "		\
	"(void *)REC->caller[4], (void *)REC->caller[5], "		\
	"(void *)REC->caller[6], (void *)REC->caller[7]"

static struct event_field stack_fields[] = {
	EVENT_FIELD(int, size),
	EVENT_STACK(caller),
};

/* As in the kernel, the format shows eight addresses; records can hold more. */
static const struct event_class stack_class = {
	.fields = stack_fields,
	.nr_fields = ARRAY_SIZE(stack_fields),
	.record_size = sizeof(struct stack_record) +
		       sizeof(unsigned long[STACK_DEPTH_SHOWN]),
	.print_fmt = STACK_FMT,
};

static struct event stack_event =
	INTERNAL_EVENT(stack_event.files, kernel_stack, stack_class, EVENT_SHOWN);

static struct event_field user_stack_fields[] = {
	EVENT_FIELD(unsigned int, tgid),
	EVENT_STACK(caller),
};

static const struct event_class user_stack_class = {
	.fields = user_stack_fields,
	.nr_fields = ARRAY_SIZE(user_stack_fields),
	.record_size = sizeof(struct user_stack_record),
	.print_fmt = STACK_FMT,
};

static struct event user_stack_event =
	INTERNAL_EVENT(user_stack_event.files, user_stack, user_stack_class, EVENT_SHOWN);

int internal_event_add(struct event *event, u16 id)
{
	if (WARN_ON(!event_fields_place(event->class)))
		return -EINVAL;
	return registry_add(event, id);
}

int internal_events_init(void)
{
	return internal_event_add(&stack_event, EVENT_ID_STACK) ?:
	       internal_event_add(&user_stack_event, EVENT_ID_USER_STACK) ?:
	       internal_event_add(&internal_print_event, EVENT_ID_PRINT) ?:
	       internal_event_add(&raw_data_event, EVENT_ID_RAW_DATA) ?:
	       internal_formats_init();
}
