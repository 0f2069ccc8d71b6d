/* SPDX-License-Identifier: GPL-2.0 */
/*
 * forget(): an action that removes the entry of the matched key.
 *
 * onmatch(SYSTEM.EVENT).forget() refers to the histograms that triggers of that event
 * feed when the command is given, if their keys have the same types as those of the
 * command. If there are none, it refers to those whose keys can have equal values.
 *
 * Before the first forget() refers to a histogram, hist_forget_prepare() gives its maps
 * chains (../chains.h) for good. All triggers that feed the histogram or read its
 * variables then get a form of hist_trigger_set_pinned(). Until all hits that do not pin
 * have ended, hits with new keys count as dropped.
 */
#ifndef HISTRIG_FORGET_H
#define HISTRIG_FORGET_H

#include <linux/types.h>

struct hist;
struct hist_action;
struct hist_interevent;
struct hist_parser;
struct hist_trigger;

/*
 * Adds references to an action's histograms to the parser's interevent. Returns 0, or an
 * errno after logging the error. Caller holds event_mutex.
 */
int hist_forget_bind(struct hist_parser *p, const struct hist_action *action);

/**
 * hist_forget_prepare() - prepare the histograms whose entries a trigger forgets
 * @inter: the interevent of a trigger that has still to be added, or NULL
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_forget_prepare(const struct hist_interevent *inter);

/* Must hits of a trigger pin entries? Caller holds event_mutex. */
bool hist_forget_pins(const struct hist_trigger *trigger);

#endif /* HISTRIG_FORGET_H */
