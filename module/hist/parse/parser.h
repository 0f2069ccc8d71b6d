/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parser of hist commands: the state and functions that its parts share.
 *
 * spec.c makes the specification and calls the others: expr.c parses
 * expressions, field.c single operands, modifier.c their modifiers, action.c
 * handlers with their actions; variable.c finds variables. All functions run in
 * process context with event_mutex held.
 */
#ifndef HISTRIG_PARSER_H
#define HISTRIG_PARSER_H

#include "../interevent.h"
#include "attrs.h"

/**
 * struct hist_parser - a specification while it is being made
 * @spec: the specification
 * @interevent: the interevent of @spec
 * @file: the event of the trigger, in the trigger's instance
 * @named: the named histogram that the trigger will share, or NULL
 * @report: where to report errors
 * @remove: the command removes a trigger
 * @in_values: a value is being parsed, which may be a statistic
 * @nr_operators: number of operators in the expression being parsed
 * @key_size: size that the keys parsed so far have in the kernel's layout, in
 *	bytes
 * @def_names: names of the variables that the command assigns
 * @def_texts: for each of @def_names the expression that the command assigns to
 *	it
 * @nr_defs: number of @def_names and @def_texts
 */
struct hist_parser {
	struct hist_spec *spec;
	struct hist_interevent *interevent;
	struct event_file *file;
	const struct hist *named;
	struct hist_report *report;
	bool remove;
	bool in_values;
	unsigned int nr_operators;
	unsigned int key_size;
	const char *def_names[HIST_VARS_MAX];
	const char *def_texts[HIST_VARS_MAX];
	unsigned int nr_defs;
};

static inline int hist_refuse(struct hist_parser *p, enum hist_error error,
			      const char *part)
{
	return hist_report(p->report, error, part);
}

/*
 * Appends an operation of @f to the code. Returns the operation, which is all
 * zeros, for the caller to fill in.
 */
struct hist_op *hist_emit(struct hist_parser *p, struct hist_field *f);

/**
 * hist_take_op() - get a single operation that loads a field
 * @p: the parser
 * @f: the field, whose operations are the last ones of the code
 * @op: set to the only operation of @f, which is removed from the code; or to an
 *	operation that runs all operations of @f
 */
void hist_take_op(struct hist_parser *p, const struct hist_field *f,
		  struct hist_op *op);

/* Appends the operation that loads @f, whose flags, size and constant are final. */
void hist_emit_field(struct hist_parser *p, struct hist_field *f);

/**
 * hist_parse_operand() - parse one operand
 * @p: the parser
 * @f: filled in; its flags say whether it is a key or a variable
 * @text: a number, NAME, NAME.MODIFIER or SYSTEM.EVENT.NAME; NAME is a field, or
 *	a variable if it starts with "$"; modified
 *
 * Return: 0, or the errno with which the kernel refuses the same text.
 */
int hist_parse_operand(struct hist_parser *p, struct hist_field *f,
		       char *text);

/* Parses an expression into @f, like hist_parse_operand(). */
int hist_parse_expr(struct hist_parser *p, struct hist_field *f,
		    const char *text);

/* Is @text a "$" followed by a name? */
static inline bool hist_is_reference(const char *text)
{
	return text[0] == '$' && text[1];
}

#endif /* HISTRIG_PARSER_H */
