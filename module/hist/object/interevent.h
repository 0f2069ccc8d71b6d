/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, reads and frees interevents, see ../interevent.h. */
#ifndef HISTRIG_OBJECT_INTEREVENT_H
#define HISTRIG_OBJECT_INTEREVENT_H

#include "../interevent.h"

/**
 * hist_interevent_new() - allocate an interevent
 *
 * Context: process.
 * Return: an empty interevent with one user, or NULL when out of memory.
 */
struct hist_interevent *hist_interevent_new(void);

/* hist_interevent_get() - add a user; event_mutex held */
static inline struct hist_interevent *
hist_interevent_get(struct hist_interevent *inter)
{
	if (inter)
		inter->users++;
	return inter;
}

/**
 * hist_interevent_put() - drop a user; the last user frees the interevent
 * @inter: the interevent, or NULL; the last user must make sure that no hit can
 *	see the interevent any more
 *
 * Context: process, event_mutex held.
 */
void hist_interevent_put(struct hist_interevent *inter);

/**
 * hist_snapshot_action() - find the action that takes snapshots
 * @inter: an interevent, or NULL
 *
 * Context: process, event_mutex held.
 * Return: the action, or NULL.
 */
const struct hist_action *
hist_snapshot_action(const struct hist_interevent *inter);

/**
 * hist_action_free() - free an action
 * @action: the action, which no longer refers to a synthetic event
 *
 * Context: process.
 */
void hist_action_free(struct hist_action *action);

/* hist_saved_words() - number of words that actions store in an entry */
static inline unsigned int hist_saved_words(const struct hist_spec *spec)
{
	const struct hist_interevent *inter = spec->program.interevent;

	if (!inter)
		return 0;
	return inter->nr_slots - inter->nr_var_assigns +
	       inter->nr_save_texts * HIST_TEXT_WORDS;
}

#endif /* HISTRIG_OBJECT_INTEREVENT_H */
