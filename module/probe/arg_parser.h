/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parses one argument of a probe.
 *
 * arg.c splits the name off, arg_type.c the type. arg_fetch.c parses the value
 * and makes the operations that load it and follow pointers, innermost first.
 * arg_btf.c parses values whose types the kernel knows, arg_cast.c those that are
 * given such a type, and per-CPU variables, arg_marker.c those of markers.
 * arg_type.c adds the operation that stores the value. probe_args_parse() holds
 * btf_lock() while it parses all arguments of a definition.
 *
 * The limit on operations is the kernel's. So operations that the kernel needs
 * for an argument count even where this code does without them.
 */
#ifndef HISTRIG_PROBE_ARG_PARSER_H
#define HISTRIG_PROBE_ARG_PARSER_H

#include "arg.h"
#include "fetch.h"
#include "report.h"

struct btf_blob;

/**
 * struct arg_btf - the type of a value, from the kernel's types
 * @blob: the blob with the type; NULL if the value's type is not known
 * @type: number of the type, without typedefs and qualifiers
 * @bit: offset of the value, in bits, from the result of the operations
 * @bits: size of a bit field in bits, 0 for any other value
 * @in_memory: that result is an address from which the value must be loaded
 * @back: bytes to subtract from that address
 * @column: place of the last name in the argument's word, in bytes
 */
struct arg_btf {
	const struct btf_blob *blob;
	u32 type;
	u32 bit;
	u32 bits;
	bool in_memory;
	u32 back;
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
 * @load: for FETCH_FIELD, the operation that loads the field; its code is FETCH_END
 *	if the event has no such field
 * @type: the default type of the value if one is known; reset when a pointer is
 *	followed
 * @btf: the kernel's type of the value; also reset when a pointer is followed
 * @in_cast: the value that is parsed next is inside a cast, where fields of events need no '$'
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
	struct fetch_op load;
	const struct fetch_type *type;
	struct arg_btf btf;
	bool in_cast;
};

/*
 * Reports an error at @column, the offset in the argument's word in bytes.
 * Returns -EINVAL.
 */
int arg_error(const struct arg_parser *parser, unsigned int column,
	      enum probe_error error);

/* Like arg_error(), but returns @ret. */
int arg_fail(const struct arg_parser *parser, unsigned int column,
	     enum probe_error error, int ret);

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

/**
 * arg_expand() - replace $arg* and $argN by names of the function's parameters
 * @expanded: set to the words. Their array is @words' or allocated; the caller frees the
 *	latter in any case
 * @words: the definition; @at is changed
 * @place: where the probe is
 *
 * $argN is replaced only where the kernel does so, see arg_types_expected(). On
 * a marker, only $arg* is replaced, by all arguments of the marker.
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0 or the errno that the kernel returns.
 */
int arg_expand(struct probe_words *expanded, struct probe_words *words,
	       const struct probe_place *place);

/*
 * Does BTF give the type of $retval or $argN if the user gives none, as in the
 * kernel's own probes? If not, the default is a hexadecimal long.
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

/* Like arg_parse_parameter(), for $current->MEMBER. */
int arg_parse_current(struct arg_parser *parser, char *text, unsigned int column);

/**
 * arg_know_struct() - make the loaded value the address of a struct or of its member
 * @parser: the argument
 * @name: the struct: "STRUCT", or "STRUCT,MEMBER" if the value is the address of
 *	MEMBER, which may be "MEMBER.MEMBER"; modified
 * @column: offset of @name in the argument's word, in bytes
 *
 * Call arg_parse_members() next.
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0 or the errno that the kernel returns.
 */
int arg_know_struct(struct arg_parser *parser, char *name, unsigned int column);

/**
 * arg_parse_members() - parse the members after a value whose type is known
 * @parser: the argument
 * @text: "MEMBER.MEMBER->MEMBER"; modified. NULL if there are none
 * @column: offset of @text in the argument's word, in bytes
 * @arrow: there is "->" before @text, or else '.'
 *
 * Loads the last member, and sets the default type of the argument.
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: 0 or the errno that the kernel returns.
 */
int arg_parse_members(struct arg_parser *parser, char *text, unsigned int column,
		      bool arrow);

/* Like arg_parse_parameter(), for (STRUCT[,MEMBER])VALUE->MEMBER; see arg_cast.c. */
int arg_parse_cast(struct arg_parser *parser, char *text, unsigned int column);

/* Is this this_cpu_read(VALUE) or this_cpu_ptr(VALUE)? */
bool arg_is_this_cpu(const char *text);

/* Like arg_parse_value(), if arg_is_this_cpu(). */
int arg_parse_this_cpu(struct arg_parser *parser, char *text, unsigned int column);

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

/* Loads "$argN" of a marker; @number is "N". Returns 0 or -EINVAL. */
int arg_load_marker(struct arg_parser *parser, const char *number,
		    unsigned int column);

#endif /* HISTRIG_PROBE_ARG_PARSER_H */
