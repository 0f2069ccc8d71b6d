/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the variables that a command and its filter name, and makes references to them.
 * Callers hold event_mutex.
 */
#ifndef HISTRIG_VARIABLE_H
#define HISTRIG_VARIABLE_H

#include "parser.h"

struct filter;

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
const struct hist_field *hist_var_behind(const struct hist_parser *p,
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
 * Hits run the filter after the variables were read or computed, and before the hit counts
 * (hist_variables_pass()).
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno.
 */
int hist_cond_parse(struct filter **filter, struct hist_spec *spec,
		    struct event_file *file, const char *text,
		    struct hist_report *report);

#endif /* HISTRIG_VARIABLE_H */
