/* SPDX-License-Identifier: GPL-2.0 */
/* Fields of events: finding them, and telling what kind of thing they hold. */
#ifndef HISTRIG_FIELD_H
#define HISTRIG_FIELD_H

#include "../compat/context.h"
#include "event.h"

/**
 * enum event_field_kind - what a field holds
 * @EVENT_FIELD_NUMBER: a number, or what is taken for one: a pointer, an
 *	array of anything but char (whose number no size fits), the word that
 *	says where a dynamic array of anything but char lies
 * @EVENT_FIELD_STATIC_STRING: a char array in the record
 * @EVENT_FIELD_DYN_STRING: a word that says where in the record a string lies
 * @EVENT_FIELD_REL_STRING: the same, counted from behind the word
 * @EVENT_FIELD_PTR_STRING: a char pointer
 *
 * The type's text decides, as it does natively.
 */
enum event_field_kind {
	EVENT_FIELD_NUMBER,
	EVENT_FIELD_STATIC_STRING,
	EVENT_FIELD_DYN_STRING,
	EVENT_FIELD_REL_STRING,
	EVENT_FIELD_PTR_STRING,
};

/**
 * event_field_kind() - what a field holds
 *
 * Context: any.
 */
enum event_field_kind event_field_kind(const struct event_field *field);

/* The fields that every record starts with, in their order. */
#define EVENT_COMMON_FIELDS	(4 + LAZY_COUNT_FIELDS)
extern const struct event_field event_common_fields[EVENT_COMMON_FIELDS];

/**
 * event_fields_place() - find the offsets of the fields of a class
 *
 * A table of fields cannot name the struct that it describes, so sizes and
 * alignments are told at build time and offsets made of them, as the compiler
 * makes the struct's. To be called once before anything reads @offset; any
 * more calls do nothing.
 *
 * Context: process.
 * Return: false if the struct is laid out in another way; the class must not
 * be used then.
 */
bool event_fields_place(const struct event_class *class);

/**
 * event_find_field() - find a field by its name
 * @event: the event
 * @name: the name
 *
 * Return: the event's own field of that name, or else the common one, or
 * NULL.
 */
const struct event_field *event_find_field(const struct event *event,
					   const char *name);

#endif /* HISTRIG_FIELD_H */
