/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Actions: HANDLER(...).ACTION(...) in a command; hits run them after counting.
 *
 * Actions are parsed first, since onmatch() names the events whose variables the
 * command may use. They are bound last, see ../trigger/action_bind.h.
 */
#ifndef HISTRIG_ACTION_H
#define HISTRIG_ACTION_H

#include "parser.h"

struct hist_attrs;
struct seq_file;

/* The word of each enum hist_handler. */
extern const char *const hist_handler_words[];

/**
 * hist_actions_parse() - parse the actions of a command
 * @p: the parser; the actions are added to its interevent
 * @attrs: the parts of the command
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno with which the kernel refuses the same command.
 */
int hist_actions_parse(struct hist_parser *p, const struct hist_attrs *attrs);

/* Do two interevents, which may be NULL, have the same actions? Under event_mutex. */
bool hist_actions_same(const struct hist_interevent *a,
		       const struct hist_interevent *b);

/* Prints actions as users write them in a command. Under event_mutex. */
void hist_actions_show(struct seq_file *m, const struct hist_interevent *inter);

#endif /* HISTRIG_ACTION_H */
