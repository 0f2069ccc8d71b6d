/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parts of the planner share; only they need it.
 *
 * field.c finds out what one operand is, expr.c what several make, variable.c
 * where a variable is, plan.c puts the plan together.
 */
#ifndef HISTRIG_PARSER_H
#define HISTRIG_PARSER_H

#include "../interevent.h"
#include "report.h"

/**
 * struct hist_parser - a plan that is being made
 * @plan: the plan
 * @interevent: what belongs to it
 * @file: the event that it is for
 * @named: the histogram that the trigger is to share, or NULL
 * @report: where to say what is wrong
 * @remove: the command takes a trigger away
 * @nr_operators: in the expression at hand
 * @key_size: of the kernel's own key, so far
 * @def_names: names of the variables that the command assigns
 * @def_texts: what it assigns to them
 * @nr_defs: how many
 */
struct hist_parser {
	struct hist_plan *plan;
	struct hist_interevent *interevent;
	struct event_file *file;
	const struct hist *named;
	struct hist_report *report;
	bool remove;
	unsigned int nr_operators;
	unsigned int key_size;
	const char *def_names[HIST_VARS_MAX];
	const char *def_texts[HIST_VARS_MAX];
	unsigned int nr_defs;
};

static inline int hist_refuse(struct hist_parser *p, enum hist_error error,
			      const char *part)
{
	hist_report(p->report, error, part);
	return -EINVAL;
}

/**
 * hist_emit() - append one operation
 * @f: what it belongs to
 *
 * Return: the operation, all zeros.
 */
struct hist_op *hist_emit(struct hist_parser *p, struct hist_field *f);

/**
 * hist_take_op() - the one operation that stands for all that was emitted
 * @f: what it belongs to; the last that anything was emitted for
 * @op: set to it
 */
void hist_take_op(struct hist_parser *p, const struct hist_field *f,
		  struct hist_op *op);

/**
 * hist_emit_field() - append the operation that loads an operand
 * @f: a field, special field, constant or reference; its flags and size say
 *	which and how
 */
void hist_emit_field(struct hist_parser *p, struct hist_field *f);

/**
 * hist_parse_operand() - what one operand is
 * @p: the planner
 * @f: filled in; its flags say whether it is a key or a variable
 * @text: NAME, NAME.MODIFIER, SYSTEM.EVENT.NAME, a number, or $VARIABLE in any
 *	of these places; cut up
 *
 * Return: 0 or an errno.
 */
int hist_parse_operand(struct hist_parser *p, struct hist_field *f, char *text);

/**
 * hist_parse_expr() - what an expression is
 * @p: the planner
 * @f: filled in, as by hist_parse_operand()
 * @text: the expression, not changed
 *
 * Return: 0 or an errno.
 */
int hist_parse_expr(struct hist_parser *p, struct hist_field *f,
		    const char *text);

/* hist_has_operator() - is a text more than one operand */
bool hist_has_operator(const char *text);

/* Is a text "$" and a name? */
static inline bool hist_is_reference(const char *text)
{
	return text[0] == '$' && text[1];
}

#endif /* HISTRIG_PARSER_H */
