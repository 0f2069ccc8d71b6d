/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of print formats that name a field's values: finding and evaluating
 * them. names_parser.c evaluates an argument while it parses it, each time that a
 * value is printed. Only the tables of names are kept, because their values may
 * be long expressions.
 */
#ifndef HISTRIG_NAMES_PARSER_H
#define HISTRIG_NAMES_PARSER_H

#include <linux/types.h>

struct event_field;
struct event_header;

/* Maximum number of tables of a field. */
#define NAMES_TABLES_MAX	16
/* Maximum number of arguments that print a field together, such as "%s%s". */
#define NAMES_TEXTS_MAX	3

/**
 * struct names_type - the C type of a number
 * @size: its size in bytes; 0 for a text
 * @is_unsigned: whether it is unsigned
 */
struct names_type {
	u8 size;
	bool is_unsigned;
};

/**
 * struct names_value - the value of an expression
 * @type: its type
 * @number: the number; that which a table names
 * @text: a text: its string literals, or the call that names @number
 */
struct names_value {
	struct names_type type;
	u64 number;
	const char *text;
};

/**
 * struct names_entry - a value or flag with its name
 * @value: the value
 * @is_known: whether the header tells @value; only while it is parsed
 * @text: the string literals of its name
 */
struct names_entry {
	u64 value;
	bool is_known;
	const char *text;
};

/**
 * struct names_table - a call of __print_flags() or __print_symbolic()
 * @call: where the call is
 * @end: its end
 * @separator: the string literals between flags; NULL for __print_symbolic()
 * @first: index of the first entry
 * @nr: number of entries
 */
struct names_table {
	const char *call;
	const char *end;
	const char *separator;
	unsigned int first;
	unsigned int nr;
};

/**
 * struct event_names - the names of a field's values
 * @header: tells the values of enumerators
 * @field: the field
 * @texts: the arguments to print
 * @nr_texts: number of @texts
 * @nr_tables: number of @tables
 * @tables: the tables of all @texts
 * @max_entries: room in @entries
 * @nr_entries: number of @entries
 * @entries: values and flags
 */
struct event_names {
	const struct event_header *header;
	const struct event_field *field;
	const char *texts[NAMES_TEXTS_MAX];
	unsigned int nr_texts;
	unsigned int nr_tables;
	struct names_table tables[NAMES_TABLES_MAX];
	unsigned int max_entries;
	unsigned int nr_entries;
	struct names_entry entries[];
};

/**
 * names_find() - parse the arguments of a print format that name a field's values
 * @names: filled in; zeros, with @header, @field and @max_entries set
 * @text: the print format
 *
 * Return: false if there are none.
 */
bool names_find(struct event_names *names, const char *text);

/**
 * names_evaluate() - evaluate an argument
 * @names: names that names_find() has filled in
 * @text: one of its @texts
 * @field: the value of the field
 * @value: set to the text that the argument is
 */
void names_evaluate(const struct event_names *names, const char *text,
		    u64 field, struct names_value *value);

/* names_find_table() - find the table of a call; NULL if @call is no call */
const struct names_table *names_find_table(const struct event_names *names,
					   const char *call);

/* names_literals_end() - return the end of string literals that follow each other */
const char *names_literals_end(const char *text);

/* names_argument_end() - return the end of an argument: a comma, ')', or the NUL */
const char *names_argument_end(const char *text);

/**
 * names_read_type() - read the type of a cast
 * @text: the words of the type
 * @end: the end of the words
 * @type: set to the type; its size is 0 if the cast changes nothing
 *
 * Words such as names of types that are not in the table change nothing; if
 * there is no word of the table, neither does the cast.
 *
 * Return: false if the type is no number.
 */
bool names_read_type(const char *text, const char *end,
		     struct names_type *type);

/**
 * names_find_adjacent() - find arguments that are printed together
 * @format: the format, in quotes
 * @end: its end
 *
 * Return: bits of the arguments that are printed as texts right behind another
 * one, with nothing between them.
 */
u64 names_find_adjacent(const char *format, const char *end);

#endif /* HISTRIG_NAMES_PARSER_H */
