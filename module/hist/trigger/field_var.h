/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Field variable triggers store a field of one event for an action of another.
 *
 * If an action names a field of another event, the parser, like the kernel, makes a
 * hist trigger on that event, which stores the field in the variable synthetic_FIELD.
 * The new trigger gets the keys and the filter of a hist trigger of that event whose
 * keys have the same types as those of the action's trigger. So hits of the action's
 * trigger find the variable with their own key.
 */
#ifndef HISTRIG_FIELD_VAR_H
#define HISTRIG_FIELD_VAR_H

#include "../parse/parser.h"

/**
 * hist_field_var_find() - find or make the variable of another event's field
 * @p: the parser; if a trigger is made, the parser's interevent refers to it
 * @system: name of the event's system
 * @event: name of the event
 * @field: the field, with its modifier if it has one
 * @var: set to the variable
 * @hist: set to the histogram that has the variable
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, -E2BIG if the name of the variable is too long, or an errno after logging
 * the error.
 */
int hist_field_var_find(struct hist_parser *p, const char *system,
			const char *event, const char *field,
			const struct hist_field **var, struct hist **hist);

#endif /* HISTRIG_FIELD_VAR_H */
