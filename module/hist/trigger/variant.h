/* SPDX-License-Identifier: GPL-2.0 */
/* Chooses the fastest function for the hits of a trigger, and lays out their memory. */
#ifndef HISTRIG_VARIANT_H
#define HISTRIG_VARIANT_H

#include <linux/types.h>

struct event;
struct filter;
struct hist_program;
struct hist_report;
struct hist_spec;
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
 * Sets the enum hist_hit_form of a trigger. Until hits_synchronize() returns, hits may
 * still use the old form. Caller holds event_mutex.
 */
void hist_trigger_set_form(struct hist_trigger *trigger, u8 form);

/* The same, to the form that suits hits that must pin entries. */
void hist_trigger_set_pinned(struct hist_trigger *trigger);

/**
 * hist_interevent_layout() - lay out scratch memory, and set how hits find entries
 * @spec: a complete specification whose actions are bound
 * @report: where to report errors
 *
 * Context: process, event_mutex held.
 * Return: 0, or -EINVAL if a hit would need too much scratch memory.
 */
int hist_interevent_layout(struct hist_spec *spec, struct hist_report *report);

#endif /* HISTRIG_VARIANT_H */
