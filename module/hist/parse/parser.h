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

struct event_field;
struct filter;
struct seq_file;

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

/*
 * modifier.c: the modifiers of fields, which are the words after the dot, including those of
 * statistics.
 */

/* Returns the modifier of a field without the dot, or NULL for none. */
const char *hist_modifier(const struct hist_field *f);

/*
 * Returns the modifier that is printed after the field's name, or NULL for none. An expression
 * has none, because its name contains those of its operands; a reference has one only if that
 * follows the modifier of a statistic.
 */
const char *hist_modifier_shown(const struct hist_field *f);

/* Returns the modifier that selects a style, or NULL for none. */
const char *hist_display_word(enum hist_display style);

/* Can @field be printed in the style of @f? Some styles also need HIST_KEY in @f->flags. */
bool hist_display_suits(const struct hist_field *f,
			const struct event_field *field);

/* Is a field an array of variable length, so that a word in the record only locates it? */
bool hist_display_is_located(const struct event_field *field);

/* Is a field an array of bytes that can be a key? */
bool hist_display_is_array(const struct event_field *field);

/*
 * Does @text, the part of an operand after its first dot, contain the modifier of a
 * statistic? Then the operand is not SYSTEM.EVENT.NAME.
 */
bool hist_stats_follow(const struct hist_parser *p, const char *text);

/**
 * hist_stats_modifiers() - parse the modifiers of a value
 * @p: the parser
 * @f: filled in
 * @name: the value's name
 * @text: the modifiers, separated by dots; modified
 *
 * A value may have several modifiers if one of them makes it a statistic.
 *
 * Return: 0 or -EINVAL.
 */
int hist_stats_modifiers(struct hist_parser *p, struct hist_field *f,
			 const char *name, char *text);

/**
 * hist_stats_plan() - plan the statistic of a value, if it has one
 * @p: the parser; the value's operation is complete
 * @f: the value, complete; gets the name that users see
 * @i: index of the value
 *
 * Return: 0, or -EINVAL if the value cannot have the statistic.
 */
int hist_stats_plan(struct hist_parser *p, struct hist_field *f,
		    unsigned int i);

/* Lays out the sums after all values are planned. */
void hist_stats_finish(struct hist_parser *p);

/*
 * variable.c: finds the variables that a command and its filter name, and makes references
 * to them.
 */

/* Returns the element of @spec->vars with @name, which has no "$"; or NULL. */
const struct hist_field *hist_var_of(const struct hist_spec *spec,
				     const char *name);

/* Is @name a variable that the command or a trigger on the same event defines? */
bool hist_var_taken(const struct hist_parser *p, const char *name);

/**
 * hist_var_find() - find a variable of another trigger
 * @p: the parser
 * @system: system of the event that has the variable, NULL for any event
 * @event: name of that event
 * @name: name of the variable, without a "$"
 * @hist: set to the histogram that has the variable
 *
 * If @system is NULL, looks at the events that onmatch() names, then at all events
 * of the instance. Logs an error if several of them have the variable.
 *
 * Return: the variable, or NULL.
 */
const struct hist_field *hist_var_find(struct hist_parser *p,
				       const char *system, const char *event,
				       const char *name, struct hist **hist);

/**
 * hist_var_refer() - find or add a reference to a variable of another trigger
 * @p: the parser, whose interevent contains the references
 * @hist: the histogram that has the variable
 * @var: the variable
 *
 * Return: index of the reference, or -ENOSPC if there are too many.
 */
int hist_var_refer(struct hist_parser *p, struct hist *hist,
		   const struct hist_field *var);

/* Sets @op to load @var: the variable of a reference, or one that the command sets itself. */
void hist_var_ref_op(struct hist_op *op, const struct hist_field *var,
		     unsigned int ref);
void hist_var_own_op(struct hist_op *op, const struct hist_spec *spec,
		     const struct hist_field *var);

/* Returns the variable that reference number @ref reads. */
const struct hist_field *hist_var_ref_target(const struct hist_parser *p,
					     unsigned int ref);

/*
 * Returns a variable that a trigger of the histogram @named must not refer to, because
 * references could form a cycle; NULL if there is none. @inter may be NULL.
 */
const struct hist_field *hist_var_newer(const struct hist_interevent *inter,
					const struct hist *named);

/* Decides how hits of @program find an entry that hits of @other made. */
enum hist_var_ref_form hist_var_form(const struct hist_program *program,
				     const struct hist_program *other);

/*
 * Sets how hits find the entries that they read or forget; @spec's keys are complete.
 */
void hist_var_bind(struct hist_spec *spec);

/* Finds an event of the trigger's instance; returns NULL if there is none. */
struct event_file *hist_find_file(const struct hist_parser *p,
				  const char *system, const char *event);

/* Does a filter refer to variables? */
bool hist_cond_needed(const char *text);

/**
 * hist_cond_parse() - compile a filter that refers to variables
 * @filter: set to the filter, which filter_free() frees; unchanged on failure
 * @spec: the specification; the variables are added to its interevent
 * @file: the event of the trigger, in the trigger's instance
 * @text: the filter, with "if" in front
 * @report: where to report errors
 *
 * hist_variables_pass() runs the filter, after a hit has read or computed the variables and
 * before the hit counts.
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno.
 */
int hist_cond_parse(struct filter **filter, struct hist_spec *spec,
		    struct event_file *file, const char *text,
		    struct hist_report *report);

/*
 * action.c: actions, HANDLER(...).ACTION(...) in a command; hits run them after counting.
 * Actions are parsed first, since onmatch() names the events whose variables the command may
 * use. They are bound last, see hist_actions_bind().
 */

/* The word of each enum hist_handler. */
extern const char *const hist_handler_words[];

/**
 * hist_actions_parse() - parse the actions of a command
 * @p: the parser; the actions are added to its interevent
 * @attrs: the parts of the command
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno with which the kernel refuses the same command.
 */
int hist_actions_parse(struct hist_parser *p, const struct hist_attrs *attrs);

/* Do two interevents, which may be NULL, have the same actions? Under event_mutex. */
bool hist_actions_same(const struct hist_interevent *a,
		       const struct hist_interevent *b);

/* Prints actions as users write them in a command. Under event_mutex. */
void hist_actions_show(struct seq_file *m, const struct hist_interevent *inter);

/* spec.c makes specifications out of commands, and compares them, see ../spec.h. */

/**
 * hist_spec_make() - parse keys, values, variables and actions of a command
 * @spec: filled in
 * @file: the event of the trigger, in the trigger's instance
 * @attrs: the attributes of the command; their strings are modified
 * @remove: the command removes a trigger, so its variables may exist already
 * @report: where to report errors
 *
 * The caller then calls hist_actions_bind() and hist_spec_set_clock().
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno with which the kernel refuses the same command. Even
 * after an error, the caller owns @spec->program.interevent, which may be NULL,
 * until a trigger takes it over or hist_interevent_put() drops it.
 */
int hist_spec_make(struct hist_spec *spec, struct event_file *file,
		   struct hist_attrs *attrs, bool remove,
		   struct hist_report *report);

/*
 * Sets the trace clock of a specification. If the clock does not count nanoseconds,
 * drops .usecs, and returns -EINVAL for a histogram with intervals. Returns -EINVAL if
 * there is no clock @name.
 */
int hist_spec_set_clock(struct hist_spec *spec, const char *name);

/* hist_time_of() - the unit of a field of a complete specification, as far as it is a time */
enum hist_time hist_time_of(const struct hist_spec *spec, const struct hist_field *f);

/*
 * Do two specifications ask for the same histogram? Like the kernel, ignores the size of
 * the table and the width of buckets. Also ignores the clock, top=, interval= and
 * nohitcount.
 */
bool hist_spec_same(const struct hist_spec *a, const struct hist_spec *b);

/*
 * Gives a specification the constants and the widths of buckets of @first, because both will
 * count in one histogram. hist_spec_same() is true for them.
 */
void hist_spec_share(struct hist_spec *spec, const struct hist_spec *first);

/* Do the keys have the same types? Like the kernel, ignores the names of the keys. */
bool hist_same_keys(const struct hist_spec *a, const struct hist_spec *b);

/* Do the keys have the same .log2 and .buckets modifiers? @b has at least as many keys as @a. */
bool hist_same_modifiers(const struct hist_program *a,
			 const struct hist_program *b);

#endif /* HISTRIG_PARSER_H */
