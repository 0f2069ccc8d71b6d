/* SPDX-License-Identifier: GPL-2.0 */
/* The tree of an argument of a print format: made by names_parser.c, run by names.c. */
#ifndef HISTRIG_NAMES_PARSER_H
#define HISTRIG_NAMES_PARSER_H

#include <linux/types.h>

struct event_field;
struct event_header;

/* Maximum number of nodes of all trees of a field; a constant part takes one. */
#define NAMES_NODES_MAX	128
/* Maximum number of arguments that print a field together, such as "%s%s". */
#define NAMES_TEXTS_MAX	3

/* What a node does. */
enum names_op {
	/* Two operands: */
	NAMES_OR,
	NAMES_XOR,
	NAMES_AND,
	NAMES_EQUAL,
	NAMES_UNEQUAL,
	NAMES_LESS,
	NAMES_GREATER,
	NAMES_AT_MOST,
	NAMES_AT_LEAST,
	NAMES_LEFT,
	NAMES_RIGHT,
	NAMES_PLUS,
	NAMES_MINUS,
	NAMES_TIMES,
	NAMES_BINARY_END,
	/* One operand: */
	NAMES_INVERT = NAMES_BINARY_END,
	NAMES_NEGATE,
	NAMES_NOT,
	NAMES_CAST,
	/* Others: */
	NAMES_NUMBER,
	NAMES_FIELD,
	NAMES_EITHER,
	NAMES_BOTH,
	NAMES_IF,
	NAMES_TEXT,
	NAMES_FLAGS,
	NAMES_SYMBOL,
};

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
 * struct names_node - a part of an expression
 * @op: enum names_op
 * @type: type of the result
 * @operands: the type to which operands are converted; what a NAMES_CAST
 *	converts to; that of a NAMES_FIELD
 * @a: index of the first operand
 * @b: that of the second one; of a NAMES_FLAGS and NAMES_SYMBOL the first entry
 * @c: that of the third one, or the number of entries
 * @number: a NAMES_NUMBER
 * @text: string literals: a NAMES_TEXT, or what separates flags
 * @end: the end of @text
 */
struct names_node {
	u8 op;
	struct names_type type;
	struct names_type operands;
	u16 a;
	u16 b;
	u16 c;
	u64 number;
	const char *text;
	const char *end;
};

/**
 * struct names_entry - a value or flag with its name
 * @value: the value
 * @is_known: whether the header tells @value; only while it is parsed
 * @text: the string literals of its name
 * @end: the end of @text
 */
struct names_entry {
	u64 value;
	bool is_known;
	const char *text;
	const char *end;
};

/**
 * struct event_names - the names of a field's values
 * @nodes: the nodes of all trees
 * @nr_nodes: number of @nodes
 * @texts: the trees to print, as indexes of their roots
 * @nr_texts: number of @texts
 * @has_flags: whether one of them is a NAMES_FLAGS
 * @max_entries: room in @entries
 * @nr_entries: number of @entries
 * @entries: values and flags
 */
struct event_names {
	struct names_node nodes[NAMES_NODES_MAX];
	u16 nr_nodes;
	u16 texts[NAMES_TEXTS_MAX];
	u8 nr_texts;
	bool has_flags;
	unsigned int max_entries;
	unsigned int nr_entries;
	struct names_entry entries[];
};

/**
 * names_find() - parse the arguments of a print format that name a field's values
 * @names: filled in; zeros, with @max_entries set
 * @header: tells the values of enumerators
 * @text: the print format
 * @field: the field
 *
 * Return: false if there are none.
 */
bool names_find(struct event_names *names, const struct event_header *header,
		const char *text, const struct event_field *field);

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

/* names_calculate() - apply an operator to one or two numbers of type @type */
u64 names_calculate(enum names_op op, struct names_type type, u64 a, u64 b);

#endif /* HISTRIG_NAMES_PARSER_H */
