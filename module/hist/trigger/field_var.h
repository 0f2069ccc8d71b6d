/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Field variable triggers: store a field of one event for an action of another.
 *
 * An action may name a field of another event. Like the kernel, the parser then
 * makes a hist trigger on that event, which stores the field in a variable
 * called synthetic_FIELD. The new trigger gets the keys and the filter of an
 * existing hist trigger of that event, whose keys must have the same types as
 * those of the action's trigger. So a hit of the action's trigger finds the
 * variable with its own key.
 */
#ifndef HISTRIG_FIELD_VAR_H
#define HISTRIG_FIELD_VAR_H

#include "../parse/parser.h"

/**
 * hist_field_var_find() - find or make the variable of another event's field
 * @p: the parser, whose interevent remembers a trigger made for the variable
 * @system: name of the event's system
 * @event: name of the event
 * @field: the field, with its modifier if it has one
 * @var: set to the variable
 * @hist: set to the histogram that has the variable
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or an errno after logging the error.
 */
int hist_field_var_find(struct hist_parser *p, const char *system,
			const char *event, const char *field,
			const struct hist_field **var, struct hist **hist);

#endif /* HISTRIG_FIELD_VAR_H */
