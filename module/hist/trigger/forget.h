/* SPDX-License-Identifier: GPL-2.0 */
/*
 * forget(): an action that removes the entry of the matched key.
 *
 * onmatch(SYSTEM.EVENT).forget() refers to all histograms of the event whose keys
 * have the same types as those of the command. If there is none, to those whose
 * keys can be equal. These are the histograms that triggers of the event feed when
 * the command is given.
 *
 * Before the first forget() refers to a histogram, hist_forget_prepare() gives its
 * maps chains, see ../chains.h, which they keep. Then all triggers that feed it or
 * read its variables run hist_hit_pinned(). Hits on keys that are new count as
 * dropped while it waits for hits that run otherwise.
 */
#ifndef HISTRIG_FORGET_H
#define HISTRIG_FORGET_H

#include <linux/types.h>

struct hist;
struct hist_action;
struct hist_interevent;
struct hist_parser;
struct hist_trigger;

/**
 * hist_forget_bind() - find the histograms that an action refers to
 * @p: the parser, whose interevent gets the references
 * @action: the action
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno after logging the error.
 */
int hist_forget_bind(struct hist_parser *p, const struct hist_action *action);

/**
 * hist_forget_prepare() - make entries of all histograms forgettable that actions
 *	refer to
 * @inter: the interevent of a trigger that is not there yet, or NULL
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_forget_prepare(const struct hist_interevent *inter);

/**
 * hist_forget_pins() - must hits of a trigger pin entries?
 * @trigger: a trigger, with its histogram and interevent
 *
 * Context: process, event_mutex held.
 */
bool hist_forget_pins(const struct hist_trigger *trigger);

#endif /* HISTRIG_FORGET_H */
