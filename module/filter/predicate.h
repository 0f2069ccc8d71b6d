/* SPDX-License-Identifier: GPL-2.0 */
/* Compiles one comparison of a filter. */
#ifndef HISTRIG_PREDICATE_H
#define HISTRIG_PREDICATE_H

#include "filter.h"

/**
 * filter_predicate() - compile one comparison
 * @op: the operation to fill in, except for its jumps; it owns its pattern or
 *	mask
 * @event: the event
 * @vars: the variables that the comparison may name, or NULL
 * @text: the filter from the beginning of the comparison
 * @column: column of @text in the filter, for @fault
 * @fault: filled in on failure
 *
 * Context: process, event_mutex held.
 * Return: length of the comparison in bytes, or a negative errno.
 */
int filter_predicate(struct filter_op *op, struct event *event,
		     const struct filter_vars *vars, const char *text,
		     unsigned int column, struct filter_fault *fault);

#endif /* HISTRIG_PREDICATE_H */
