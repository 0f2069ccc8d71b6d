/* SPDX-License-Identifier: GPL-2.0 */
/* Event fields: finding a field by its name, and what kind it is. */
#ifndef HISTRIG_FIELD_H
#define HISTRIG_FIELD_H

#include "../compat/context.h"
#include "event.h"

/**
 * enum event_field_kind - the kinds of event fields
 * @EVENT_FIELD_NUMBER: a number, or what is treated like one: a pointer, an
 *	array of a type other than char (of any size), or the word of such a
 *	dynamic array
 * @EVENT_FIELD_STATIC_STRING: a char array in the record
 * @EVENT_FIELD_DYN_STRING: a __data_loc word of a string, see data_loc()
 * @EVENT_FIELD_REL_STRING: a __rel_loc word of a string, see rel_loc()
 * @EVENT_FIELD_PTR_STRING: a char pointer
 *
 * As in the kernel, the spelling of the field's type determines the kind.
 */
enum event_field_kind {
	EVENT_FIELD_NUMBER,
	EVENT_FIELD_STATIC_STRING,
	EVENT_FIELD_DYN_STRING,
	EVENT_FIELD_REL_STRING,
	EVENT_FIELD_PTR_STRING,
};

/* event_field_kind() - get the kind of a field; any context */
enum event_field_kind event_field_kind(const struct event_field *field);

/*
 * The fields that every record starts with, in the order of the record: four, and a
 * fifth on kernels that have common_preempt_lazy_count.
 */
#define EVENT_COMMON_FIELDS	(4 + LAZY_COUNT_FIELDS)
extern const struct event_field event_common_fields[EVENT_COMMON_FIELDS];

/**
 * event_fields_place() - compute the offsets of the fields of a class
 * @class: the class
 *
 * The generated tables of fields have only sizes and alignments, because they cannot
 * name the struct. Call this before any code reads @offset; further calls change
 * nothing.
 *
 * Context: process.
 * Return: false if the fields do not add up to the size of the compiler's struct; do
 * not use the class then.
 */
bool event_fields_place(const struct event_class *class);

/*
 * event_find_field() - find an event's own field by its name, or else a common field; NULL
 * if neither exists
 */
const struct event_field *event_find_field(const struct event *event,
					   const char *name);

#endif /* HISTRIG_FIELD_H */
