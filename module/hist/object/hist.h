/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, finds and frees histograms, see ../hist.h. */
#ifndef HISTRIG_OBJECT_HIST_H
#define HISTRIG_OBJECT_HIST_H

#include "../hist.h"

/*
 * All histograms, the oldest first. Hits copy stacks from histograms to newer ones,
 * which refer to them, so a search in this order finds a stack even while a hit
 * copies it. Protected by event_mutex.
 */
extern struct list_head hist_list;

/**
 * hist_new() - make a histogram
 * @file: the event that @spec is for; the histogram keeps a reference
 * @spec: the specification; copied
 * @name: its name with "name=" in front, copied, or NULL
 *
 * Context: process, event_mutex held.
 * Return: the histogram, which counts the caller's trigger as its first, or
 * NULL when out of memory.
 */
struct hist *hist_new(struct event_file *file, const struct hist_spec *spec,
		      const char *name);

/**
 * hist_init_second() - make the second of @maps
 * @hist: the histogram
 *
 * Context: process, event_mutex held.
 * Return: 0, or -ENOMEM with nothing allocated.
 */
int hist_init_second(struct hist *hist);

/**
 * hist_add_chains() - give all maps of a histogram chains
 * @hist: the histogram, which has none
 *
 * From now on, hits that pin entries may use the maps. They drop keys that are not
 * in the tables, until hist_use_chains() puts those that are into the chains, once no
 * hit inserts there any more. hist_end_tables() frees the tables, once no hit searches
 * them any more.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int hist_add_chains(struct hist *hist);
void hist_use_chains(struct hist *hist);
void hist_end_tables(struct hist *hist);

/**
 * hist_get() - take a reference to a histogram
 * @hist: the histogram
 *
 * Context: process, event_mutex held.
 */
void hist_get(struct hist *hist);

/**
 * hist_put() - drop a reference to a histogram
 * @hist: the histogram; freed with the last reference
 *
 * Context: process, event_mutex held.
 */
void hist_put(struct hist *hist);

/**
 * hist_find() - find a named histogram
 * @name: its name with "name=" in front
 *
 * Context: process, event_mutex held.
 * Return: the histogram, or NULL.
 */
struct hist *hist_find(const char *name);

/* hist_needs_drop() - drop HIST_NEEDS_*, once no hit needs them any more */
void hist_needs_drop(u8 needs);

#endif /* HISTRIG_OBJECT_HIST_H */
