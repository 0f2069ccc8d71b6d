/* SPDX-License-Identifier: GPL-2.0 */
/* Chooses the fastest function for the hits of a trigger. */
#ifndef HISTRIG_VARIANT_H
#define HISTRIG_VARIANT_H

#include <linux/types.h>

struct event;
struct filter;
struct hist_program;
struct hist_trigger;

/*
 * Returns @fields of struct event_sole_trigger. The program is complete; @filter may be
 * NULL.
 */
u32 hist_fields_read(const struct event *event,
		     const struct hist_program *program,
		     const struct filter *filter);

/* Returns the enum hist_hit_form that suits hits of a program, whose clock is set. */
u8 hist_hit_variant(const struct hist_program *program);

/*
 * Is a hit's key one number, and does the hit need neither scratch memory nor a filter
 * with variables?
 */
bool hist_is_number_hit(const struct hist_program *program);

/*
 * Sets the enum hist_hit_form of a trigger. Until hits_synchronize() returns, hits may
 * still use the old form. Caller holds event_mutex.
 */
void hist_trigger_set_form(struct hist_trigger *trigger, u8 form);

/* The same, to the form that suits hits that must pin entries. */
void hist_trigger_set_pinned(struct hist_trigger *trigger);

#endif /* HISTRIG_VARIANT_H */
