/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, reads and frees interevents, see ../interevent.h. */
#ifndef HISTRIG_OBJECT_INTEREVENT_H
#define HISTRIG_OBJECT_INTEREVENT_H

#include "../interevent.h"

/* Returns an empty interevent with one user, or NULL when out of memory. */
struct hist_interevent *hist_interevent_new(void);

/* Adds a user; @inter may be NULL. Caller holds event_mutex. */
static inline struct hist_interevent *
hist_interevent_get(struct hist_interevent *inter)
{
	if (inter)
		inter->users++;
	return inter;
}

/*
 * Drops a user; @inter may be NULL. The last user frees the interevent, which no hit may
 * see any more. Caller holds event_mutex.
 */
void hist_interevent_put(struct hist_interevent *inter);

/* Returns the action snapshot(), or NULL if there is none. Caller holds event_mutex. */
const struct hist_action *
hist_snapshot_action(const struct hist_interevent *inter);

/* Frees an action that no longer refers to a synthetic event. */
void hist_action_free(struct hist_action *action);

static inline unsigned int hist_saved_words(const struct hist_spec *spec)
{
	const struct hist_interevent *inter = spec->program.interevent;

	if (!inter)
		return 0;
	return inter->nr_slots - inter->nr_var_assigns +
	       inter->nr_save_texts * HIST_TEXT_WORDS;
}

#endif /* HISTRIG_OBJECT_INTEREVENT_H */
