/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the variables that a command names, and makes references to them.
 *
 * All functions run in process context with event_mutex held.
 */
#ifndef HISTRIG_VARIABLE_H
#define HISTRIG_VARIABLE_H

#include "parser.h"

/**
 * hist_var_of() - find a variable of a specification by its name
 * @spec: the specification
 * @name: the name, without a "$"
 *
 * Return: the variable, an element of @spec->vars, or NULL.
 */
const struct hist_field *hist_var_of(const struct hist_spec *spec,
				     const char *name);

/**
 * hist_var_taken() - does the command's event already have a variable @name?
 * @p: the parser
 * @name: the name, without a "$"
 *
 * Looks at the variables that the command has defined so far, and at the
 * variables of the event's triggers.
 */
bool hist_var_taken(const struct hist_parser *p, const char *name);

/**
 * hist_var_find() - find a variable of another trigger
 * @p: the parser
 * @system: system of the event that has the variable, NULL for any event
 * @event: name of that event
 * @name: name of the variable, without a "$"
 * @hist: set to the histogram that has the variable
 *
 * Without @system, looks first at the events that onmatch() names, then at all
 * events of the instance. Logs an error if several events have the variable.
 *
 * Return: the variable, or NULL.
 */
const struct hist_field *hist_var_find(struct hist_parser *p,
				       const char *system, const char *event,
				       const char *name, struct hist **hist);

/**
 * hist_var_refer() - refer to a variable of another trigger
 * @p: the parser, whose interevent takes the reference
 * @hist: the histogram that has the variable
 * @var: the variable
 *
 * Makes a new reference only if the interevent has none to this variable yet.
 *
 * Return: index of the reference, or -ENOSPC if there are too many.
 */
int hist_var_refer(struct hist_parser *p, struct hist *hist,
		   const struct hist_field *var);

/* hist_var_behind() - the variable that a reference reads */
const struct hist_field *hist_var_behind(const struct hist_parser *p,
					 unsigned int ref);

/**
 * hist_var_newer() - find a reference that a trigger of a named histogram cannot have
 * @inter: the interevent of the trigger, or NULL
 * @named: the histogram
 *
 * Return: the variable, which is one of a newer histogram, so that the reference
 * may close a circle; NULL if there is none.
 */
const struct hist_field *hist_var_newer(const struct hist_interevent *inter,
					const struct hist *named);

/**
 * hist_var_form() - decide how hits find an entry of another histogram
 * @program: the program of the trigger
 * @other: the program of a trigger that feeds the other histogram
 */
enum hist_var_ref_form hist_var_form(const struct hist_program *program,
				     const struct hist_program *other);

/**
 * hist_var_bind() - decide how hits find the entries that they read or forget
 * @spec: the specification; its keys are complete
 */
void hist_var_bind(struct hist_spec *spec);

/**
 * hist_find_file() - find another event of the trigger's instance
 * @p: the parser
 * @system: name of the event's system
 * @event: name of the event
 *
 * Context: process, event_mutex held.
 * Return: the event, or NULL.
 */
struct event_file *hist_find_file(const struct hist_parser *p,
				  const char *system, const char *event);

#endif /* HISTRIG_VARIABLE_H */
