/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Actions: HANDLER(...).ACTION(...) in a command; hits run them after counting.
 *
 * The parser parses actions before the rest of a specification, since onmatch()
 * names the events whose variables the command may use; it binds actions last.
 * Binding finds the synthetic events, variables and fields that actions name.
 * If an action uses a field of another event, binding makes a trigger there.
 */
#ifndef HISTRIG_ACTION_H
#define HISTRIG_ACTION_H

#include "parser.h"

struct hist_attrs;
struct seq_file;

/**
 * hist_actions_parse() - parse the actions of a command
 * @p: the parser; the actions are added to its interevent
 * @attrs: the parts of the command
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same command.
 */
int hist_actions_parse(struct hist_parser *p, const struct hist_attrs *attrs);

/**
 * hist_actions_same() - do two specifications have the same actions?
 * @a: the interevent of one of them, or NULL
 * @b: the interevent of the other, or NULL
 *
 * Context: process, event_mutex held.
 */
bool hist_actions_same(const struct hist_interevent *a,
		       const struct hist_interevent *b);

/**
 * hist_actions_show() - print actions as users write them in a command
 * @m: where to print
 * @inter: the interevent that has the actions
 *
 * Context: process, event_mutex held.
 */
void hist_actions_show(struct seq_file *m, const struct hist_interevent *inter);

#endif /* HISTRIG_ACTION_H */
