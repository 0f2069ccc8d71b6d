/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, clears, frees and walks hist maps, see ../map.h. */
#ifndef HISTRIG_OBJECT_MAP_H
#define HISTRIG_OBJECT_MAP_H

#include "../map.h"

/**
 * hist_map_init() - make a map
 * @map: the map, zeroed
 * @bits: binary logarithm of the number of entries
 * @key_words: length of the longest key in words, or 0 if each key is a single
 *	number, which the map then stores in the table
 * @nr_sums: number of sums in an entry
 * @comms: whether entries store the name of the task that made them
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM with nothing allocated.
 */
int hist_map_init(struct hist_map *map, unsigned int bits,
		  unsigned int key_words, unsigned int nr_sums, bool comms);

/**
 * hist_map_add_vars() - give variables to the entries of a map
 * @map: the map, fresh from hist_map_init()
 * @nr_vars: number of variables of each entry
 * @nr_texts: number of strings and stacks of each entry
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM; the caller calls hist_map_destroy() in both cases.
 */
int hist_map_add_vars(struct hist_map *map, unsigned int nr_vars,
		      unsigned int nr_texts);

/**
 * hist_map_init_second() - make another map for the same keys
 * @second: the map, zeroed
 * @map: the first map
 *
 * If entries of @map have variables, @second has the same entries, and is freed
 * before @map. Otherwise it is empty. Keys have the same hash in both.
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM with nothing allocated.
 */
int hist_map_init_second(struct hist_map *second, struct hist_map *map);

/**
 * hist_map_destroy() - free all memory of a map, except for its sketches
 * @map: the map; no hit is running
 */
void hist_map_destroy(struct hist_map *map);

/**
 * hist_map_clear() - remove all entries and reset all counts
 * @map: the map; no hit is running, in another map with the same entries
 *	neither
 */
void hist_map_clear(struct hist_map *map);

/**
 * hist_map_reset() - reset all counts, and remove all entries, unless they have
 *	variables
 * @map: one of two maps; hits count in the other one, but none in this one
 */
void hist_map_reset(struct hist_map *map);

/**
 * hist_map_next() - walk the entries
 * @map: the map
 * @pos: position of the walk; 0 to start one
 * @key: set to the key, or to @word if the map stores one-word keys
 * @word: a word that receives the key if the map stores one-word keys
 *
 * A walk may or may not return entries that hits make while it runs. If entries
 * can be forgotten, the entry is pinned until hist_map_put(), and @key points to
 * its key.
 *
 * Return: the index of the next entry, or -1 after the last entry.
 */
long hist_map_next(const struct hist_map *map, u32 *pos, const u64 **key,
		   u64 *word);

/**
 * hist_map_put() - end the use of an entry that hist_map_next() has returned
 * @map: the map
 * @index: the entry's index
 */
void hist_map_put(const struct hist_map *map, long index);

/**
 * hist_map_life() - tell the lives of an index apart
 * @map: the map
 * @index: the index
 *
 * Return: a number that changes when the entry at @index is forgotten, 0 if it was
 * forgotten. Always the same if entries cannot be forgotten.
 */
u64 hist_map_life(const struct hist_map *map, long index);

/**
 * hist_map_lost() - how many of a loss hits have counted on all CPUs
 * @map: the map
 * @loss: the loss
 */
u64 hist_map_lost(const struct hist_map *map, enum hist_loss loss);

#endif /* HISTRIG_OBJECT_MAP_H */
