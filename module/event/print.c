// SPDX-License-Identifier: GPL-2.0
/* Printing records, see print.h. */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/uaccess.h>

#include "../compat/kernel_image.h"
#include "controls.h"
#include "digits.h"
#include "event.h"
#include "field.h"
#include "print.h"
#include "print_format.h"
#include "record.h"

/* Maximum size, with the NUL, of a string that event_print_address() prints. */
#define UNSAFE_STRING_MAX	128

/*
 * A va_list may be an array, and a parameter that is declared as an array is a pointer.
 * So functions pass a pointer to this struct.
 */
struct print_args {
	va_list list;
};

/*
 * What one piece of a format prints. @width is 0 unless an argument gives it; @precision is
 * negative for none.
 */
struct print_value {
	int width;
	int precision;
	union {
		int number;
		long number_long;
		long long number_long_long;
		const void *pointer;
	};
};

/*
 * Returns the number of bytes that are safe to read at @pointer: 0 unless it points
 * into the record, a string that the print function has built, this module or the
 * stack.
 */
static size_t event_print_readable(const struct event_print *print,
				   const void *pointer)
{
	const char *tmp = print->tmp.buffer;
	unsigned long address = (unsigned long)pointer;
	unsigned long offset;

	offset = address - (unsigned long)print->record;
	if (offset < print->size)
		return print->size - offset;
	offset = address - (unsigned long)tmp;
	if (offset < sizeof(print->tmp.buffer))
		return sizeof(print->tmp.buffer) - offset;
	if (within_module_core(address, THIS_MODULE))
		return SIZE_MAX;
	/* Print functions keep some strings on their stack. */
	if (object_is_on_stack(pointer))
		return (unsigned long)task_stack_page(current) + THREAD_SIZE -
		       address;
	return 0;
}

/* Checks for NULL and error pointers, which vsnprintf() never dereferences. */
static bool is_no_address(const void *pointer)
{
	return (unsigned long)pointer < PAGE_SIZE || IS_ERR(pointer);
}

/* Checks whether a string stays valid for as long as its event exists. */
static bool is_constant(const struct event_print *print, const char *string)
{
	unsigned long address = (unsigned long)string;
	const struct module *mod;
	bool within;

	if (in_kernel_image(address))
		return true;

	/*
	 * A module is freed a grace period after its events are removed, so @mod stays valid
	 * until rcu_read_unlock().
	 */
	rcu_read_lock();
	mod = READ_ONCE(print->event->mod);
	within = mod && within_module_core(address, mod);
	rcu_read_unlock();
	return within;
}

static bool string_is_safe(const struct event_print *print,
			   const struct print_value *value)
{
	size_t readable;

	if (is_no_address(value->pointer) || !value->precision)
		return true;
	readable = event_print_readable(print, value->pointer);
	if (value->precision > 0 && value->precision <= readable)
		return true;
	return strnlen(value->pointer, min_t(size_t, readable, INT_MAX)) < readable;
}

static bool piece_is_safe(const struct event_print *print,
			  const struct format_piece *piece,
			  const struct print_value *value)
{
	switch (piece->kind) {
	case FORMAT_STRING:
		return string_is_safe(print, value);
	case FORMAT_FOLLOWED:
		return is_no_address(value->pointer) ||
		       event_print_readable(print, value->pointer);
	case FORMAT_POINTER:
		return !print->plain_pointers;
	default:
		return true;
	}
}

static void event_print_take_value(const struct format_piece *piece,
				   struct print_args *args,
				   struct print_value *value)
{
	value->width = 0;
	value->precision = piece->precision;
	if (piece->star_width)
		value->width = va_arg(args->list, int);
	if (piece->star_precision)
		value->precision = va_arg(args->list, int);

	switch (piece->kind) {
	case FORMAT_INT:
		value->number = va_arg(args->list, int);
		break;
	case FORMAT_LONG:
		value->number_long = va_arg(args->list, long);
		break;
	case FORMAT_LONG_LONG:
		value->number_long_long = va_arg(args->list, long long);
		break;
	case FORMAT_STRING:
	case FORMAT_POINTER:
	case FORMAT_FOLLOWED:
		value->pointer = va_arg(args->list, const void *);
		break;
	default:
		break;
	}
}

static bool format_is_safe(const struct event_print *print, const char *fmt,
			   struct print_args *args)
{
	struct format_piece piece;
	struct print_value value;

	for (;;) {
		fmt = format_next(fmt, &piece);
		if (piece.kind == FORMAT_END)
			return !*fmt;
		event_print_take_value(&piece, args, &value);
		if (!piece_is_safe(print, &piece, &value))
			return false;
	}
}

/*
 * Copies a string up to the first page that cannot be read. Returns false if not even
 * the first byte can be read.
 */
static bool event_print_copy_string(char *to, const char *from, size_t max)
{
	size_t done = 0, part, len;

	while (done < max) {
		part = min_t(size_t, max - done,
			     PAGE_SIZE - offset_in_page(from + done));
		if (copy_from_kernel_nofault(to + done, from + done, part))
			break;
		len = strnlen(to + done, part);
		done += len;
		if (len < part) {
			to[done] = '\0';
			return true;
		}
	}
	to[done] = '\0';
	return done;
}

static void print_address(struct trace_seq *seq, const void *pointer)
{
	trace_seq_printf(seq, "0x%0*lx", (int)(2 * sizeof(pointer)),
			 (unsigned long)pointer);
}

/* Appends an address, and the string there if it is readable. */
static void event_print_address(struct event_print *print, struct trace_seq *seq,
				const char *string)
{
	trace_seq_putc(seq, '(');
	print_address(seq, string);
	if (event_print_copy_string(print->string, string,
				    UNSAFE_STRING_MAX - 1))
		trace_seq_printf(seq, ":%s", print->string);
	trace_seq_putc(seq, ')');
}

/* Marks what is printed of memory that may be freed already, as in the kernel. */
static const char unsafe[] = "[UNSAFE-MEMORY]";

/* Prints only the address of an object outside the record, because its size is unknown. */
static void print_outside(struct event_print *print, const void *pointer)
{
	trace_seq_putc(print->seq, '(');
	print_address(print->seq, pointer);
	trace_seq_putc(print->seq, ')');
	trace_seq_puts(print->seq, unsafe);
}

static void event_print_string(struct event_print *print,
			       const struct print_value *value,
			       const char *single)
{
	const char *string = value->pointer;
	size_t max = sizeof(print->string) - 1, readable;

	if (string_is_safe(print, value)) {
		trace_seq_printf(print->seq, single, string);
		return;
	}
	readable = event_print_readable(print, string);
	if (readable)
		max = min(max, readable);
	if (value->precision > 0)
		max = min_t(size_t, max, value->precision);
	if ((readable || is_constant(print, string)) &&
	    event_print_copy_string(print->string, string, max)) {
		trace_seq_printf(print->seq, single, print->string);
	} else {
		event_print_address(print, print->seq, string);
		trace_seq_puts(print->seq, unsafe);
	}
}

static void print_piece(struct event_print *print,
			const struct format_piece *piece,
			const struct print_value *value)
{
	char single[FORMAT_SINGLE_MAX];

	if (!format_single(piece, value->width, value->precision, single))
		return;

	switch (piece->kind) {
	case FORMAT_INT:
		trace_seq_printf(print->seq, single, value->number);
		break;
	case FORMAT_LONG:
		trace_seq_printf(print->seq, single, value->number_long);
		break;
	case FORMAT_LONG_LONG:
		trace_seq_printf(print->seq, single, value->number_long_long);
		break;
	case FORMAT_STRING:
		event_print_string(print, value, single);
		break;
	case FORMAT_POINTER:
		/* As in the kernel, hash-ptr affects only a plain %p. */
		if (print->plain_pointers && !strcmp(single, "%p"))
			strcpy(single, "%px");
		trace_seq_printf(print->seq, single, value->pointer);
		break;
	case FORMAT_FOLLOWED:
		if (piece_is_safe(print, piece, value))
			trace_seq_printf(print->seq, single, value->pointer);
		else
			print_outside(print, value->pointer);
		break;
	default:
		break;
	}
}

static void print_pieces(struct event_print *print, const char *fmt,
			 struct print_args *args)
{
	struct format_piece piece;
	struct print_value value;

	for (;;) {
		fmt = format_next(fmt, &piece);
		switch (piece.kind) {
		case FORMAT_END:
			return;
		case FORMAT_TEXT:
			trace_seq_putmem(print->seq, piece.text, piece.len);
			break;
		case FORMAT_PERCENT:
			trace_seq_putc(print->seq, '%');
			break;
		default:
			event_print_take_value(&piece, args, &value);
			print_piece(print, &piece, &value);
		}
	}
}

static void simple_put_hex(struct trace_seq *seq, u64 number)
{
	static const char digits[] = "0123456789abcdef";
	char text[16];
	unsigned int at = sizeof(text);

	do
		text[--at] = digits[number & 0xf];
	while (number >>= 4);
	trace_seq_putmem(seq, text + at, sizeof(text) - at);
}

static void simple_put_number(struct trace_seq *seq, u64 number, bool is_signed)
{
	char text[1 + DIGITS_MAX], *at = text;

	if (is_signed && (s64)number < 0) {
		*at++ = '-';
		number = -number;
	}
	trace_seq_putmem(seq, text, digits_put(at, number, 0, ' ') - text);
}

static u64 simple_take_number(struct print_args *args, bool is_long, bool is_signed)
{
	if (sizeof(long) == sizeof(u64) && is_long)
		return va_arg(args->list, unsigned long);
	return is_signed ? (s64)va_arg(args->list, int) : va_arg(args->list, unsigned int);
}

/* Prints the conversion at @conversion. Returns what follows it, or NULL if it is not simple. */
static const char *print_simple_one(struct event_print *print, const char *conversion,
				    struct print_args *args)
{
	struct print_value value = { .precision = -1 };
	const bool is_long = *conversion == 'l';
	const char *type = conversion;

	while (*type == 'l' && type < conversion + 2)
		type++;
	/* Where a long has 32 bits, only an int is simple. */
	if (is_long && sizeof(long) != sizeof(u64))
		return NULL;
	switch (*type) {
	case 'd':
	case 'u':
		simple_put_number(print->seq, simple_take_number(args, is_long, *type == 'd'),
				  *type == 'd');
		return type + 1;
	case 'x':
		simple_put_hex(print->seq, simple_take_number(args, is_long, false));
		return type + 1;
	case 's':
		value.pointer = va_arg(args->list, const char *);
		if (is_long || is_no_address(value.pointer) || !string_is_safe(print, &value))
			return NULL;
		trace_seq_puts(print->seq, value.pointer);
		return type + 1;
	default:
		return NULL;
	}
}

/*
 * Prints a format whose conversions are all of numbers and strings, without width, precision and
 * flags, as in most events. vsnprintf() takes half of the time of a line. Returns false for other
 * formats, and may have printed a part of them.
 */
static bool print_simple(struct event_print *print, const char *fmt, struct print_args *args)
{
	const char *percent;

	for (;;) {
		percent = strchrnul(fmt, '%');
		trace_seq_putmem(print->seq, fmt, percent - fmt);
		if (!*percent)
			return true;
		fmt = print_simple_one(print, percent + 1, args);
		if (!fmt)
			return false;
	}
}

/* As print_simple(), but prints nothing in other formats. */
static bool try_simple(struct event_print *print, const char *fmt, struct print_args *args)
{
	const unsigned int from = trace_seq_used(print->seq);

	if (trace_seq_has_overflowed(print->seq))
		return false;
	if (print_simple(print, fmt, args) && !trace_seq_has_overflowed(print->seq))
		return true;
	print->seq->seq.len = from;
	print->seq->full = 0;
	return false;
}

void event_printf(struct event_print *print, const char *fmt, ...)
{
	struct print_args args;
	bool done;

	va_start(args.list, fmt);
	done = try_simple(print, fmt, &args);
	va_end(args.list);
	if (done)
		return;

	va_start(args.list, fmt);
	done = format_is_safe(print, fmt, &args);
	va_end(args.list);

	va_start(args.list, fmt);
	if (done)
		trace_seq_vprintf(print->seq, fmt, args.list);
	else
		print_pieces(print, fmt, &args);
	va_end(args.list);
}

const char *event_print_bitmask(struct event_print *print, const void *mask,
				unsigned int size)
{
	const char *text = trace_seq_buffer_ptr(&print->tmp);

	trace_seq_bitmask(&print->tmp, mask, size * BITS_PER_BYTE);
	trace_seq_putc(&print->tmp, '\0');
	return text;
}

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

/* Checks that all dynamic arrays are in the record, as print functions expect. */
static bool arrays_fit(const struct event *event, const void *record,
		       unsigned int size)
{
	const struct event_class *class = event->class;
	unsigned int i, len;

	for (i = 0; i < class->nr_fields; i++) {
		const struct event_field *field = &class->fields[i];

		if ((str_has_prefix(field->type, "__rel_loc") ||
		     str_has_prefix(field->type, "__data_loc")) &&
		    !find_array(field, record, size, &len))
			return false;
	}
	return true;
}

void event_hide_controls(struct trace_seq *seq, unsigned int from)
{
	controls_hide(seq->buffer + from, trace_seq_used(seq) - from);
}

/* The kernel prints this text for a field that lies outside the record. */
static const char overflow[] = "<OVERFLOW>";

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

void event_print(struct event_print *print, struct trace_seq *seq,
		 const struct event *event, const void *record,
		 unsigned int size)
{
	event_print_fn *function = event_printer(event);
	const unsigned int from = trace_seq_used(seq);

	if (!function || size < event->class->record_size ||
	    !arrays_fit(event, record, size)) {
		event_print_fields(print, seq, event, record, size);
		return;
	}
	print->seq = seq;
	print->event = event;
	print->record = record;
	print->size = size;
	trace_seq_init(&print->tmp);
	function(print, record);
	if (print->hide_controls && !event->class->has_lines)
		event_hide_controls(seq, from);
}
