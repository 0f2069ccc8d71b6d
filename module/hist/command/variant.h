/* SPDX-License-Identifier: GPL-2.0 */
/* The shortest way for the hits of a trigger. */
#ifndef HISTRIG_HIST_PATH_H
#define HISTRIG_HIST_PATH_H

#include <linux/types.h>

struct event;
struct filter;
struct hist_program;

/**
 * hist_fields_read() - find out which fields the hits of a trigger read
 * @event: the event
 * @program: the trigger's program, complete
 * @filter: its filter, or NULL
 *
 * Context: process, event_mutex held.
 * Return: @fields of a struct event_lone.
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

#endif /* HISTRIG_HIST_PATH_H */
