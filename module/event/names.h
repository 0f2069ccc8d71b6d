/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of a field's values, from the print format of its event.
 *
 * Print formats name enumerators and flags with __print_symbolic() and
 * __print_flags(). Such a call is part of a C expression, which the parser
 * turns into a small tree. Readers of histograms evaluate the tree for a value
 * of the field, and print the names that the file trace shows. If the
 * expression needs more than the field, the field has no names.
 */
#ifndef HISTRIG_NAMES_H
#define HISTRIG_NAMES_H

#include <linux/types.h>

struct event;
struct event_field;
struct event_header;
struct event_names;
struct seq_file;

/**
 * event_enum_find() - find the enumerator or sizeof that a string starts with
 * @header: the header of the events, which lists the values of enumerators
 * @text: the string
 * @value: set to its value
 *
 * Context: any.
 * Return: the length of the name in bytes, 0 if @header has no such name.
 */
size_t event_enum_find(const struct event_header *header, const char *text,
		       long *value);

/**
 * event_names_parse() - read the names of a field's values
 * @event: the event; must exist as long as the names, which point into its print format
 * @field: the field, a number
 *
 * Context: process, may sleep.
 * Return: the names, to be freed with event_names_free(); an ERR_PTR of -ENOENT
 * if the print format contains no names for the field, or of -ENOMEM.
 */
struct event_names *event_names_parse(const struct event *event,
				      const struct event_field *field);

/* event_names_free() - free names */
void event_names_free(struct event_names *names);

/**
 * event_names_print() - print the name of a value, or the names of its flags
 * @names: the names
 * @m: print here
 * @value: the value, sign-extended if its type is signed
 *
 * Prints the same as the event's print format, which may be nothing.
 */
void event_names_print(const struct event_names *names, struct seq_file *m,
		       u64 value);

/* event_names_are_flags() - do the names belong to flags that can be combined? */
bool event_names_are_flags(const struct event_names *names);

#endif /* HISTRIG_NAMES_H */
