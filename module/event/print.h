/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of a record, as the trace file shows it.
 *
 * stages/print.h compiles the print format of each class into a function
 * that ends in event_printf(). The text is the kernel's byte for byte, but
 * no pointer that a record carries is ever followed without care: the record
 * may be older than what the pointer was to. A string outside of the record is
 * read by means that survive a fault, and marked where it cannot be told to be
 * constant; what else a format would follow (%pd and its like) is shown as
 * a number.
 */
#ifndef HISTRIG_PRINT_H
#define HISTRIG_PRINT_H

#include <linux/compiler.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

struct event;

/* The longest string that is shown of those that a record only points to. */
#define EVENT_PRINT_STRING_MAX	256

/**
 * struct event_print - what printing needs; too large for a stack
 * @plain_pointers: show pointers as numbers and not as hashes, which is what
 *	options/hash-ptr turned off means; for the caller to set
 * @verbose: say how each field is printed, for events that know of
 *	options/verbose; for the caller to set
 * @seq: where the text goes
 * @tmp: where the parts of it that are made first lie
 * @event: whose record it is
 * @record: the record
 * @size: its length, in bytes
 * @string: a copy of a string from outside the record
 *
 * Belongs to the caller, who allocates it, sets it to zero and the first two to
 * what it likes, and lets one task use it at a time. All the rest is
 * event_print()'s own.
 */
struct event_print {
	bool plain_pointers;
	bool verbose;
	struct trace_seq *seq;
	struct trace_seq tmp;
	const struct event *event;
	const void *record;
	unsigned int size;
	char string[EVENT_PRINT_STRING_MAX];
};

/**
 * event_print() - append the text of a record
 * @print: room to work in
 * @seq: where to
 * @event: whose record it is; need not be there any more
 * @record: the record, aligned to 8 bytes; nobody else may write to it
 * @size: its length, in bytes
 *
 * Appends what follows "NAME: " in a line of the trace file, without the end
 * of the line. An event whose print format could not be compiled is printed
 * by event_print_fields(). If the text does not fit, @seq has overflowed and
 * ends anywhere before.
 *
 * Context: process.
 */
void event_print(struct event_print *print, struct trace_seq *seq,
		 const struct event *event, const void *record,
		 unsigned int size);

/**
 * event_print_fields() - append the fields of a record, for options/fields
 * @print: room to work in
 * @seq: where to
 * @event: whose record it is
 * @record: the record
 * @size: its length, in bytes
 *
 * Appends "NAME=VALUE NAME=VALUE", as kernels from 6.4 on print it behind
 * "NAME: ".
 *
 * Context: process.
 */
void event_print_fields(struct event_print *print, struct trace_seq *seq,
			const struct event *event, const void *record,
			unsigned int size);

/**
 * event_print_address() - append an address and the string there
 * @print: room to work in
 * @seq: where to
 * @string: the address, of anything
 *
 * Context: process.
 */
void event_print_address(struct event_print *print, struct trace_seq *seq,
			 const char *string);

/**
 * event_printf() - append by a format, for the generated functions
 * @print: room to work in
 * @fmt: format of the kernel's own vsnprintf()
 *
 * Context: process, within event_print().
 */
__printf(2, 3)
void event_printf(struct event_print *print, const char *fmt, ...);

/**
 * event_print_bitmask() - the text of a bitmask, for the generated functions
 * @print: room to work in
 * @mask: the mask
 * @size: its length, in bytes
 *
 * Context: process, within event_print().
 * Return: the text, in @print.
 */
const char *event_print_bitmask(struct event_print *print, const void *mask,
				unsigned int size);

#endif /* HISTRIG_PRINT_H */
