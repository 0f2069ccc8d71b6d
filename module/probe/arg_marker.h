/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of markers: $argN in a probe on a marker.
 *
 * The note of each place of a marker tells where the arguments are there, see
 * operand.h. Each of them becomes an operation that loads it.
 */
#ifndef HISTRIG_PROBE_ARG_MARKER_H
#define HISTRIG_PROBE_ARG_MARKER_H

#include "fetch.h"
#include "report.h"

struct arg_expansion;
struct arg_parser;

/**
 * struct marker_arg - an argument of a marker
 * @op: the operation that loads it; its code is FETCH_END if none can do so
 * @error: why none can
 * @type: type of the argument if the user gives none; NULL if the note tells none
 * @symbol: symbol whose address is a part of @op; NULL if there is none. Until
 *	marker_arg_place() the address is missing
 */
struct marker_arg {
	struct fetch_op op;
	enum probe_error error;
	const struct fetch_type *type;
	char *symbol;
};

/**
 * struct marker_args - the arguments of a marker at one of its places
 * @nr: their number
 * @arg: the arguments
 */
struct marker_args {
	unsigned int nr;
	struct marker_arg arg[];
};

/**
 * marker_args_parse() - find out where a marker's arguments are
 * @text: what the marker's note says, the arguments separated by blanks
 * @is_64: the program is one of 64 bits
 *
 * Ignores what follows the first PROBE_ARGS_MAX arguments.
 *
 * Context: process, may sleep.
 * Return: the arguments, freed with marker_args_free(); NULL without memory.
 */
struct marker_args *marker_args_parse(const char *text, bool is_64);

/* marker_args_free() - free arguments; NULL is allowed */
void marker_args_free(struct marker_args *args);

/**
 * marker_arg_fail() - note that an argument cannot be loaded
 * @arg: the argument
 * @error: why; the error of definitions that use it
 *
 * Context: any.
 */
void marker_arg_fail(struct marker_arg *arg, enum probe_error error);

/**
 * marker_arg_place() - tell the address of the symbol that an argument is at
 * @arg: the argument
 * @symbol: address of the symbol in the file
 * @place: address of the marker's place in the file
 * @is_fixed: the program runs at the addresses that are in the file
 *
 * Context: any.
 */
void marker_arg_place(struct marker_arg *arg, u64 symbol, u64 place,
		      bool is_fixed);

/**
 * arg_load_marker() - load an argument of the marker that the probe is on
 * @parser: the argument of the probe
 * @number: what follows "$arg"
 * @column: for the error log
 *
 * Context: process, may sleep.
 * Return: 0 or -EINVAL.
 */
int arg_load_marker(struct arg_parser *parser, const char *number,
		    unsigned int column);

/**
 * arg_expand_marker() - replace $arg* by all arguments of a marker
 * @expansion: set to the words if there is a $arg*, otherwise unchanged
 * @words: the definition; @at is changed
 * @marker: arguments of the marker
 *
 * They are called arg1, arg2 and so on, by their numbers.
 *
 * Context: process, may sleep.
 * Return: 0, -ENOMEM, or -EINVAL if there are two $arg* or if an argument cannot
 * be loaded.
 */
int arg_expand_marker(struct arg_expansion *expansion,
		      struct probe_words *words,
		      const struct marker_args *marker);

#endif /* HISTRIG_PROBE_ARG_MARKER_H */
