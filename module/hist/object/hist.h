/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes, finds and frees histograms and their interevents, see ../hist.h and
 * ../interevent.h; counts the hits that their events and other histograms lost.
 */
#ifndef HISTRIG_OBJECT_HIST_H
#define HISTRIG_OBJECT_HIST_H

#include "../hist.h"
#include "../interevent.h"

/*
 * All histograms, oldest first; protected by event_mutex. Hits copy stacks only from older to
 * newer histograms, so hist_frames_mark(), which searches them in this order, misses no stack.
 */
extern struct list_head hist_list;

/**
 * hist_new() - make a histogram
 * @file: the event that @spec is for; the histogram holds a reference
 * @spec: the specification; copied
 * @name: its name with "name=" in front, copied; or NULL
 *
 * Context: process, event_mutex held.
 * Return: the histogram, with the reference of its first trigger; NULL when out of
 * memory.
 */
struct hist *hist_new(struct event_file *file, const struct hist_spec *spec,
		      const char *name);

/* Makes the second map of a histogram. Returns 0 or -ENOMEM. Caller holds event_mutex. */
int hist_init_second(struct hist *hist);

/**
 * hist_add_chains() - give chains to all maps of a histogram
 * @hist: the histogram, which has none
 *
 * After this returns, hits that pin entries may use the maps, but drop keys that are not in
 * the tables. Once no hit inserts into the tables, hist_use_chains() moves their keys to
 * the chains. Once no hit searches the tables, hist_end_tables() frees them.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int hist_add_chains(struct hist *hist);
void hist_use_chains(struct hist *hist);
void hist_end_tables(struct hist *hist);

/* Get and drop a reference; dropping the last one frees the histogram. Under event_mutex. */
void hist_get(struct hist *hist);
void hist_put(struct hist *hist);

/*
 * Finds a histogram by its name with "name=" in front, NULL if there is none. Caller
 * holds event_mutex.
 */
struct hist *hist_find(const char *name);

/* Releases what hist_needs_keep() acquired for @needs. No hit may need it any more. */
void hist_needs_drop(u8 needs);

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

/**
 * struct hist_source - an event or another histogram whose lost hits a histogram counts
 * @link: entry in @sources of the histogram
 * @file: an event of the histogram's triggers, or NULL
 * @hist: a histogram whose variables the triggers read, or NULL
 * @users: number of triggers and references that use the source
 * @lost: the source's count of lost hits at the last hist_count_missed()
 */
struct hist_source {
	struct list_head link;
	const struct event_file *file;
	const struct hist *hist;
	unsigned int users;
	u64 lost;
};

/**
 * hist_sources_use() - add the sources of a trigger to those of its histogram
 * @trigger: the trigger; its interevent contains all its references
 *
 * Context: process, event_mutex held.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int hist_sources_use(struct hist_trigger *trigger);

/*
 * Undoes hist_sources_use(), before the trigger's references are dropped; event_mutex
 * held.
 */
void hist_sources_unuse(struct hist_trigger *trigger);

/**
 * hist_count_missed() - update @missed and @unbegun of a histogram
 * @hist: the histogram
 *
 * @missed counts hits that events lost before a filter could see them (event_missed()).
 * @unbegun counts dropped hits of the histograms whose variables the triggers of @hist
 * read.
 *
 * Context: process, event_mutex held.
 */
void hist_count_missed(struct hist *hist);

/*
 * Resets @missed and @unbegun, and adds @missed and the dropped hits of @map to
 * @dropped_before. The caller then clears or resets @map, and holds event_mutex.
 */
void hist_forget_losses(struct hist *hist, const struct hist_map *map);

#endif /* HISTRIG_OBJECT_HIST_H */
