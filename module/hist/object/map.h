/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes, clears, frees and walks hist maps, their sums and chains, see ../map.h, ../sums.h
 * and ../chains.h.
 */
#ifndef HISTRIG_OBJECT_MAP_H
#define HISTRIG_OBJECT_MAP_H

#include "../chains.h"
#include "../map.h"

struct hist_program;

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

/* Returns the number of entries that exist or are being made. */
u32 hist_map_entries(const struct hist_map *map);

/* Unpins an entry that hist_map_next() returned. */
void hist_map_put(const struct hist_map *map, long index);

/*
 * Returns a number that changes when the entry at @index is forgotten; 0 for a
 * forgotten entry. Constant if entries cannot be forgotten.
 */
u64 hist_map_life(const struct hist_map *map, long index);

/* Returns the sum of a loss counter over all CPUs. */
u64 hist_map_lost(const struct hist_map *map, enum hist_loss loss);

/* Returns zeroed memory that few hits touch, NULL when out of memory; kvfree() frees it. */
void *hist_sums_rare(size_t size);

/* Waits for the worker, at module exit after all sums were destroyed. */
void hist_sums_exit(void);

/**
 * hist_sums_init() - make sums
 * @sums: the sums, zeroed
 * @nr_indexes: number of indexes
 * @nr_sums: number of sums of an entry
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM. Even after -ENOMEM, hist_sums_destroy() must be called.
 */
int hist_sums_init(struct hist_sums *sums, u32 nr_indexes, u32 nr_sums);

/*
 * Frees sums; does nothing if all members are 0, as before hist_sums_init(). No hit may
 * be running. May sleep.
 */
void hist_sums_destroy(struct hist_sums *sums);

/*
 * Sets all sums and losses to 0; each CPU keeps its longest array. No hit may be
 * running. May sleep.
 */
void hist_sums_clear(struct hist_sums *sums);

/*
 * Moves the counts of all CPUs to the shared sums. Running hits must use only the shared
 * sums. May sleep.
 */
void hist_sums_share(struct hist_sums *sums);

/**
 * hist_sums_totals() - add up the sums of an entry over all CPUs
 * @sums: the sums
 * @index: the entry's index
 * @totals: filled in; @sums->nr_sums words
 */
void hist_sums_totals(const struct hist_sums *sums, u32 index, u64 *totals);

/* Returns the number of all hits: the total of the first sums of all entries. May sleep. */
u64 hist_sums_hits(const struct hist_sums *sums);

/**
 * hist_chains_make() - make chains for a map and its sketches
 * @map: the map, which owns its entries
 * @second: another map with the same entries, or NULL
 * @nr_sketches: number of sketches of each map
 *
 * Hits do not use the sketches' chains before hist_chains_publish().
 *
 * Context: process, may sleep; event_mutex held.
 * Return: the map's chains; NULL when out of memory, with nothing changed.
 */
struct hist_chains *hist_chains_make(struct hist_map *map, struct hist_map *second,
				     unsigned int nr_sketches);

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

#endif /* HISTRIG_OBJECT_MAP_H */
