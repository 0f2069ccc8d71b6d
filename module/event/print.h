/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Printing records: the text of an event in the trace file.
 *
 * stages/print.h compiles the print format of each class into a function that ends
 * in event_printf(). The text is the same as the kernel's, byte for byte. But an
 * object that a record points to may be freed before the record is printed. So
 * event_printf() reads strings outside the record with functions that survive a
 * fault, and marks them unless they are constant. Of other objects (%pd and the
 * like), it prints the address.
 */
#ifndef HISTRIG_PRINT_H
#define HISTRIG_PRINT_H

#include <linux/compiler.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

struct event;
struct seq_file;

/* Maximum number of bytes printed of a string outside the record. */
#define EVENT_PRINT_STRING_MAX	256

/**
 * struct event_print - working memory of event_print(); too large for a stack
 * @plain_pointers: print pointers as numbers instead of hashes, because
 *	options/hash-ptr is off
 * @verbose: print the type of each field, for events that honour options/verbose
 * @addresses: print addresses after symbols, for events that honour
 *	options/sym-addr
 * @hide_controls: print control characters of strings as question marks, for
 *	options/hide-control-chars
 * @atomic: do not sleep, and so do not call the kernel's print functions
 * @seq: the text is appended here
 * @tmp: parts of the text that have to be built first, such as bitmasks
 * @event: the event of @record
 * @record: the record
 * @size: length of @record in bytes
 * @string: copy of a string from outside the record
 *
 * The caller allocates and clears this struct, sets the flags, and lets one task
 * use it at a time. The other members belong to event_print().
 */
struct event_print {
	bool plain_pointers;
	bool verbose;
	bool addresses;
	bool hide_controls;
	bool atomic;
	struct trace_seq *seq;
	struct trace_seq tmp;
	const struct event *event;
	const void *record;
	unsigned int size;
	char string[EVENT_PRINT_STRING_MAX];
};

/**
 * event_print() - append the text of a record
 * @print: working memory
 * @seq: append the text here
 * @event: the event of the record; may be unregistered already
 * @record: the record, aligned to 8 bytes; must not change during the call
 * @size: length of @record in bytes
 *
 * Appends the part of a line in the trace file after "NAME: ", without the newline.
 * Appends event_print_fields() instead if the event's print format could not be
 * compiled, or if a field or dynamic array extends beyond @size.
 * If the text does not fit, @seq has overflowed and ends at an arbitrary place.
 *
 * Context: process.
 */
void event_print(struct event_print *print, struct trace_seq *seq,
		 const struct event *event, const void *record,
		 unsigned int size);

/**
 * event_print_fields() - append the fields of a record, for options/fields
 * @print: working memory
 * @seq: append the text here
 * @event: the event of the record
 * @record: the record
 * @size: length of @record in bytes
 *
 * Appends "NAME=VALUE NAME=VALUE", the text that kernels from 6.4 on print
 * after "NAME: ".
 *
 * Context: process.
 */
void event_print_fields(struct event_print *print, struct trace_seq *seq,
			const struct event *event, const void *record,
			unsigned int size);

/* event_hide_controls() - replace control characters in @seq from @from on; any context */
void event_hide_controls(struct trace_seq *seq, unsigned int from);

/* event_printf() - append formatted text, for functions that event_print() calls */
__printf(2, 3)
void event_printf(struct event_print *print, const char *fmt, ...);

/* event_print_bitmask() - format @size bytes of a bitmask, for generated functions */
const char *event_print_bitmask(struct event_print *print, const void *mask,
				unsigned int size);

/* event_format_print() - print an event's format file, like the kernel's; may sleep */
void event_format_print(struct seq_file *m, const struct event *event, u16 id);

#endif /* HISTRIG_PRINT_H */
