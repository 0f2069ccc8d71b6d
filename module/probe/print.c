// SPDX-License-Identifier: GPL-2.0
/*
 * The fields of a probe event, and the text of its records, see print.h.
 *
 * A ring may hold a record of a removed event that had the same ID. Such a
 * record has other bytes where this event has fields, so nothing in it is
 * trusted: strings are printed as far as the record goes.
 */
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "../compat/unaligned.h"
#include "../event/field.h"
#include "../event/print.h"
#include "fetch.h"
#include "print.h"
#include "probe.h"

/* The kernel prints this text for a string that could not be read. */
static const char fault[] = "(fault)";

/**
 * struct layout_arg - how to print an argument
 * @type: its type
 * @count: number of elements of an array, 0 for anything else
 */
struct layout_arg {
	const struct fetch_type *type;
	u16 count;
};

/**
 * struct probe_layout - what the class of an event points to
 * @source: for probes on events, SYSTEM.EVENT; otherwise NULL
 * @print_fmt: print format
 * @nr_addresses: number of fields before the arguments
 * @nr: number of arguments
 * @fields: fields, those before the arguments first
 * @args: how to print the arguments
 */
struct probe_layout {
	char *source;
	char *print_fmt;
	unsigned int nr_addresses;
	unsigned int nr;
	struct event_field *fields;
	struct layout_arg args[];
};

static const struct {
	const char *names[2];
	const char *format;
	const char *format_args;
} shapes[] = {
	[PROBE_SHAPE_PLACE] = {
		{ "__probe_ip" }, "(%lx)", ", REC->__probe_ip"
	},
	[PROBE_SHAPE_USER] = {
		{ "__probe_ip" }, "(%lx)", ", REC->__probe_ip"
	},
	[PROBE_SHAPE_RETURN] = {
		{ "__probe_func", "__probe_ret_ip" }, "(%lx <- %lx)",
		", REC->__probe_func, REC->__probe_ret_ip"
	},
	[PROBE_SHAPE_USER_RETURN] = {
		{ "__probe_func", "__probe_ret_ip" }, "(%lx <- %lx)",
		", REC->__probe_func, REC->__probe_ret_ip"
	},
	[PROBE_SHAPE_NONE] = { { NULL }, "", "" },
};

static void probe_print_print_symbol(struct event_print *print,
				     unsigned long address, bool offset)
{
	struct trace_seq *seq = print->seq;
	char text[KSYM_SYMBOL_LEN], *module;

	if (!address) {
		trace_seq_putc(seq, '0');
		return;
	}
	/* The name of a module follows only an offset, as in the kernel. */
	if (offset) {
		sprint_symbol(text, address);
	} else {
		sprint_symbol_no_offset(text, address);
		module = strstr(text, " [");
		if (module)
			*module = '\0';
	}
	trace_seq_puts(seq, text);
	if (print->addresses)
		trace_seq_printf(seq, " <%0*lx>", (int)sizeof(address) * 2,
				 address);
}

static unsigned long address_at(const void *record, unsigned int i)
{
	return *(const unsigned long *)(record + PROBE_HEAD +
					i * sizeof(unsigned long));
}

static void probe_print_print_place(struct event_print *print,
				    const struct probe_event *event,
				    const void *record)
{
	struct trace_seq *seq = print->seq;

	switch (event->shape) {
	case PROBE_SHAPE_PLACE:
		probe_print_print_symbol(print, address_at(record, 0), true);
		break;
	case PROBE_SHAPE_RETURN:
		probe_print_print_symbol(print, address_at(record, 1), true);
		trace_seq_puts(seq, " <- ");
		probe_print_print_symbol(print, address_at(record, 0), false);
		break;
	case PROBE_SHAPE_USER:
		trace_seq_printf(seq, "0x%lx", address_at(record, 0));
		break;
	case PROBE_SHAPE_USER_RETURN:
		trace_seq_printf(seq, "0x%lx <- 0x%lx", address_at(record, 1),
				 address_at(record, 0));
		break;
	case PROBE_SHAPE_NONE:
		trace_seq_puts(seq, event->layout->source);
		break;
	}
}

static void probe_print_print_string(struct event_print *print,
				     const void *record, u32 word)
{
	unsigned int offset = DATA_LOC_OFFSET(word), len = DATA_LOC_LEN(word);

	if (!len || offset + len > print->size)
		trace_seq_puts(print->seq, fault);
	else
		trace_seq_printf(print->seq, "\"%.*s\"", (int)len,
				 (const char *)record + offset);
}

static void print_unsigned(struct trace_seq *seq, const struct fetch_type *type,
			   const void *at)
{
	switch (type->size) {
	case 1:
		trace_seq_printf(seq, type->fmt, *(const u8 *)at);
		break;
	case 2:
		trace_seq_printf(seq, type->fmt,
				 get_unaligned((const u16 *)at));
		break;
	case 4:
		trace_seq_printf(seq, type->fmt,
				 get_unaligned((const u32 *)at));
		break;
	default:
		trace_seq_printf(seq, type->fmt,
				 get_unaligned((const u64 *)at));
	}
}

static void print_signed(struct trace_seq *seq, const struct fetch_type *type,
			 const void *at)
{
	switch (type->size) {
	case 1:
		trace_seq_printf(seq, type->fmt, *(const s8 *)at);
		break;
	case 2:
		trace_seq_printf(seq, type->fmt,
				 get_unaligned((const s16 *)at));
		break;
	case 4:
		trace_seq_printf(seq, type->fmt,
				 get_unaligned((const s32 *)at));
		break;
	default:
		trace_seq_printf(seq, type->fmt,
				 get_unaligned((const s64 *)at));
	}
}

static void print_value(struct event_print *print,
			const struct fetch_type *type, const void *record,
			const void *at)
{
	if (type->is_string)
		probe_print_print_string(print, record,
					 get_unaligned((const u32 *)at));
	else if (!strcmp(type->name, "symbol"))
		trace_seq_printf(print->seq, "%pS",
				 (void *)get_unaligned((unsigned long *)at));
	else if (type->is_signed)
		print_signed(print->seq, type, at);
	else
		print_unsigned(print->seq, type, at);
}

static void print_array(struct event_print *print, const struct layout_arg *arg,
			const void *record, const void *at)
{
	unsigned int i;

	trace_seq_putc(print->seq, '{');
	for (i = 0; i < arg->count; i++) {
		if (i)
			trace_seq_putc(print->seq, ',');
		print_value(print, arg->type, record, at);
		at += arg->type->size;
	}
	trace_seq_putc(print->seq, '}');
}

static void print_record(struct event_print *print, const void *record)
{
	const struct probe_event *event =
		container_of(print->event, struct probe_event, event);
	const struct probe_layout *layout = event->layout;
	const struct event_field *field = layout->fields + layout->nr_addresses;
	struct trace_seq *seq = print->seq;
	unsigned int i;

	trace_seq_putc(seq, '(');
	probe_print_print_place(print, event, record);
	trace_seq_putc(seq, ')');
	for (i = 0; i < layout->nr; i++, field++) {
		const struct layout_arg *arg = &layout->args[i];
		const void *at = record + field->offset;

		trace_seq_printf(seq, " %s=", field->name);
		if (arg->count)
			print_array(print, arg, record, at);
		else
			print_value(print, arg->type, record, at);
	}
}

/* Text that is measured first, and then written to memory of that size. */
struct text {
	char *to;
	size_t size;
	size_t len;
};

static __printf(2, 3) void probe_print_add(struct text *text,
					   const char *format, ...)
{
	size_t room = text->size > text->len ? text->size - text->len : 0;
	va_list args;

	va_start(args, format);
	text->len += vsnprintf(room ? text->to + text->len : NULL, room,
			       format, args);
	va_end(args);
}

static void add_formats(struct text *text, const struct probe_layout *layout)
{
	const struct event_field *field = layout->fields + layout->nr_addresses;
	unsigned int i, j;

	for (i = 0; i < layout->nr; i++, field++) {
		const struct layout_arg *arg = &layout->args[i];

		probe_print_add(text, " %s=%s%s", field->name,
				arg->count ? "{" : "", arg->type->fmt);
		for (j = 1; j < arg->count; j++)
			probe_print_add(text, ",%s", arg->type->fmt);
		if (arg->count)
			probe_print_add(text, "}");
	}
}

static void add_names(struct text *text, const struct probe_layout *layout)
{
	const struct event_field *field = layout->fields + layout->nr_addresses;
	unsigned int i, j;

	for (i = 0; i < layout->nr; i++, field++) {
		const struct layout_arg *arg = &layout->args[i];
		const char *before = arg->type->is_string ? "__get_str(" :
							    "REC->";
		const char *after = arg->type->is_string ? ")" : "";

		if (!arg->count)
			probe_print_add(text, ", %s%s%s", before, field->name,
					after);
		for (j = 0; j < arg->count; j++)
			probe_print_add(text, ", %s%s[%u]%s", before,
					field->name, j, after);
	}
}

static void add_print_fmt(struct text *text, const struct probe_event *event)
{
	probe_print_add(text, "\"%s", shapes[event->shape].format);
	add_formats(text, event->layout);
	probe_print_add(text, "\"%s", shapes[event->shape].format_args);
	add_names(text, event->layout);
}

static char *make_print_fmt(const struct probe_event *event)
{
	struct text text = {};

	add_print_fmt(&text, event);
	text.size = text.len + 1;
	text.len = 0;
	text.to = kmalloc(text.size, GFP_KERNEL);
	if (text.to)
		add_print_fmt(&text, event);
	return text.to;
}

static int make_fields(struct probe_layout *layout, enum probe_shape shape,
		       const struct probe_args *args)
{
	struct event_field *field = layout->fields;
	unsigned int i;

	for (i = 0; i < layout->nr_addresses; i++, field++) {
		field->name = kstrdup(shapes[shape].names[i], GFP_KERNEL);
		field->type = kstrdup("unsigned long", GFP_KERNEL);
		field->size = sizeof(unsigned long);
		field->align = sizeof(unsigned long);
		if (!field->name || !field->type)
			return -ENOMEM;
	}
	for (i = 0; i < args->nr; i++, field++) {
		const struct probe_arg *arg = &args->arg[i];

		layout->args[i].type = arg->type;
		layout->args[i].count = arg->count;
		field->name = kstrdup(arg->name, GFP_KERNEL);
		field->type = kstrdup(arg->field, GFP_KERNEL);
		field->size = arg->type->size * (arg->count ?: 1);
		field->is_signed = arg->type->is_signed;
		/* Fields follow each other without gaps. */
		field->align = 1;
		if (!field->name || !field->type)
			return -ENOMEM;
	}
	return 0;
}

static struct probe_layout *make_layout(enum probe_shape shape,
					const struct probe_args *args)
{
	struct probe_layout *layout;
	unsigned int nr = 0;

	while (nr < ARRAY_SIZE(shapes[shape].names) && shapes[shape].names[nr])
		nr++;
	layout = kzalloc(struct_size(layout, args, args->nr), GFP_KERNEL);
	if (!layout)
		return NULL;
	layout->nr_addresses = nr;
	layout->nr = args->nr;
	layout->fields = kcalloc(nr + args->nr, sizeof(*layout->fields),
				 GFP_KERNEL);
	return layout;
}

int probe_describe(struct probe_event *event, const struct probe_args *args)
{
	struct event_class *class = &event->class;
	struct probe_layout *layout = make_layout(event->shape, args);
	unsigned int head = sizeof(struct record_header);
	int ret;

	event->layout = layout;
	if (!layout || !layout->fields)
		return -ENOMEM;
	ret = make_fields(layout, event->shape, args);
	if (ret)
		return ret;
	if (event->shape == PROBE_SHAPE_NONE) {
		layout->source = kstrdup(args->source ?: "", GFP_KERNEL);
		if (!layout->source)
			return -ENOMEM;
	} else {
		head = PROBE_HEAD + layout->nr_addresses * sizeof(long);
	}
	layout->print_fmt = make_print_fmt(event);
	if (!layout->print_fmt)
		return -ENOMEM;

	class->fields = layout->fields;
	class->nr_fields = layout->nr_addresses + layout->nr;
	class->record_size = head + args->size;
	class->print_fmt = layout->print_fmt;
	class->print = print_record;
	event_fields_place(class);
	return 0;
}

void probe_undescribe(struct probe_event *event)
{
	struct probe_layout *layout = event->layout;
	unsigned int i, nr;

	if (!layout)
		return;
	nr = layout->fields ? layout->nr_addresses + layout->nr : 0;
	for (i = 0; i < nr; i++) {
		kfree(layout->fields[i].name);
		kfree(layout->fields[i].type);
	}
	kfree(layout->fields);
	kfree(layout->print_fmt);
	kfree(layout->source);
	kfree(layout);
}
