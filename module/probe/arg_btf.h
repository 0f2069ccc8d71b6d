/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments whose types the kernel tells: parameters by name, members of
 * structs, typed return values.
 *
 * What belongs to one definition is done with btf_lock() held, see btf_read.h.
 */
#ifndef HISTRIG_PROBE_ARG_BTF_H
#define HISTRIG_PROBE_ARG_BTF_H

#include "report.h"

struct arg_parser;
struct arg_type;
struct probe_place;

/**
 * struct arg_expansion - the words of a definition after $arg* is expanded
 * @words: the words
 * @made: their array if it is not that of the definition, otherwise NULL
 */
struct arg_expansion {
	struct probe_words words;
	char **made;
};

/**
 * arg_expand() - replace $arg* and $argN by names of the function's parameters
 * @expansion: set to the words; free with arg_expansion_free() in any case
 * @words: the definition; @at is changed
 * @place: where the probe is
 *
 * $argN is replaced only where the kernel does so, see arg_types_expected(). On a
 * marker, arg_expand_marker() replaces $arg*.
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0 or the errno that the kernel has for the error.
 */
int arg_expand(struct arg_expansion *expansion, struct probe_words *words,
	       const struct probe_place *place);

/* arg_expansion_free() - free the words that were made */
void arg_expansion_free(struct arg_expansion *expansion);

/**
 * arg_types_expected() - test whether values have types without being asked
 * @place: where the probe is
 *
 * Where the kernel knows types of arguments, $retval and $argN have them as
 * well. Earlier kernels, whose kprobes show these values as words, do not, and
 * users of such a kernel expect words.
 *
 * Context: any.
 */
bool arg_types_expected(const struct probe_place *place);

/**
 * arg_parse_parameter() - parse NAME or NAME->MEMBER of the function's parameter
 * @parser: the argument
 * @text: the value; is changed
 * @column: place of @text in the argument's word, in bytes
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0 or the errno that the kernel has for the error.
 */
int arg_parse_parameter(struct arg_parser *parser, char *text,
			unsigned int column);

/* arg_parse_retval() - the same for $retval and $retval->MEMBER */
int arg_parse_retval(struct arg_parser *parser, char *text,
		     unsigned int column);

/* arg_parse_cast() - the same for (STRUCT)FIELD->MEMBER of an event's field */
int arg_parse_cast(struct arg_parser *parser, char *text, unsigned int column);

/**
 * arg_check_string() - prepare a value of known type for a type of string
 * @parser: the argument, with the operations that load it
 * @written: its type as it is written
 *
 * Adds the operation that follows a pointer to characters. Does nothing if the
 * type is no string or the value's type is not known.
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0, -E2BIG, or -EINVAL if the value is no string.
 */
int arg_check_string(struct arg_parser *parser, const struct arg_type *written);

#endif /* HISTRIG_PROBE_ARG_BTF_H */
