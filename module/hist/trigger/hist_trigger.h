/* SPDX-License-Identifier: GPL-2.0 */
/* Finds, makes, changes and frees hist triggers. */
#ifndef HISTRIG_HIST_TRIGGER_H
#define HISTRIG_HIST_TRIGGER_H

#include <linux/types.h>

#include "../parse/attrs.h"
#include "../spec.h"

struct event_file;
struct filter;
struct hist;
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

#endif /* HISTRIG_HIST_TRIGGER_H */
