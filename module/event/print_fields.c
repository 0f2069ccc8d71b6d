// SPDX-License-Identifier: GPL-2.0
/* Printing a record field by field, see event_print_fields() in print.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "event.h"
#include "field.h"
#include "print.h"
#include "record.h"

/* The kernel prints this text for a field that lies outside the record. */
static const char overflow[] = "<OVERFLOW>";

/* Returns a dynamic array's data, or NULL if it extends beyond the record. */
static const u8 *find_array(const struct event_field *field, const void *record,
			    unsigned int size, unsigned int *len)
{
	u32 word = *(const u32 *)(record + field->offset);
	unsigned int offset = DATA_LOC_OFFSET(word);

	if (strstr(field->type, "__rel_loc"))
		offset += field->offset + sizeof(u32);
	*len = DATA_LOC_LEN(word);
	return offset + *len <= size ? record + offset : NULL;
}

static void print_dynamic_string(struct trace_seq *seq,
				 const struct event_field *field,
				 const void *record, unsigned int size)
{
	unsigned int len;
	const u8 *string = find_array(field, record, size, &len);

	if (string)
		trace_seq_printf(seq, "%.*s", (int)len, string);
	else
		trace_seq_puts(seq, overflow);
}

static void print_dynamic_array(struct trace_seq *seq,
				const struct event_field *field,
				const void *record, unsigned int size)
{
	unsigned int len, i;
	const u8 *array = find_array(field, record, size, &len);

	if (!array) {
		trace_seq_puts(seq, overflow);
		return;
	}
	for (i = 0; i < len; i++)
		trace_seq_printf(seq, "%s%02x", i ? "," : "", array[i]);
}

static void fields_print_number(struct trace_seq *seq,
				const struct event_field *field, const void *at)
{
	unsigned int number;

	switch (field->size) {
	case 1:
		if (isprint(*(const u8 *)at))
			trace_seq_printf(seq, "'%c'", *(const u8 *)at);
		trace_seq_printf(seq, "(%d)", *(const u8 *)at);
		break;
	case 2:
	case 4:
		number = field->size == 2 ? *(const u16 *)at : *(const u32 *)at;
		trace_seq_printf(seq, "0x%x (%d)", number, number);
		break;
	case 8:
		trace_seq_printf(seq, "0x%llx (%lld)", *(const u64 *)at,
				 *(const u64 *)at);
		break;
	default:
		trace_seq_puts(seq, "<INVALID-SIZE>");
	}
}

static void fields_print_one(struct event_print *print, struct trace_seq *seq,
			     const struct event_field *field,
			     const void *record, unsigned int size)
{
	const void *at = record + field->offset;

	if (field->offset + field->size > size) {
		trace_seq_puts(seq, overflow);
		return;
	}
	if (field->filter_type == FILTER_TRACE_FN) {
		trace_seq_printf(seq, "%pS", *(void * const *)at);
		return;
	}
	switch (event_field_kind(field)) {
	case EVENT_FIELD_STATIC_STRING:
		trace_seq_printf(seq, "%.*s", (int)field->size, (const char *)at);
		break;
	case EVENT_FIELD_DYN_STRING:
	case EVENT_FIELD_REL_STRING:
		print_dynamic_string(seq, field, record, size);
		break;
	case EVENT_FIELD_PTR_STRING:
		event_print_address(print, seq, *(const char * const *)at);
		break;
	case EVENT_FIELD_NUMBER:
		if (strstr(field->type, "_loc "))
			print_dynamic_array(seq, field, record, size);
		else
			fields_print_number(seq, field, at);
	}
}

void event_print_fields(struct event_print *print, struct trace_seq *seq,
			const struct event *event, const void *record,
			unsigned int size)
{
	const struct event_class *class = event->class;
	const unsigned int from = trace_seq_used(seq);
	unsigned int i;

	for (i = 0; i < class->nr_fields; i++) {
		trace_seq_printf(seq, "%s%s=", i ? " " : "",
				 class->fields[i].name);
		fields_print_one(print, seq, &class->fields[i], record, size);
	}
	if (!class->nr_fields)
		trace_seq_puts(seq, "No fields found");
	if (print->hide_controls)
		event_hide_controls(seq, from);
}
