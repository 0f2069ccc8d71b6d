/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parses one argument of a probe.
 *
 * arg.c splits the name off, arg_type.c the type. arg_fetch.c parses the value
 * and makes the operations that load it and follow pointers, innermost first.
 * arg_btf.c parses values whose types the kernel knows, arg_marker.c those of
 * markers. arg_type.c adds the operation that stores the value.
 *
 * The limit on operations is the kernel's, so count operations that only the
 * kernel needs.
 */
#ifndef HISTRIG_PROBE_ARG_PARSER_H
#define HISTRIG_PROBE_ARG_PARSER_H

#include "arg.h"
#include "fetch.h"
#include "report.h"

struct btf_blob;

/**
 * struct arg_btf - the type of a value, from the kernel's types, see arg_btf.h
 * @blob: the blob with the type; NULL if the value's type is not known
 * @type: number of the type, without typedefs and qualifiers
 * @bit: offset of the value, in bits, from the result of the operations
 * @bits: size of a bit field in bits, 0 for any other value
 * @in_memory: that result is an address from which the value must be loaded
 * @column: place of the last name in the argument's word, in bytes
 */
struct arg_btf {
	const struct btf_blob *blob;
	u32 type;
	u32 bit;
	u32 bits;
	bool in_memory;
	unsigned int column;
};

/**
 * struct arg_parser - an argument that is being parsed
 * @words: the definition; the argument is words->word[words->at]
 * @place: where the probe is
 * @args: the arguments up to this one
 * @arg: this argument
 * @column: offset of the argument's value in its word, in bytes
 * @ops: its operations; those after @at are FETCH_END
 * @at: index of the operation that is being made, the last one
 * @limit: index at which there are too many operations
 * @field: for FETCH_FIELD, the field; NULL if the event has no such field
 * @load: for FETCH_FIELD, the operation that loads the field
 * @type: the default type of the value if one is known; reset when a pointer is
 *	followed
 * @btf: the kernel's type of the value; also reset when a pointer is followed
 */
struct arg_parser {
	struct probe_words *words;
	const struct probe_place *place;
	struct probe_args *args;
	struct probe_arg *arg;
	unsigned int column;
	struct fetch_op ops[FETCH_OPS_MAX];
	unsigned int at;
	unsigned int limit;
	const struct event_field *field;
	struct fetch_op load;
	const struct fetch_type *type;
	struct arg_btf btf;
};

/*
 * Reports an error at @column, the offset in the argument's word in bytes.
 * Returns -EINVAL.
 */
int arg_error(const struct arg_parser *parser, unsigned int column,
	      enum probe_error error);

/* Begins the next operation. Returns 0, or -EINVAL if there are too many. */
int arg_next_op(struct arg_parser *parser, unsigned int column);

static inline struct fetch_op *arg_op(struct arg_parser *parser)
{
	return &parser->ops[parser->at];
}

static inline bool arg_on_kernel(const struct probe_place *place)
{
	return !(place->flags & PROBE_ON_USER);
}

static inline bool arg_has_params(const struct probe_place *place)
{
	return arg_on_kernel(place) &&
	       place->flags & (PROBE_AT_ENTRY | PROBE_AT_RETURN |
			       PROBE_ON_TRACEPOINT);
}

/**
 * arg_parse_value() - parse the value of an argument
 * @parser: the argument, to which the operations that load the value are added
 * @text: the value; modified
 * @column: offset of @text in the argument's word, in bytes
 *
 * Context: process, may sleep.
 * Return: 0 or an errno.
 */
int arg_parse_value(struct arg_parser *parser, char *text, unsigned int column);

/**
 * arg_load_param() - load an argument of the function that is probed
 * @parser: the argument of the probe
 * @n: number of the function's argument, from 0
 * @column: for the error log
 *
 * The probe is at a function's entry or return, or on a tracepoint. A return
 * probe saves the argument at the function's entry.
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL if a tracepoint passes fewer arguments in registers;
 * -E2BIG if a return probe uses more than PROBE_ENTRY_MAX arguments.
 */
int arg_load_param(struct arg_parser *parser, unsigned int n,
		   unsigned int column);

/*
 * Loads a field of the event that the probe is on. Returns false if the event
 * has no such field or if it is a common field.
 */
bool arg_load_field(struct arg_parser *parser, const char *name);

/*
 * Makes @op store only the value's bits if the value is a bit field. Called if
 * the user gives no type.
 */
void arg_keep_bits(const struct arg_parser *parser, struct fetch_op *op);

/**
 * struct arg_type - the type of an argument, as the user writes it
 * @text: the type, without the length of an array; NULL if there is none
 * @column: offset of the type in the argument's word; if there is none, of the
 *	value
 */
struct arg_type {
	const char *text;
	unsigned int column;
};

/**
 * arg_parse_type() - split the type off an argument, and find it
 * @parser: the argument; its type and count are set
 * @text: the value and the type; cut before the ':'
 * @written: set to the type as the user writes it, a part of @text
 *
 * Context: process, may sleep.
 * Return: 0 or -EINVAL.
 */
int arg_parse_type(struct arg_parser *parser, char *text,
		   struct arg_type *written);

/* Adds the operation that stores the argument. Returns 0 or -EINVAL. */
int arg_finish(struct arg_parser *parser, const struct arg_type *written);

/*
 * Returns the type with this name, or NULL. "bWIDTH@OFFSET/SIZE" is a bit field
 * of type "uSIZE".
 */
const struct fetch_type *fetch_type_find(const char *name);

#endif /* HISTRIG_PROBE_ARG_PARSER_H */
