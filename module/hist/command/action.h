/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Actions: HANDLER(...).ACTION(...), what a hit does besides counting.
 *
 * Actions are parsed before the rest of the plan is made, since onmatch() says
 * where variables are looked up. They are bound last: binding finds the
 * synthetic events, variables and fields that they name, and makes triggers on
 * other events whose fields they use.
 */
#ifndef HISTRIG_ACTION_H
#define HISTRIG_ACTION_H

#include "parser.h"

struct seq_file;

/**
 * hist_actions_parse() - parse the actions of a command
 * @p: the parser; its interevent takes the actions
 * @attrs: the parts of the command
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same command.
 */
int hist_actions_parse(struct hist_parser *p, const struct hist_attrs *attrs);

/**
 * hist_actions_bind() - find what the actions of a plan use
 * @spec: a specification whose trigger does not exist yet
 * @file: the event in the instance that it is for
 * @named: the named histogram that the trigger will share, or NULL
 * @report: takes the errors
 *
 * Whatever it returns, hist_interevent_release() undoes what it did.
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same command.
 */
int hist_actions_bind(struct hist_spec *spec, struct event_file *file,
		      const struct hist *named, struct hist_report *report);

/**
 * hist_actions_same() - do two plans have the same actions?
 * @a: the interevent of a plan, or NULL
 * @b: that of another, or NULL
 *
 * Context: process, event_mutex held.
 */
bool hist_actions_same(const struct hist_interevent *a,
		       const struct hist_interevent *b);

/**
 * hist_actions_show() - print actions as a command has them
 * @m: where to print
 * @inter: the interevent of a plan
 *
 * Context: process, event_mutex held.
 */
void hist_actions_show(struct seq_file *m, const struct hist_interevent *inter);

#endif /* HISTRIG_ACTION_H */
