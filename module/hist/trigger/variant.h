/* SPDX-License-Identifier: GPL-2.0 */
/* The shortest way for the hits of a trigger. */
#ifndef HISTRIG_VARIANT_H
#define HISTRIG_VARIANT_H

#include <linux/types.h>

struct event;
struct filter;
struct hist_program;
struct hist_trigger;

/**
 * hist_fields_read() - find out which fields the hits of a trigger read
 * @event: the event
 * @program: the trigger's program, complete
 * @filter: its filter, or NULL
 *
 * Context: process, event_mutex held.
 * Return: @fields of a struct event_sole_trigger.
 */
u32 hist_fields_read(const struct event *event,
		     const struct hist_program *program,
		     const struct filter *filter);

/**
 * hist_hit_variant() - find the function that runs the hits of a trigger
 * @program: the trigger's program, with its clock
 *
 * Context: process, event_mutex held.
 * Return: enum hist_hit_form.
 */
u8 hist_hit_variant(const struct hist_program *program);

/**
 * hist_trigger_set_form() - choose the function that hits of a trigger run
 * @trigger: the trigger; hits may run the function chosen before until
 *	hits_synchronize() returns
 * @form: enum hist_hit_form
 *
 * Context: process, event_mutex held.
 */
void hist_trigger_set_form(struct hist_trigger *trigger, u8 form);

#endif /* HISTRIG_VARIANT_H */
