/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, clears and frees the chains of hist maps, see ../chains.h. */
#ifndef HISTRIG_OBJECT_CHAINS_H
#define HISTRIG_OBJECT_CHAINS_H

#include "../chains.h"

struct hist_program;

/**
 * hist_chains_make() - make chains for a map and its sketches
 * @map: the map, which owns its entries
 * @second: another map with the same entries, or NULL
 * @nr_sketches: number of sketches of each map
 * @made: set to the map's chains
 *
 * Hits do not use the sketches' chains before hist_chains_publish().
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int hist_chains_make(struct hist_map *map, struct hist_map *second,
		     unsigned int nr_sketches, struct hist_chains **made);

/**
 * hist_chains_publish() - let hits see the chains of a map
 * @map: the map
 * @chains: from hist_chains_make()
 *
 * From now on, hits that pin entries may use the map. Until
 * hist_chains_activate(), they drop keys that are not in the table.
 *
 * Context: process, event_mutex held.
 */
void hist_chains_publish(struct hist_map *map, struct hist_chains *chains);

/*
 * Undoes hist_chains_make() with a NULL @second, before hist_chains_publish(). Caller
 * holds event_mutex.
 */
void hist_chains_abort(struct hist_map *map, struct hist_chains *chains);

/**
 * hist_chains_activate() - move the keys of a map to its chains, and let hits use the
 * chains
 * @map: the map; only hits that pin entries are running
 * @program: computes the lengths of keys; NULL if all have the same length
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_chains_activate(struct hist_map *map,
			  const struct hist_program *program);

/*
 * Frees the tables of a map and its sketches. No hit that began before
 * hist_chains_activate() may be running.
 */
void hist_chains_retire(struct hist_map *map);

/*
 * Waits until the worker has reclaimed all entries that hits have left to it. If no hit
 * that pins entries is running, these are all dead entries of the map.
 */
void hist_chains_settle(struct hist_map *map);

/* Forgets all entries of a map while hits run. May sleep; caller holds event_mutex. */
void hist_chains_clear(struct hist_map *map);

/*
 * Forgets the buckets of all entries of a map while hits count in the other map. May
 * sleep; caller holds event_mutex.
 */
void hist_chains_clear_sketches(struct hist_map *map);

/**
 * hist_chains_share() - let a second map use a map's chains
 * @second: the second map, with the same entries and separate sketches
 * @map: the first map, which has chains
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM. Even after -ENOMEM, @second must be destroyed later.
 */
int hist_chains_share(struct hist_map *second, struct hist_map *map);

/* Frees the chains of a map, but not of its sketches. No hit may be running. */
void hist_chains_destroy(struct hist_map *map);

#endif /* HISTRIG_OBJECT_CHAINS_H */
