/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Variables: where one is that a command names, and references to it.
 *
 * All of these want event_mutex.
 */
#ifndef HISTRIG_VARIABLE_H
#define HISTRIG_VARIABLE_H

#include "parser.h"

/**
 * hist_var_of() - the variable of a name that a plan has
 *
 * Return: the variable, an element of @plan->vars, or NULL.
 */
const struct hist_field *hist_var_of(const struct hist_plan *plan,
				     const char *name);

/**
 * hist_var_taken() - does the event at hand have a variable of that name
 *
 * The command's own, so far, and those of the event's triggers.
 */
bool hist_var_taken(const struct hist_parser *p, const char *name);

/**
 * hist_var_find() - find a variable of another trigger
 * @p: the planner
 * @system: system of the event that has it, NULL for any
 * @event: name of that event
 * @name: name of the variable, without its "$"
 * @hist: set to the histogram that has it
 *
 * An event that onmatch() names comes first. Says in the error log when several
 * events have the variable.
 *
 * Return: the variable, or NULL.
 */
const struct hist_field *hist_var_find(struct hist_parser *p,
				       const char *system, const char *event,
				       const char *name, struct hist **hist);

/**
 * hist_var_refer() - refer to a variable of another trigger
 * @hist: the histogram that has it
 * @var: the variable
 *
 * Return: index of the reference, or -1 when there are too many.
 */
int hist_var_refer(struct hist_parser *p, struct hist *hist,
		   const struct hist_field *var);

/* hist_var_behind() - the variable that a reference reads */
const struct hist_field *hist_var_behind(const struct hist_parser *p,
					 unsigned int ref);

/**
 * hist_var_bind() - find out how the keys of all references compare to ours
 *
 * To be called when the plan has its keys.
 */
void hist_var_bind(struct hist_plan *plan);

/**
 * hist_find_file() - find another event of the instance at hand
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
