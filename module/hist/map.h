/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hist map: shared keys, private sums.
 *
 * One table of keys serves all CPUs: open addressing with linear probing,
 * twice as many slots as entries are allowed, so that a search always meets
 * an empty slot. Entries never move and go only when the whole map is
 * cleared. A key owns an index; its sums lie at that index in an array of
 * each CPU, which only that CPU writes, with one instruction that neither an
 * interrupt nor an NMI can part. So CPUs that hit the same key share
 * read-only lines, and readers add the CPUs up.
 *
 * Keys of one word stand in the table themselves, and the slot is the index:
 * one compare-and-swap of the key is all of an insertion, and there is no
 * moment at which an entry is half there. 0 marks an empty slot, therefore
 * keys are stored mixed with a constant, and the one key that comes out as 0
 * has a slot of its own behind the table.
 *
 * Longer keys stand in cells, which are handed out by a counter. A hit that
 * inserts writes its key into a cell of its own first and then publishes
 * {hash, cell} by compare-and-swap, so whoever finds the cell finds the whole
 * key. Two that insert the same key at once (on two CPUs, or in an interrupt
 * on one) may both take a cell; the loser's waits for the next insertion.
 *
 * Everything is allocated when the map is made. A hit never allocates, waits
 * or fails in another way than by counting itself as dropped.
 *
 * Who may do what: hist_map_find_*() and hist_map_add() from any context,
 * without preemption; all others from process context, one at a time (the
 * caller holds event_mutex). hist_map_clear() and hist_map_destroy() want no
 * hit to be running.
 */
#ifndef HISTRIG_MAP_H
#define HISTRIG_MAP_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/types.h>

#include <asm/local.h>

/**
 * struct hist_map_cpu - one CPU's part of a map
 * @sums: nr_sums sums for each index
 * @dropped: hits that found no entry
 */
struct hist_map_cpu {
	local_t *sums;
	local_t dropped;
};

/**
 * struct hist_map - a hist map
 * @slots: the table, see above
 * @shift: 64 less the binary logarithm of the number of slots
 * @mask: number of slots less one
 * @key_words: words of a cell, 0 when keys stand in the table
 * @nr_sums: sums of an entry
 * @cpu: each CPU's part
 * @size: entries allowed
 * @used: entries there are, or are being made
 * @cells: the keys that do not stand in the table
 * @nr_cells: how many
 * @next_cell: the first one never handed out
 * @free_cells: first of the cells that were handed out in vain, plus 1, or 0;
 *	above it how often it changed
 * @nr_indexes: indexes there can be
 * @comms: for each index the name of the task that made it, or NULL
 * @vars: for each index the variables, see hist_map_vars(), or NULL
 * @nr_vars: words of them
 * @texts: for each index the texts and stacks that variables hold, or NULL
 * @nr_texts: how many of them
 */
struct hist_map {
	u64 *slots;
	u32 shift;
	u32 mask;
	u32 key_words;
	u32 nr_sums;
	struct hist_map_cpu __percpu *cpu;
	u32 size;
	atomic_t used;
	u64 *cells;
	u32 nr_cells;
	atomic_t next_cell;
	atomic64_t free_cells;
	u32 nr_indexes;
	char (*comms)[TASK_COMM_LEN];
	u64 *vars;
	u32 nr_vars;
	u64 *texts;
	u32 nr_texts;
};

/* Words of a text or stack; the last byte of a text is always 0. */
#define HIST_MAP_TEXT_WORDS	32

/* Words in front of the variables of an entry. */
#define HIST_MAP_VARS_HEAD	2

/* What is added to the first of them when variables are set. */
#define HIST_MAP_SET_STEP	BIT_ULL(16)

/* What a slot holds instead of a key: the key mixed with this. */
#define HIST_MAP_MIX	0x9e3779b97f4a7c15ULL

/**
 * hist_map_init() - make a map
 * @map: the map, zeroed
 * @bits: binary logarithm of the number of entries
 * @key_words: words of the longest key; 0 for keys of one number, which then
 *	stand in the table
 * @nr_sums: sums of an entry
 * @comms: keep the name of the task that makes an entry
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM with nothing allocated.
 */
int hist_map_init(struct hist_map *map, unsigned int bits,
		  unsigned int key_words, unsigned int nr_sums, bool comms);

/**
 * hist_map_add_vars() - let the entries of a map have variables
 * @map: the map, fresh
 * @nr_vars: variables of an entry
 * @nr_texts: texts and stacks of an entry
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM; hist_map_destroy() is the caller's.
 */
int hist_map_add_vars(struct hist_map *map, unsigned int nr_vars,
		      unsigned int nr_texts);

/* hist_map_destroy() - free what hist_map_init() allocated */
void hist_map_destroy(struct hist_map *map);

/* hist_map_clear() - back to what hist_map_init() made */
void hist_map_clear(struct hist_map *map);

/**
 * hist_map_insert_word() - the part of hist_map_find_word() after a miss
 * @map: the map
 * @stored: the mixed key
 * @slot: the empty slot that ended the search
 *
 * Return: the index, or -1 when the hit has to be dropped.
 */
long hist_map_insert_word(struct hist_map *map, u64 stored, u32 slot);

/* hist_map_insert_pair() - the part of hist_map_find_pair() after a miss */
long hist_map_insert_pair(struct hist_map *map, u64 first, u64 second);

/* hist_map_insert_three() - the part of hist_map_find_three() after a miss */
long hist_map_insert_three(struct hist_map *map, u64 first, u64 second,
			   u64 third);

/**
 * hist_map_find() - index of a key of several words, inserted if need be
 * @map: the map
 * @key: the key
 * @words: its length
 *
 * Of two different keys neither may be the beginning of the other.
 *
 * Return: the index, or -1 when the hit has to be dropped.
 */
long hist_map_find(struct hist_map *map, const u64 *key, unsigned int words);

/**
 * hist_map_peek() - index of a key, not inserted if it is not there
 * @map: the map, not of one-word keys
 * @key: the key, of the map's own kind
 * @words: its length
 *
 * Return: the index, or -1.
 */
long hist_map_peek(struct hist_map *map, const u64 *key, unsigned int words);

/**
 * hist_map_vars() - the variables of an entry
 *
 * A word of which bit I says that variable I is set, and whose upper part counts
 * how often any was; a word for who guards several of them; then the variables.
 * All CPUs write them.
 */
static __always_inline u64 *hist_map_vars(const struct hist_map *map,
					  long index)
{
	return map->vars + (size_t)index * map->nr_vars;
}

/* hist_map_text() - the text or stack @i of an entry */
static __always_inline u64 *hist_map_text(const struct hist_map *map,
					  long index, unsigned int i)
{
	return map->texts + ((size_t)index * map->nr_texts + i) *
			    HIST_MAP_TEXT_WORDS;
}

/* hist_map_slot() - where the search for a key of one word starts */
static __always_inline u32 hist_map_slot(const struct hist_map *map, u64 key)
{
	return (key * HIST_MAP_MIX) >> map->shift;
}

/* Goes to the slot that has a key, or to the empty one that ends the search. */
static __always_inline bool hist_map_search_word(const struct hist_map *map,
						 u64 stored, u32 *slot)
{
	u64 found;

	for (;;) {
		found = READ_ONCE(map->slots[*slot]);
		if (likely(found == stored) && likely(found))
			return true;
		if (!found)
			return false;
		*slot = (*slot + 1) & map->mask;
	}
}

/**
 * hist_map_find_word() - index of a key of one word, inserted if need be
 *
 * Return: the index, or -1 when the hit has to be dropped.
 */
static __always_inline long hist_map_find_word(struct hist_map *map, u64 key)
{
	u64 stored = key ^ HIST_MAP_MIX;
	u32 slot = hist_map_slot(map, key);

	if (likely(hist_map_search_word(map, stored, &slot)))
		return slot;
	return hist_map_insert_word(map, stored, slot);
}

/**
 * hist_map_peek_word() - hist_map_peek() for a map of one-word keys
 *
 * Return: the index, or -1.
 */
static __always_inline long hist_map_peek_word(struct hist_map *map, u64 key)
{
	u64 stored = key ^ HIST_MAP_MIX;
	u32 slot = hist_map_slot(map, key);

	if (likely(hist_map_search_word(map, stored, &slot)))
		return slot;
	/* The key that mixes to 0 has a slot of its own. */
	if (!stored && READ_ONCE(map->slots[map->mask + 1]))
		return map->mask + 1L;
	return -1;
}

/* One step of the hash of a key of several words. */
static __always_inline u64 hist_map_hash(u64 hash, u64 word)
{
	return (rol64(hash, 27) ^ word) * HIST_MAP_MIX;
}

/* What a slot holds: the lower half of the hash, never 0, above the cell. */
static __always_inline u32 hist_map_tag(u64 hash)
{
	return (u32)hash | 1;
}

static __always_inline u64 *hist_map_cell(const struct hist_map *map, u32 cell)
{
	return map->cells + (size_t)cell * map->key_words;
}

/**
 * hist_map_find_pair() - hist_map_find() for a map whose keys have two words
 *
 * Return: the index, or -1 when the hit has to be dropped.
 */
static __always_inline long hist_map_find_pair(struct hist_map *map, u64 first,
					       u64 second)
{
	u64 hash = hist_map_hash(hist_map_hash(0, first), second), found;
	u32 slot = hash >> map->shift;
	u64 *cell;

	for (;;) {
		found = READ_ONCE(map->slots[slot]);
		if (unlikely(!found))
			return hist_map_insert_pair(map, first, second);
		cell = map->cells + 2 * (u64)(u32)found;
		if (likely(cell[0] == first && cell[1] == second))
			return (u32)found;
		slot = (slot + 1) & map->mask;
	}
}

/**
 * hist_map_find_three() - hist_map_find() for a map whose keys have three words
 *
 * Return: the index, or -1 when the hit has to be dropped.
 */
static __always_inline long hist_map_find_three(struct hist_map *map, u64 first,
						u64 second, u64 third)
{
	u64 hash, found, *cell;
	u32 slot;

	hash = hist_map_hash(hist_map_hash(hist_map_hash(0, first), second),
			     third);
	slot = hash >> map->shift;
	for (;;) {
		found = READ_ONCE(map->slots[slot]);
		if (unlikely(!found))
			return hist_map_insert_three(map, first, second, third);
		cell = map->cells + 3 * (u64)(u32)found;
		if (likely(cell[0] == first && cell[1] == second &&
			   cell[2] == third))
			return (u32)found;
		slot = (slot + 1) & map->mask;
	}
}

/**
 * hist_map_sums() - the calling CPU's sums of an entry
 * @index: as hist_map_find_*() gave it
 */
static __always_inline local_t *hist_map_sums(struct hist_map *map, long index)
{
	return this_cpu_read(map->cpu->sums) + index * map->nr_sums;
}

/* hist_map_drop() - count a hit that found no entry */
static __always_inline void hist_map_drop(struct hist_map *map)
{
	local_inc(&this_cpu_ptr(map->cpu)->dropped);
}

/**
 * hist_map_next() - walk the entries
 * @map: the map
 * @pos: where to go on, 0 at first
 * @key: set to the key; for a map of one-word keys to @word
 * @word: room for one word
 *
 * Entries that are made meanwhile may or may not be seen.
 *
 * Return: the index, or -1 after the last.
 */
long hist_map_next(struct hist_map *map, u32 *pos, const u64 **key, u64 *word);

/* hist_map_entries() - how many entries there are, or are being made */
static inline u32 hist_map_entries(const struct hist_map *map)
{
	return min_t(u32, atomic_read(&map->used), map->size);
}

/* hist_map_sum() - sum @i of an entry over all CPUs */
u64 hist_map_sum(struct hist_map *map, long index, unsigned int i);

/* hist_map_dropped() - hits dropped on all CPUs */
u64 hist_map_dropped(struct hist_map *map);

#endif /* HISTRIG_MAP_H */
