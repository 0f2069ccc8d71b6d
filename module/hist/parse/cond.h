/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Conditions: filters of hist triggers that name variables. hist_variables_pass()
 * runs them after the variables were read or computed, and before the hit counts.
 */
#ifndef HISTRIG_COND_H
#define HISTRIG_COND_H

#include <linux/types.h>

struct event_file;
struct filter;
struct hist_report;
struct hist_spec;

/* Does a filter refer to variables? */
bool hist_cond_needed(const char *text);

/**
 * hist_cond_parse() - compile a filter that refers to variables
 * @filter: set to the filter, which filter_free() frees; unchanged on failure
 * @spec: the specification; the variables are added to its interevent
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
