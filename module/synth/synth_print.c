// SPDX-License-Identifier: GPL-2.0
/* Printing the record of a synthetic event, see synth.h. */
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <trace/events/mmflags.h>

#include "../compat/seq_print.h"
#include "../event/controls.h"
#include "../event/print.h"
#include "../record/user_frames.h"
#include "synth.h"

static const struct trace_print_flags gfp_names[] = {
	__def_gfpflag_names, { -1, NULL }
};

/*
 * Like the kernel, prints numbers shorter than 64 bits as unsigned, whatever
 * their type.
 */
static void synth_print_number(struct trace_seq *seq,
			       const struct synth_field *field, const void *at,
			       const char *space)
{
	char format[16];

	snprintf(format, sizeof(format), "%%s=%s%%s",
		 synth_field_format(field));
	switch (field->size) {
	case 1:
		trace_seq_printf(seq, format, field->name, *(const u8 *)at,
				 space);
		break;
	case 2:
		trace_seq_printf(seq, format, field->name, *(const u16 *)at,
				 space);
		break;
	case 4:
		trace_seq_printf(seq, format, field->name, *(const u32 *)at,
				 space);
		break;
	default:
		trace_seq_printf(seq, format, field->name, *(const u64 *)at,
				 space);
	}
	if (strcmp(field->type, "gfp_t"))
		return;
	trace_seq_puts(seq, " (");
	seq_print_flags(seq, "|", *(const u32 *)at, gfp_names,
			ARRAY_SIZE(gfp_names) - 1);
	trace_seq_putc(seq, ')');
}

/*
 * Prints at most @size bytes, because the NUL may be missing: the ring may still
 * contain a record of a removed event that had the same ID.
 */
static void synth_print_string(struct event_print *print,
			       const struct synth_field *field,
			       const char *string, unsigned int size,
			       const char *space)
{
	const unsigned int from = trace_seq_used(print->seq);

	trace_seq_printf(print->seq, "%s=%.*s%s", field->name, (int)size,
			 string, space);
	if (print->hide_controls)
		event_hide_controls(print->seq, from);
}

/* Escapes control characters, or hides them if the escapes do not fit. */
static void escape_controls(struct trace_seq *seq, unsigned int from)
{
	const size_t len = trace_seq_used(seq) - from;
	const size_t space = seq->seq.size - from;
	const size_t length = controls_escape(seq->buffer + from, len, space);

	if (length > space)
		controls_hide(seq->buffer + from, len);
	else
		seq->seq.len = from + length;
}

/* Always escapes the names of files, since users choose them. */
static void print_frame(struct trace_seq *seq, u64 word)
{
	unsigned int from = trace_seq_used(seq);
	struct user_frame frame;

	/* Keeps frame.name valid. */
	rcu_read_lock();
	frame = user_frame_read(word);
	if (frame.is_end) {
		trace_seq_printf(seq, "=> (%s)\n", frame.name);
	} else if (frame.in_file) {
		trace_seq_printf(seq, "=> %s", frame.name);
		escape_controls(seq, from);
		trace_seq_printf(seq, "+0x%llx\n", frame.offset);
	} else {
		trace_seq_printf(seq, "=> 0x%llx\n", frame.offset);
	}
	rcu_read_unlock();
}

static void print_stack(struct trace_seq *seq, const struct synth_field *field,
			const void *at, unsigned int size)
{
	const void *end = at + size;
	unsigned long address;

	trace_seq_printf(seq, "%s=STACK:\n", field->name);
	for (; at + sizeof(address) <= end; at += sizeof(address)) {
		/* A stack after a string may be unaligned. */
		memcpy(&address, at, sizeof(address));
		if (!address)
			break;
		if (is_user_frame(address))
			print_frame(seq, address);
		else
			trace_seq_printf(seq, "=> %pS\n", (void *)address);
	}
}

static void synth_print_field(struct event_print *print,
			      const struct synth_field *field,
			      const void *record, const char *space)
{
	const void *at = record + field->offset;
	const struct data_loc loc = data_loc(record, at);

	if (field->is_stack)
		print_stack(print->seq, field, loc.data, loc.len);
	else if (field->is_string && field->is_dynamic)
		synth_print_string(print, field, loc.data, loc.len, space);
	else if (field->is_string)
		synth_print_string(print, field, at, SYNTH_STRING_MAX, space);
	else
		synth_print_number(print->seq, field, at, space);
}

void synth_print(struct event_print *print, const void *record)
{
	const struct synth_event *event =
		container_of(print->event, struct synth_event, event);
	const struct synth_fields *fields = event->fields;
	unsigned int i;

	for (i = 0; i < fields->nr; i++) {
		const struct synth_field *field = &fields->fields[i];

		if (print->verbose)
			trace_seq_printf(print->seq, "%s ",
					 synth_field_format(field));
		synth_print_field(print, field, record,
				  i == fields->nr - 1 ? "" : " ");
	}
}
