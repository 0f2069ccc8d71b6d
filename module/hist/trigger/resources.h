/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Resources that a hist trigger holds as long as it exists.
 *
 * Triggers that share a histogram have the same text, but their programs may
 * differ. In a trigger of SYSTEM.EVENT, SYSTEM.EVENT.FIELD is a field of the hit's
 * record; in a trigger of any other event it is a reference to a variable. So each
 * trigger takes what its own program needs, and never relies on what the
 * histogram's first trigger has taken:
 *
 *	files of user stacks, while hits walk them or entries hold them
 *	the paths of removed cgroups, while keys are printed as paths
 *	references to histograms, counted where a reference unsets a variable
 *	chains of the histograms whose entries it forgets
 *	the condition of its instance's snapshots
 *
 * A histogram takes the first two as well, as readers may outlive its triggers.
 * The first trigger decides what an entry can hold; hist_needs_fit() tells whether
 * that is enough for another trigger.
 */
#ifndef HISTRIG_HIST_RESOURCES_H
#define HISTRIG_HIST_RESOURCES_H

#include <linux/types.h>

struct hist;
struct hist_spec;
struct hist_trigger;

/**
 * hist_needs_of() - list what hits and readers of a specification need
 * @spec: a complete specification, whose actions are bound
 *
 * Context: process, event_mutex held.
 * Return: HIST_NEEDS_*
 */
u8 hist_needs_of(const struct hist_spec *spec);

/**
 * hist_needs_keep() - take what is listed
 * @needs: HIST_NEEDS_*
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or an errno with nothing taken.
 */
int hist_needs_keep(u8 needs);

/**
 * hist_needs_take() - take all that a trigger needs
 * @trigger: the trigger, which has its histogram and which no hit can see yet
 * @spec: its specification
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or an errno; then the trigger's interevent is released.
 */
int hist_needs_take(struct hist_trigger *trigger, const struct hist_spec *spec);

/**
 * hist_needs_give() - give back all that a trigger has taken
 * @trigger: the trigger, which still has its histogram, and which no hit can see
 *	any more
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_needs_give(struct hist_trigger *trigger);

/**
 * hist_needs_fit() - do entries have all that hits of one more trigger use?
 * @spec: the specification of the trigger, whose actions are bound
 * @hist: the named histogram that it would feed
 *
 * Context: process, event_mutex held.
 */
bool hist_needs_fit(const struct hist_spec *spec, const struct hist *hist);

#endif /* HISTRIG_HIST_RESOURCES_H */
