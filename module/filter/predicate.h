/* SPDX-License-Identifier: GPL-2.0 */
/* Predicates: one comparison of a filter's text. */
#ifndef HISTRIG_PREDICATE_H
#define HISTRIG_PREDICATE_H

#include "filter.h"

/**
 * filter_predicate() - make the operation of one comparison
 * @op: filled in but for its jumps; what it points to is its own
 * @event: the event
 * @text: where the comparison starts
 * @column: of what follows @text in the filter, for @fault
 * @fault: what is wrong, filled in on failure
 *
 * Context: process, event_mutex held.
 * Return: how much of @text the comparison takes, or a negative errno.
 */
int filter_predicate(struct filter_op *op, struct event *event,
		     const char *text, unsigned int column,
		     struct filter_fault *fault);

#endif /* HISTRIG_PREDICATE_H */
