/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, finds and frees histograms, see ../hist.h. */
#ifndef HISTRIG_OBJECT_HIST_H
#define HISTRIG_OBJECT_HIST_H

#include "../hist.h"

/*
 * All histograms, oldest first; protected by event_mutex. Hits copy stacks only from
 * older to newer histograms, so a search in this order misses no stack that a hit is
 * copying.
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

/* Makes the second of @maps. Returns 0 or -ENOMEM. Caller holds event_mutex. */
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

/* Get and drop a reference; the last one frees the histogram. Under event_mutex. */
void hist_get(struct hist *hist);
void hist_put(struct hist *hist);

/*
 * Finds a histogram by its name with "name=" in front, NULL if there is none. Caller
 * holds event_mutex.
 */
struct hist *hist_find(const char *name);

/* Releases what hist_needs_keep() acquired for @needs. No hit may need it any more. */
void hist_needs_drop(u8 needs);

#endif /* HISTRIG_OBJECT_HIST_H */
