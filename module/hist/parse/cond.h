/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Conditions: filters of hist triggers that name variables.
 *
 * A hit can run such a filter only after it has read the variables that it
 * refers to and has worked out its own, but it must do so before it counts. So
 * the filter is not run where other filters are; see hot/interevent.c.
 */
#ifndef HISTRIG_COND_H
#define HISTRIG_COND_H

#include <linux/types.h>

struct event_file;
struct filter;
struct hist_report;
struct hist_spec;

/* hist_cond_needed() - does the text of a filter name variables? */
bool hist_cond_needed(const char *text);

/**
 * hist_cond_parse() - compile a filter that names variables
 * @filter: set to the filter, which filter_free() frees; unchanged on failure
 * @spec: the specification, whose interevent gets the variables
 * @file: the event of the trigger, in the trigger's instance
 * @text: the filter, with "if" in front
 * @report: where to report errors
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno.
 */
int hist_cond_parse(struct filter **filter, struct hist_spec *spec,
		    struct event_file *file, const char *text,
		    struct hist_report *report);

#endif /* HISTRIG_COND_H */
