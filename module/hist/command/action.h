/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Actions: what a hit does beside counting, HANDLER(...).ACTION(...).
 *
 * Parsing takes the text apart before the plan is made, for onmatch() says where
 * variables are looked for. Binding comes last, when it is sure that the trigger
 * is new: it finds synthetic events, variables and fields, and makes triggers on
 * other events where their fields are wanted.
 */
#ifndef HISTRIG_ACTION_H
#define HISTRIG_ACTION_H

#include "parser.h"

struct seq_file;

/**
 * hist_actions_parse() - take the actions of a command apart
 * @p: the planner; its inter gets them
 * @attrs: the parts of the command
 *
 * Context: process, event_mutex held.
 * Return: 0 or an errno.
 */
int hist_actions_parse(struct hist_parser *p, const struct hist_attrs *attrs);

/**
 * hist_actions_bind() - find what the actions of a plan act on
 * @plan: a plan whose trigger is not there yet
 * @file: the event that it is for
 * @named: the histogram that the trigger is to share, or NULL
 * @report: where to say what is wrong
 *
 * Context: process, event_mutex held.
 * Return: 0 or an errno; hist_interevent_release() undoes what was done either way.
 */
int hist_actions_bind(struct hist_plan *plan, struct event_file *file,
		      const struct hist *named, struct hist_report *report);

/* hist_actions_same() - do two plans do the same; either may be NULL */
bool hist_actions_same(const struct hist_interevent *a,
		       const struct hist_interevent *b);

/* hist_actions_show() - print the actions as they stand in a command */
void hist_actions_show(struct seq_file *m, const struct hist_interevent *inter);

#endif /* HISTRIG_ACTION_H */
