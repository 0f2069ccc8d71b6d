/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, clears, frees and walks hist maps, see ../map.h. */
#ifndef HISTRIG_OBJECT_MAP_H
#define HISTRIG_OBJECT_MAP_H

#include "../map.h"

/**
 * hist_map_init() - make a map
 * @map: the map, zeroed
 * @bits: binary logarithm of the number of entries
 * @key_words: length of the longest key in words; 0 if each key is one number,
 *	which is stored in the table
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
 * @map: the map, new from hist_map_init()
 * @nr_vars: number of variables of each entry
 * @nr_texts: number of strings and stacks of each entry
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM. Even after -ENOMEM, hist_map_destroy() must be called.
 */
int hist_map_add_vars(struct hist_map *map, unsigned int nr_vars,
		      unsigned int nr_texts);

/**
 * hist_map_init_second() - make another map for the same keys
 * @second: the map, zeroed
 * @map: the first map
 *
 * If entries of @map have variables, the maps share the entries, and @second must be
 * freed first. Otherwise @second starts without entries. Keys have the same hash in both maps.
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM with nothing allocated.
 */
int hist_map_init_second(struct hist_map *second, struct hist_map *map);

/* Frees all memory of a map except its sketches. No hit may be running. */
void hist_map_destroy(struct hist_map *map);

/*
 * Removes all entries and resets all counts. No hit may be running in @map, or in
 * another map with the same entries.
 */
void hist_map_clear(struct hist_map *map);

/*
 * Resets all counts of one of two maps, while hits count in the other. Removes the
 * entries if they have no variables.
 */
void hist_map_reset(struct hist_map *map);

/**
 * hist_map_next() - walk the entries
 * @map: the map
 * @pos: position of the walk; 0 to start one
 * @key: set to the address of the key
 * @word: where to copy a key of one word that is stored in the table
 *
 * A walk may miss entries that hits make during the walk. If entries can be
 * forgotten, the returned entry is pinned until hist_map_put().
 *
 * Return: the index of the next entry, or -1 after the last entry.
 */
long hist_map_next(const struct hist_map *map, u32 *pos, const u64 **key,
		   u64 *word);

/* Unpins an entry that hist_map_next() returned. */
void hist_map_put(const struct hist_map *map, long index);

/*
 * Returns a number that changes when the entry at @index is forgotten; 0 for a
 * forgotten entry. Constant if entries cannot be forgotten.
 */
u64 hist_map_life(const struct hist_map *map, long index);

/* Returns the sum of a loss counter over all CPUs. */
u64 hist_map_lost(const struct hist_map *map, enum hist_loss loss);

#endif /* HISTRIG_OBJECT_MAP_H */
