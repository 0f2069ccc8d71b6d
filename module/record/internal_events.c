// SPDX-License-Identifier: GPL-2.0
/* The events of the system "ftrace", see internal_events.h. */
#include <linux/compiler.h>
#include <linux/overflow.h>

#include "../event/event.h"
#include "../event/field.h"
#include "../event/registry.h"
#include "internal_events.h"

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

struct event internal_print_event = {
	.name = "print",
	.class = &print_class,
	.header = &ftrace_header,
	.role = EVENT_TRIGGERED,
	.files = LIST_HEAD_INIT(internal_print_event.files),
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

#define STACK_FMT							\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\", "					\
	"(void *)REC->caller[0], (void *)REC->caller[1], "		\
	"(void *)REC->caller[2], (void *)REC->caller[3], "		\
	"(void *)REC->caller[4], (void *)REC->caller[5], "		\
	"(void *)REC->caller[6], (void *)REC->caller[7]"

static struct event_field stack_fields[] = {
	{
		.type = "int",
		.name = "size",
		.size = sizeof(int),
		.align = __alignof__(int),
		.is_signed = true,
	},
	{
		.type = "unsigned long[8]",
		.name = "caller",
		.size = sizeof(unsigned long[STACK_DEPTH_SHOWN]),
		.len = STACK_DEPTH_SHOWN,
		.align = __alignof__(unsigned long),
	},
};

/* Like the kernel, the format has eight addresses; a record may have more. */
static const struct event_class stack_class = {
	.fields = stack_fields,
	.nr_fields = ARRAY_SIZE(stack_fields),
	.record_size = sizeof(struct stack_record) +
		       sizeof(unsigned long[STACK_DEPTH_SHOWN]),
	.print_fmt = STACK_FMT,
};

static struct event stack_event = {
	.name = "kernel_stack",
	.class = &stack_class,
	.header = &ftrace_header,
	.role = EVENT_SHOWN,
};

static struct event_field user_stack_fields[] = {
	{
		.type = "unsigned int",
		.name = "tgid",
		.size = sizeof(unsigned int),
		.align = __alignof__(unsigned int),
	},
	{
		.type = "unsigned long[8]",
		.name = "caller",
		.size = sizeof(unsigned long[STACK_DEPTH_SHOWN]),
		.len = STACK_DEPTH_SHOWN,
		.align = __alignof__(unsigned long),
	},
};

static const struct event_class user_stack_class = {
	.fields = user_stack_fields,
	.nr_fields = ARRAY_SIZE(user_stack_fields),
	.record_size = sizeof(struct user_stack_record),
	.print_fmt = STACK_FMT,
};

static struct event user_stack_event = {
	.name = "user_stack",
	.class = &user_stack_class,
	.header = &ftrace_header,
	.role = EVENT_SHOWN,
};

static int internal_event_add(struct event *event, u16 id)
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
