/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, clears and frees the chains of hist maps, see ../chains.h. */
#ifndef HISTRIG_OBJECT_CHAINS_H
#define HISTRIG_OBJECT_CHAINS_H

#include "../chains.h"

struct hist_program;

/**
 * hist_chains_make() - make chains for a map, and give its sketches some
 * @map: the map, which owns its entries
 * @second: a second map with the same entries, or NULL
 * @nr_sketches: number of sketches that each of them has
 * @made: where to put the map's chains
 *
 * Hits do not use sketches' chains before hist_chains_publish().
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int hist_chains_make(struct hist_map *map, struct hist_map *second,
		     unsigned int nr_sketches, struct hist_chains **made);

/**
 * hist_chains_publish() - show hits the chains of a map
 * @map: the map
 * @chains: what hist_chains_make() has made for it
 *
 * Hits that pin may use the map at once, but until hist_chains_activate() they
 * drop keys that they do not find.
 *
 * Context: process, event_mutex held.
 */
void hist_chains_publish(struct hist_map *map, struct hist_chains *chains);

/**
 * hist_chains_abort() - undo hist_chains_make()
 * @map: the map, which has no second map with the same entries
 * @chains: what was made; it has not been published
 *
 * Context: process, event_mutex held.
 */
void hist_chains_abort(struct hist_map *map, struct hist_chains *chains);

/**
 * hist_chains_activate() - put the keys of a map into its chains, and let hits
 * use them
 * @map: the map; hits that do not pin are not running
 * @program: tells how long keys are; NULL if all are equally long
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_chains_activate(struct hist_map *map,
			  const struct hist_program *program);

/**
 * hist_chains_retire() - free the tables that a map and its sketches had before
 * @map: the map; hits that have begun before hist_chains_activate() are not
 *	running
 */
void hist_chains_retire(struct hist_map *map);

/**
 * hist_chains_settle() - wait until all entries that are dead have been buried
 * @map: the map; no hit that pins its entries is running
 *
 * Context: process, may sleep.
 */
void hist_chains_settle(struct hist_map *map);

/**
 * hist_chains_clear() - forget all entries of a map
 * @map: the map; hits may be running
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_chains_clear(struct hist_map *map);

/**
 * hist_chains_clear_sketches() - forget the buckets of all entries of a map
 * @map: the map; hits may run, but they do not count in it
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_chains_clear_sketches(struct hist_map *map);

/**
 * hist_chains_share() - let a second map have the chains of the first
 * @second: the second map; it has the same entries, and separate sketches
 * @map: the first map, which has chains
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM; the caller destroys @second in both cases.
 */
int hist_chains_share(struct hist_map *second, struct hist_map *map);

/**
 * hist_chains_destroy() - free the chains of a map, but not of its sketches
 * @map: the map; no hit is running
 */
void hist_chains_destroy(struct hist_map *map);

#endif /* HISTRIG_OBJECT_CHAINS_H */
