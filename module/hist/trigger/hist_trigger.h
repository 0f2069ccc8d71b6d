/* SPDX-License-Identifier: GPL-2.0 */
/* Finds, makes, changes and frees hist triggers. */
#ifndef HISTRIG_HIST_TRIGGER_H
#define HISTRIG_HIST_TRIGGER_H

#include <linux/types.h>

#include "../parse/attrs.h"
#include "../spec.h"

struct event;
struct event_file;
struct filter;
struct hist;
struct hist_trigger;
struct trigger;
struct trigger_command;

/**
 * struct hist_request - the hist trigger that a command asks for
 * @file: the event of the trigger, in the trigger's instance
 * @report: where to report errors
 * @attrs: the parts of the command
 * @spec: the specification, made from @attrs
 * @filter: the filter, or NULL
 * @named: the existing histogram of the command's name, or NULL
 */
struct hist_request {
	struct event_file *file;
	struct hist_report *report;
	struct hist_attrs attrs;
	struct hist_spec spec;
	struct filter *filter;
	struct hist *named;
};

/* Frees the filter and the interevent of a request that made no trigger. */
void hist_request_drop(struct hist_request *request);

/**
 * hist_trigger_find() - find the trigger that a command refers to
 * @request: the trigger that the command asks for
 *
 * The trigger must be of the command's event, and have the same filter and the same
 * specification. If the command names an existing histogram, the trigger feeds that
 * one, otherwise one without a name.
 *
 * Context: process, event_mutex held.
 * Return: the trigger, or NULL.
 */
struct trigger *hist_trigger_find(const struct hist_request *request);

/**
 * hist_trigger_add() - make a hist trigger and add it to its event
 * @request: the trigger; the specification has its clock, and its actions are
 *	bound
 *
 * On success, the trigger owns the specification's interevent and the filter.
 * On failure, the caller still owns them.
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, -ENOMEM, or an errno of hist_needs_take() or trigger_add().
 */
int hist_trigger_add(const struct hist_request *request);

/* Frees a hist trigger that no hit can see any more: @free of struct trigger_command. */
void hist_trigger_free(struct trigger *trigger);

/*
 * Sets TRIGGER_WATCHED in all triggers of a histogram if the event of one of them has
 * watchers, since a hit of any trigger changes the histogram; clears it otherwise.
 * Caller holds event_mutex.
 */
void hist_watch(struct hist *hist);

/* Removes all entries of a histogram. May sleep; caller holds event_mutex. */
void hist_clear(struct hist *hist);

/* The hist command: makes, changes and removes hist triggers. */
extern const struct trigger_command hist_command;

/*
 * Do other triggers refer to histograms of an event? If so, users cannot remove the
 * event's hist triggers. Caller holds event_mutex.
 */
bool hist_trigger_referenced(const struct event_file *file);

/*
 * action_bind.c binds actions to the synthetic events, variables and fields that
 * they name.
 *
 * If an action names a field of another event, binding makes, like the kernel, a hist trigger
 * on that event: a field variable trigger, which stores the field in the variable
 * synthetic_FIELD. It gets the keys and the filter of a hist trigger of that event whose keys
 * have the same types as those of the action's trigger. So hits of the action's trigger find
 * the variable with their own key. If the event already has a synthetic_FIELD that other hits
 * set or that has other keys, the new one is synthetic2_FIELD; the kernel uses the existing one.
 *
 * onmatch(SYSTEM.EVENT).forget() refers to the histograms that triggers of that event
 * feed when the command is given, if their keys have the same types as those of the
 * command. If there are none, it refers to those whose keys can have equal values.
 */

/**
 * hist_actions_bind() - bind the actions of a specification
 * @spec: the specification of a trigger that has still to be made
 * @file: the event of the trigger, in the trigger's instance
 * @named: the named histogram that the trigger will share, or NULL
 * @report: where to report errors
 *
 * The caller undoes the binding with hist_interevent_release(), even after an
 * error.
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno with which the kernel refuses the same command.
 */
int hist_actions_bind(struct hist_spec *spec, struct event_file *file,
		      const struct hist *named, struct hist_report *report);

/* variant.c chooses the fastest function for hits, and lays out their scratch memory. */

/*
 * Returns @fields of struct event_sole_trigger for a trigger with a complete program and with
 * @filter, which may be NULL.
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

/* Like hist_trigger_set_form(), with the form that suits hits that must pin entries. */
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

#endif /* HISTRIG_HIST_TRIGGER_H */
