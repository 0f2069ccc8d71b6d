// SPDX-License-Identifier: GPL-2.0
/*
 * The fields of a probe event, and printing its records, see probe.h.
 *
 * A ring may contain records of a removed event that had the same id but other
 * fields, so check that strings are inside the record.
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
#include "../event/symbol.h"
#include "arg.h"
#include "fetch.h"
#include "probe.h"

/* Printed for a string that could not be read, as in the kernel. */
static const char fault[] = "(fault)";

/* The fields of addresses and their print format, by the number of addresses. */
static const struct {
	const char *names[2];
	const char *format;
	const char *format_args;
} shapes[] = {
	{ { NULL }, "", "" },
	{ { "__probe_ip" }, "(%lx)", ", REC->__probe_ip" },
	{
		{ "__probe_func", "__probe_ret_ip" }, "(%lx <- %lx)",
		", REC->__probe_func, REC->__probe_ret_ip"
	},
};

static void probe_print_symbol(struct event_print *print,
			       unsigned long address, bool offset)
{
	struct trace_seq *seq = print->seq;
	char text[KSYM_SYMBOL_LEN];

	if (!address) {
		trace_seq_putc(seq, '0');
		return;
	}
	symbol_text(text, address, offset);
	trace_seq_puts(seq, text);
	if (print->addresses)
		trace_seq_printf(seq, " <%0*lx>", (int)sizeof(address) * 2,
				 address);
}

static void probe_print_place(struct event_print *print,
			      const struct probe_event *event,
			      const void *record)
{
	const unsigned long *address = record + PROBE_HEAD;
	const unsigned int nr = event->shape.addresses;
	struct trace_seq *seq = print->seq;
	unsigned int i;

	if (!nr)
		trace_seq_puts(seq, event->args->source);
	/* Print the last address first: for a return, the one in the caller. */
	for (i = nr; i--;) {
		if (event->shape.is_user)
			trace_seq_printf(seq, "0x%lx", address[i]);
		else
			probe_print_symbol(print, address[i], i == nr - 1);
		if (i)
			trace_seq_puts(seq, " <- ");
	}
}

static void probe_print_string(struct event_print *print, const void *record,
			       u32 word)
{
	unsigned int offset = DATA_LOC_OFFSET(word), len = DATA_LOC_LEN(word);

	if (!len || offset + len > print->size)
		trace_seq_puts(print->seq, fault);
	else
		trace_seq_printf(print->seq, "\"%.*s\"", (int)len,
				 (const char *)record + offset);
}

/* Conversions of types below 64 bits expect an int. */
static void print_number(struct trace_seq *seq, const struct fetch_type *type,
			 const void *at)
{
	int number;

	if (type->size == sizeof(u64)) {
		trace_seq_printf(seq, type->fmt, get_unaligned((const u64 *)at));
		return;
	}
	if (type->size == sizeof(u32))
		number = get_unaligned((const u32 *)at);
	else if (type->size == sizeof(u16))
		number = type->is_signed ? get_unaligned((const s16 *)at) :
					   get_unaligned((const u16 *)at);
	else
		number = type->is_signed ? *(const s8 *)at : *(const u8 *)at;
	trace_seq_printf(seq, type->fmt, number);
}

static void print_value(struct event_print *print,
			const struct fetch_type *type, const void *record,
			const void *at)
{
	if (type->is_string)
		probe_print_string(print, record,
				   get_unaligned((const u32 *)at));
	else if (!strcmp(type->name, "symbol"))
		trace_seq_printf(print->seq, "%pS",
				 (void *)get_unaligned((unsigned long *)at));
	else
		print_number(print->seq, type, at);
}

static void print_array(struct event_print *print, const struct probe_arg *arg,
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
	const struct probe_args *args = event->args;
	const struct event_field *field =
		event->class.fields + event->shape.addresses;
	struct trace_seq *seq = print->seq;
	unsigned int i;

	trace_seq_putc(seq, '(');
	probe_print_place(print, event, record);
	trace_seq_putc(seq, ')');
	for (i = 0; i < args->nr; i++, field++) {
		const struct probe_arg *arg = &args->arg[i];
		const void *at = record + field->offset;

		trace_seq_printf(seq, " %s=", arg->name);
		if (arg->count)
			print_array(print, arg, record, at);
		else
			print_value(print, arg->type, record, at);
	}
}

/* A string that is measured in a first pass and written in a second. */
struct text {
	char *to;
	size_t size;
	size_t len;
};

static __printf(2, 3) void probe_print_add(struct text *text,
					   const char *format, ...)
{
	size_t left = text->size > text->len ? text->size - text->len : 0;
	va_list args;

	va_start(args, format);
	text->len += vsnprintf(left ? text->to + text->len : NULL, left,
			       format, args);
	va_end(args);
}

static void add_formats(struct text *text, const struct probe_args *args)
{
	unsigned int i, j;

	for (i = 0; i < args->nr; i++) {
		const struct probe_arg *arg = &args->arg[i];

		probe_print_add(text, " %s=%s%s", arg->name,
				arg->count ? "{" : "", arg->type->fmt);
		for (j = 1; j < arg->count; j++)
			probe_print_add(text, ",%s", arg->type->fmt);
		if (arg->count)
			probe_print_add(text, "}");
	}
}

static void add_names(struct text *text, const struct probe_args *args)
{
	unsigned int i, j;

	for (i = 0; i < args->nr; i++) {
		const struct probe_arg *arg = &args->arg[i];
		const char *before = arg->type->is_string ? "__get_str(" :
							    "REC->";
		const char *after = arg->type->is_string ? ")" : "";

		if (!arg->count)
			probe_print_add(text, ", %s%s%s", before, arg->name,
					after);
		for (j = 0; j < arg->count; j++)
			probe_print_add(text, ", %s%s[%u]%s", before, arg->name,
					j, after);
	}
}

static void add_print_fmt(struct text *text, const struct probe_event *event)
{
	probe_print_add(text, "\"%s", shapes[event->shape.addresses].format);
	add_formats(text, event->args);
	probe_print_add(text, "\"%s", shapes[event->shape.addresses].format_args);
	add_names(text, event->args);
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

static void make_fields(struct event_field *field, unsigned int addresses,
			const struct probe_args *args)
{
	unsigned int i;

	for (i = 0; i < addresses; i++)
		*field++ = (struct event_field) {
			.name = shapes[addresses].names[i],
			.type = "unsigned long",
			.size = sizeof(unsigned long),
			.align = sizeof(unsigned long),
		};
	for (i = 0; i < args->nr; i++) {
		const struct probe_arg *arg = &args->arg[i];

		*field++ = (struct event_field) {
			.name = arg->name,
			.type = arg->field,
			.size = arg->type->size * (arg->count ?: 1),
			.is_signed = arg->type->is_signed,
			/* Fields follow each other without gaps. */
			.align = 1,
		};
	}
}

int probe_describe(struct probe_event *event, struct probe_args *args)
{
	const unsigned int nr = event->shape.addresses;
	struct event_class *class = &event->class;

	kref_get(&args->refs);
	event->args = args;
	class->nr_fields = nr + args->nr;
	class->fields = kcalloc(class->nr_fields, sizeof(*class->fields),
				GFP_KERNEL);
	class->print_fmt = make_print_fmt(event);
	if (!class->fields || !class->print_fmt)
		return -ENOMEM;
	make_fields(class->fields, nr, args);
	class->record_size = args->size + (nr ? PROBE_HEAD + nr * sizeof(long) :
						sizeof(struct record_header));
	class->print = print_record;
	event_fields_place(class);
	return 0;
}

void probe_undescribe(struct probe_event *event)
{
	kfree(event->class.fields);
	kfree(event->class.print_fmt);
	probe_args_put(event->args);
}
