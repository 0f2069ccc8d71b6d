/* SPDX-License-Identifier: GPL-2.0 */
/* The tree of a print format's argument: made by names_parser.c, evaluated by names.c. */
#ifndef HISTRIG_NAMES_PARSER_H
#define HISTRIG_NAMES_PARSER_H

#include <linux/types.h>

struct event_field;
struct event_header;

/* Maximum number of nodes in all trees of a field; a constant expression has one node. */
#define NAMES_NODES_MAX	128
/* Maximum number of arguments that print a field together, such as "%s%s". */
#define NAMES_TEXTS_MAX	3

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

/* The C type of a number; @size is in bytes, 0 for a string. */
struct names_type {
	u8 size;
	bool is_unsigned;
};

/**
 * struct names_node - a node of an expression's tree
 * @op: enum names_op
 * @type: type of the result
 * @operands: type to which operands are converted; the target type of a NAMES_CAST;
 *	the type of a NAMES_FIELD
 * @a: index of the first operand
 * @b: index of the second operand; of the first entry for NAMES_FLAGS and NAMES_SYMBOL
 * @c: index of the third operand, or the number of entries
 * @number: value of a NAMES_NUMBER
 * @text: string literals of a NAMES_TEXT, or those that separate flags
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
 * @is_known: @value is known; used only during parsing
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
 * @texts: for each tree to print, the index of its root in @nodes
 * @nr_texts: number of @texts
 * @has_flags: one of the trees is a NAMES_FLAGS
 * @max_entries: capacity of @entries
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
 * @names: zeroed, with @max_entries set; filled in
 * @header: lists the values of enumerators
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
 * Ignores words that are neither "unsigned" nor in the table of types. If no other words
 * are left, the cast changes nothing.
 *
 * Return: false if the type is not that of a number.
 */
bool names_read_type(const char *text, const char *end,
		     struct names_type *type);

/**
 * names_find_adjacent() - find arguments that are printed together
 * @format: the format, in quotes
 * @end: its end
 *
 * Return: bit N is set if argument N is a string that is printed directly after another
 * string.
 */
u64 names_find_adjacent(const char *format, const char *end);

/* names_calculate() - apply an operator to one or two numbers of type @type */
u64 names_calculate(enum names_op op, struct names_type type, u64 a, u64 b);

#endif /* HISTRIG_NAMES_PARSER_H */
