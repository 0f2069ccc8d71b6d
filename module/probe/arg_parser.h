/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parsing one argument of a probe.
 *
 * arg.c splits the name off, arg_type.c the type. arg_fetch.c parses the value,
 * with arg_btf.c and arg_marker.c where the kernel's types or a marker tell it,
 * and makes the operations that load it and follow pointers, innermost first;
 * arg_type.c adds the operation that stores the value.
 *
 * The kernel counts operations, so that this code has to count as it does: an
 * operation of the kernel that ours does not need takes a place, too.
 */
#ifndef HISTRIG_PROBE_ARG_PARSER_H
#define HISTRIG_PROBE_ARG_PARSER_H

#include "arg.h"
#include "fetch.h"
#include "report.h"

struct btf_blob;

/**
 * struct arg_btf - what the kernel's types tell of a value, see arg_btf.h
 * @blob: the blob that has the numbers; NULL if the value's type is not known
 * @type: number of the type, without typedefs and qualifiers
 * @bit: where the value begins, in bits from where the operations have led to,
 *	or from the byte that they load
 * @bits: size of a bit field in bits, 0 for any other value
 * @in_memory: the operations have led to the struct that has the value, and do
 *	not load the value itself
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
 * @args: the arguments so far, and this one
 * @arg: this argument
 * @column: place of the argument's value in its word, in bytes
 * @ops: its operations; those behind @at are FETCH_END
 * @at: index of the operation that is being made, and of the last one
 * @limit: index at which there are too many operations
 * @field: FETCH_FIELD: the field; NULL if the event has no such field
 * @load: FETCH_FIELD: the operation that loads the field
 * @type: the type of the value if it is known and users need not name it;
 *	reset when a pointer is followed
 * @btf: more of that type; reset, too
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

/**
 * arg_error() - explain an error in the error log
 * @parser: the argument
 * @column: place of the error in the argument's word, in bytes
 * @error: the error
 *
 * Context: process, may sleep.
 * Return: -EINVAL.
 */
int arg_error(const struct arg_parser *parser, unsigned int column,
	      enum probe_error error);

/**
 * arg_next_op() - begin the next operation
 * @parser: the argument
 * @column: for the error log
 *
 * Context: process, may sleep.
 * Return: 0, or -EINVAL if there are too many.
 */
int arg_next_op(struct arg_parser *parser, unsigned int column);

static inline struct fetch_op *arg_op(struct arg_parser *parser)
{
	return &parser->ops[parser->at];
}

/* arg_on_kernel() - test whether a probe is not on user code */
static inline bool arg_on_kernel(const struct probe_place *place)
{
	return !(place->flags & PROBE_ON_USER);
}

/* arg_has_params() - test whether a probe is where a function's parameters are */
static inline bool arg_has_params(const struct probe_place *place)
{
	return arg_on_kernel(place) &&
	       place->flags & (PROBE_AT_ENTRY | PROBE_AT_RETURN |
			       PROBE_ON_TRACEPOINT);
}

/**
 * arg_parse_value() - parse the value of an argument
 * @parser: the argument; gets the operations that load the value
 * @text: the value; is changed
 * @column: place of @text in the argument's word, in bytes
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
 * The probe is at a function's entry or return, or on a tracepoint. For a
 * return, what hits run at the function's entry keeps the argument.
 *
 * Context: process, may sleep.
 * Return: 0, -EINVAL or -E2BIG.
 */
int arg_load_param(struct arg_parser *parser, unsigned int n,
		   unsigned int column);

/**
 * arg_load_field() - load a field of the event that the probe is on
 * @parser: the argument
 * @name: name of the field
 *
 * Context: any.
 * Return: false if the event has no such field.
 */
bool arg_load_field(struct arg_parser *parser, const char *name);

/**
 * arg_keep_bits() - make a store keep only the bits of a bit field
 * @parser: the argument, which has no type as written
 * @op: the operation that stores it
 *
 * Context: any.
 */
void arg_keep_bits(const struct arg_parser *parser, struct fetch_op *op);

/**
 * struct arg_type - the type of an argument, as written
 * @text: the type, without the length of an array; NULL if none is given
 * @column: place of the type in the argument's word, that of the value if there
 *	is no type
 */
struct arg_type {
	const char *text;
	unsigned int column;
};

/**
 * arg_parse_type() - cut the type off an argument, and find it
 * @parser: the argument; its type and count are set
 * @text: the value and the type; cut before the ':'
 * @written: set to the type as it is written, a part of @text
 *
 * Context: process, may sleep.
 * Return: 0 or -EINVAL.
 */
int arg_parse_type(struct arg_parser *parser, char *text,
		   struct arg_type *written);

/**
 * arg_finish() - add the operation that stores an argument
 * @parser: the argument, with the operations that load it
 * @written: its type as it is written
 *
 * Context: process, may sleep.
 * Return: 0 or -EINVAL.
 */
int arg_finish(struct arg_parser *parser, const struct arg_type *written);

/**
 * fetch_type_find() - find a type by its name
 * @name: the name; that of a bitfield has the type behind a slash
 *
 * Context: any.
 * Return: the type, or NULL if there is no such type.
 */
const struct fetch_type *fetch_type_find(const char *name);

#endif /* HISTRIG_PROBE_ARG_PARSER_H */
