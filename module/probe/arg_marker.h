/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of markers: $argN in a probe on a marker.
 *
 * The file has a note for each place of a marker. The note says where the
 * arguments are, see operand.h.
 */
#ifndef HISTRIG_PROBE_ARG_MARKER_H
#define HISTRIG_PROBE_ARG_MARKER_H

#include "fetch.h"
#include "report.h"

/**
 * struct marker_arg - an argument of a marker
 * @op: the operation that loads it; FETCH_END if it cannot be loaded
 * @error: why it cannot be loaded
 * @type: the default type; NULL if the note does not give the argument's size
 * @symbol: symbol whose address marker_arg_place() adds to @op; NULL if there
 *	is none
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
 * marker_args_parse() - parse the arguments in a marker's note
 * @text: the arguments, separated by spaces; only the first
 *	PROBE_ARGS_MAX are used
 * @is_64: the program is a 64-bit program
 *
 * Context: process, may sleep.
 * Return: the arguments, freed with marker_args_free(); NULL when out of
 * memory.
 */
struct marker_args *marker_args_parse(const char *text, bool is_64);

void marker_args_free(struct marker_args *args);

/* Marks an argument as impossible to load, with the error for its users. */
void marker_arg_fail(struct marker_arg *arg, enum probe_error error);

/**
 * marker_arg_place() - set the address of an argument's symbol
 * @arg: the argument
 * @symbol: address of the symbol in the file
 * @place: address of the marker's place in the file
 * @is_fixed: the program is loaded at the addresses in the file
 */
void marker_arg_place(struct marker_arg *arg, u64 symbol, u64 place,
		      bool is_fixed);

#endif /* HISTRIG_PROBE_ARG_MARKER_H */
