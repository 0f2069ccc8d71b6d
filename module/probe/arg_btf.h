/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments whose types the kernel's BTF describes: parameters by name, members
 * of structs, typed return values.
 *
 * probe_args_parse() holds btf_lock() while it parses all arguments of a
 * definition.
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
 * @made: an allocated array of words, or NULL if nothing was expanded
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
 * $argN is replaced only where the kernel does so, see arg_types_expected(). On
 * a marker, arg_expand_marker() replaces $arg*.
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0 or the errno that the kernel returns.
 */
int arg_expand(struct arg_expansion *expansion, struct probe_words *words,
	       const struct probe_place *place);

void arg_expansion_free(struct arg_expansion *expansion);

/*
 * Does BTF give the type of $retval or $argN if the user gives none? Like the
 * kernel's own probes: where it does not, the default is a hexadecimal long.
 */
bool arg_types_expected(const struct probe_place *place);

/**
 * arg_parse_parameter() - parse NAME or NAME->MEMBER of the function's parameter
 * @parser: the argument
 * @text: the value; modified
 * @column: offset of @text in the argument's word, in bytes
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0 or the errno that the kernel returns.
 */
int arg_parse_parameter(struct arg_parser *parser, char *text,
			unsigned int column);

/* Like arg_parse_parameter(), for $retval and $retval->MEMBER. */
int arg_parse_retval(struct arg_parser *parser, char *text,
		     unsigned int column);

/* Like arg_parse_parameter(), for (STRUCT)FIELD->MEMBER of an event's field. */
int arg_parse_cast(struct arg_parser *parser, char *text, unsigned int column);

/**
 * arg_check_string() - check that a value can be shown as a string
 * @parser: the argument, with the operations that load it
 * @written: its type as the user writes it
 *
 * Adds the operation that follows a pointer to characters. Does nothing if
 * @written is no string type, or if BTF does not describe the value.
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0; -E2BIG if there are too many operations; -EINVAL if the value is
 * not a string.
 */
int arg_check_string(struct arg_parser *parser, const struct arg_type *written);

#endif /* HISTRIG_PROBE_ARG_BTF_H */
