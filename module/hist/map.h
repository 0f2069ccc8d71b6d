/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hist map: a hash table of keys for all CPUs, and sums for each CPU.
 *
 * One table of keys serves all CPUs. It uses open addressing with linear
 * probing and has twice as many slots as entries are allowed, so a search
 * soon meets an empty slot. Entries never move, and only clearing the whole
 * map removes them; a map whose entries are forgotten one by one has chains in
 * place of the table, see chains.h. A key owns an index, which a counter hands out; the sums of
 * the entry, its variables and the name of its task are stored by index. See
 * sums.h for the sums.
 *
 * Keys of one word are stored in the table itself. A hit inserts a key with one
 * compare-and-swap and its index with a second one. A hit that finds a key
 * without an index, because it interrupts the hit that inserts it or runs on
 * another CPU, does not wait: it takes an index of its own and tries to store
 * it, too. The map XORs each key with its secret before it stores the key.
 * Since 0 marks an empty slot, the only key that becomes 0 has a slot of its
 * own beside the table.
 *
 * Longer keys are stored in cells, one for each index. To insert a key, a hit
 * first writes the key into the cell of its index and then publishes
 * {hash, index} by compare-and-swap, so a search that finds the index finds the
 * whole key.
 *
 * If two hits insert the same key at once, both may take an index. The index of
 * the hit that loses the race goes to a list and is reused by the next
 * insertion.
 *
 * Users can choose keys, the names of their tasks for example. If they could
 * predict the hash, they could choose keys that all fall into one cluster of
 * slots, and every hit would have to walk this cluster. So each map multiplies
 * keys by a secret number of its own, and a search gives up after
 * HIST_MAP_PROBES slots. The hit is then dropped, as if the map were full.
 *
 * hist_map_init() and hist_map_add_vars() allocate all memory. A hit never
 * allocates or waits; if it cannot insert its key, it counts itself as dropped.
 *
 * A histogram may have two maps, so that what one of them has counted can be
 * taken while hits count in the other; see hist_map_init_second(). If its
 * entries have variables, both maps have the same table, entries and variables,
 * but each its own sums.
 *
 * The functions of hot/search.h and hot/map.c may be called in any context,
 * NMI included, with preemption off. All others are called in process context
 * with event_mutex held. Callers of hist_map_clear() and hist_map_destroy()
 * also make sure that no hit is running.
 */
#ifndef HISTRIG_MAP_H
#define HISTRIG_MAP_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "guard.h"
#include "sums.h"

struct hist_chains;

/* Maximum number of slots that a search looks at. */
#define HIST_MAP_PROBES		1024

/* Words of a string or stack in an entry; the last byte of a string is 0. */
#define HIST_MAP_TEXT_WORDS	32

/* A hit that sets read-once variables adds this to hist_entry_vars.set. */
#define HIST_MAP_SET_STEP	BIT_ULL(16)

/* The index and the offset in a slot whose key has not got them yet. */
#define HIST_MAP_NONE		U32_MAX

/**
 * struct hist_slot - a slot for a key of one word
 * @key: the key as it is stored, or 0 if the slot is empty
 * @offset: what hist_sums_offset() returns for @index, or HIST_MAP_NONE
 * @index: the key's index, or HIST_MAP_NONE
 *
 * Hits store @index first, so @offset may still be HIST_MAP_NONE when @index is
 * not.
 */
struct hist_slot {
	u64 key;
	u32 offset;
	u32 index;
};

/**
 * struct hist_entry_vars - the variables of an entry; all CPUs write them
 * @set: bit I is 1 while variable I is set; if variables are read once, the
 *	upper bits count in steps of HIST_MAP_SET_STEP how often hits set them
 * @guard: protects the values that save() stores, which must change together
 * @values: the variables
 */
struct hist_entry_vars {
	u64 set;
	struct hist_guard guard;
	u64 values[];
};

/* Words in front of the variables. */
#define HIST_ENTRY_VARS_HEAD	(sizeof(struct hist_entry_vars) / sizeof(u64))

static_assert(sizeof(struct hist_entry_vars) % sizeof(u64) == 0);

/**
 * struct hist_map - a hist map
 * @words: the table of keys of one word, or NULL
 * @zero: the slot of the key that is stored as 0
 * @slots: the table of {hash, index} pairs of longer keys, or NULL
 * @mix: the secret that keys are hashed with, an odd number
 * @mask: number of slots less one
 * @shift: 64 less the binary logarithm of the number of slots
 * @key_words: number of words in a cell, 0 if keys are stored in the table
 * @sums: what hits have counted
 * @size: number of entries allowed
 * @used: entries that exist or are being made
 * @cells: for each index the key that is not stored in the table
 * @nr_indexes: number of indexes
 * @next_index: the first index that was never handed out
 * @free_indexes: list of indexes to reuse, from hits that lost a race; the
 *	lower half is the first index plus 1, or 0 if the list is empty, and the
 *	upper half counts changes of the list
 * @links: for each index in that list the next one plus 1, or 0
 * @comms: for each index the name of the task that made the entry; NULL if the
 *	histogram does not need the names
 * @vars: for each index a struct hist_entry_vars; NULL without variables
 * @nr_vars: size of a struct hist_entry_vars with its variables, in words
 * @texts: for each index the strings and stacks of variables; NULL if there are
 *	none
 * @nr_texts: number of strings and stacks in an entry
 * @owner: the map whose table and entries this map has, usually itself; the
 *	owner's @used, @next_index, @free_indexes and @zero count
 * @sketches: what statistics count about each entry, or NULL
 * @chains: what takes the place of the table if entries can be forgotten, see
 *	chains.h; else NULL
 */
struct hist_map {
	struct hist_slot *words;
	u64 *slots;
	u64 mix;
	u64 mask;
	u32 shift;
	u32 key_words;
	struct hist_sums sums;
	u32 size;
	atomic_t used;
	u64 *cells;
	u32 nr_indexes;
	atomic_t next_index;
	atomic64_t free_indexes;
	u32 *links;
	struct hist_slot zero;
	char (*comms)[TASK_COMM_LEN];
	u64 *vars;
	u32 nr_vars;
	u64 *texts;
	u32 nr_texts;
	struct hist_map *owner;
	struct hist_map *sketches;
	struct hist_chains *chains;
};

/* hist_map_vars() - the variables of an entry */
static __always_inline struct hist_entry_vars *
hist_map_vars(const struct hist_map *map, long index)
{
	return (struct hist_entry_vars *)(map->vars +
					  (size_t)index * map->nr_vars);
}

/* hist_map_text() - string or stack @i of an entry */
static __always_inline u64 *hist_map_text(const struct hist_map *map,
					  long index, unsigned int i)
{
	return map->texts + ((size_t)index * map->nr_texts + i) *
			    HIST_MAP_TEXT_WORDS;
}

/* hist_map_cell() - the key in the cell of an index */
static __always_inline u64 *hist_map_cell(const struct hist_map *map, u32 index)
{
	return map->cells + (size_t)index * map->key_words;
}

/* hist_map_entries() - how many entries exist or are being made */
static inline u32 hist_map_entries(const struct hist_map *map)
{
	return min_t(u32, atomic_read(&map->owner->used), map->size);
}

#endif /* HISTRIG_MAP_H */
