/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Resources that a hist trigger holds as long as it exists.
 *
 * Triggers that share a histogram have the same command, but may need different
 * resources: SYSTEM.EVENT.FIELD is a field of the record in a trigger of that event, and
 * a reference in all others. So each trigger acquires what it needs:
 *
 *	files of user stacks, while hits walk them or entries contain them
 *	the paths of removed cgroups, while keys are printed as paths
 *	references to histograms, counted if they unset variables
 *	chains of the histograms whose entries it forgets
 *	the condition of its instance's snapshots
 *
 * A histogram acquires the first two as well, as readers may outlive its triggers. Its
 * first trigger determines the layout of entries, which must suit all others
 * (hist_needs_fit()).
 *
 * Before the first forget() refers to a histogram, hist_needs_take() gives its maps chains
 * (../chains.h) for good. All triggers that feed the histogram or read its variables then
 * get a form of hist_trigger_set_pinned(). Until all hits that do not pin have ended, hits
 * with new keys count as dropped.
 */
#ifndef HISTRIG_HIST_RESOURCES_H
#define HISTRIG_HIST_RESOURCES_H

#include <linux/types.h>

struct hist;
struct hist_interevent;
struct hist_spec;
struct hist_trigger;

/*
 * Returns the HIST_NEEDS_* of hits and readers of @spec. @spec is complete and its
 * actions are bound. Caller holds event_mutex.
 */
u8 hist_needs_of(const struct hist_spec *spec);

/*
 * Acquires HIST_NEEDS_*. Returns 0, or an errno with nothing acquired. May sleep; caller
 * holds event_mutex. hist_needs_drop() undoes this.
 */
int hist_needs_keep(u8 needs);

/**
 * hist_needs_take() - acquire all that a trigger needs
 * @trigger: a trigger that has still to be added; its @hist is set
 * @spec: its specification
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or an errno after releasing the trigger's interevent.
 */
int hist_needs_take(struct hist_trigger *trigger, const struct hist_spec *spec);

/* Undoes hist_needs_take() once no hit can see the trigger. May sleep; caller holds event_mutex. */
void hist_needs_give(struct hist_trigger *trigger);

/**
 * hist_interevent_release() - drop all references and remove field variables
 * @inter: the interevent of a trigger that no hit can see, or of a command that
 *	made no trigger; or NULL
 *
 * The interevent can still be printed afterwards.
 *
 * Context: process, event_mutex held.
 */
void hist_interevent_release(struct hist_interevent *inter);

/* Must hits of a trigger pin entries? Caller holds event_mutex. */
bool hist_forget_pins(const struct hist_trigger *trigger);

/*
 * Do entries of the named histogram @hist contain all that hits with @spec use? The
 * actions of @spec are bound. Caller holds event_mutex.
 */
bool hist_needs_fit(const struct hist_spec *spec, const struct hist *hist);

#endif /* HISTRIG_HIST_RESOURCES_H */
