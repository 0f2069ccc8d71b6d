/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits search a map and count in it, see ../map.h.
 *
 * The searches are inlined into the functions that count hits. The length of a
 * key is a constant there, so the compiler keeps the key in registers. A search
 * that does not find the key passes the slot or the hash to map.c.
 *
 * Context of all functions: any, NMI too, preemption off.
 */
#ifndef HISTRIG_SEARCH_H
#define HISTRIG_SEARCH_H

#include <linux/bitops.h>
#include <linux/compiler.h>

#include "../../compat/order.h"
#include "../map.h"
#include "sums.h"

/**
 * hist_map_insert_word() - insert a key of one word if it is missing
 * @map: the map
 * @stored: the key as it is stored
 * @slot: the slot that ended the search; it may already contain the key, and
 *	even the key's index
 *
 * Return: the index, or -1 if the hit has to be dropped.
 */
long hist_map_insert_word(struct hist_map *map, u64 stored, u64 slot);

/* hist_map_find_on() - hist_map_find() for a key whose hash is known */
long hist_map_find_on(struct hist_map *map, const u64 *key, unsigned int words,
		      u64 hash);

/**
 * hist_map_find() - find a key of several words, or insert it
 * @map: the map
 * @key: the key
 * @words: its length in words; no key of the map may begin with another key
 *
 * Return: the index, or -1 if the hit has to be dropped.
 */
long hist_map_find(struct hist_map *map, const u64 *key, unsigned int words);

/* hist_map_peek() - hist_map_find() without inserting the key */
long hist_map_peek(const struct hist_map *map, const u64 *key,
		   unsigned int words);

/* hist_map_slot() - the slot where the search for a key of one word starts */
static __always_inline u64 hist_map_slot(const struct hist_map *map, u64 key)
{
	return (key * map->mix) >> map->shift;
}

/*
 * Searches for @stored, which is not 0, from @slot on. Sets @slot to the slot
 * that contains the key, and returns true, or to the slot that ended the
 * search.
 */
static __always_inline bool hist_map_search_word(const struct hist_map *map,
						 u64 stored, u64 *slot)
{
	u64 found = READ_ONCE(map->words[*slot].key);
	unsigned int probes;

	if (likely(found == stored))
		return true;
	for (probes = 1; found && probes < HIST_MAP_PROBES; probes++) {
		/* READ_ONCE() saves hist_hit() a register for the mask. */
		*slot = (*slot + 1) & READ_ONCE(map->mask);
		found = READ_ONCE(map->words[*slot].key);
		if (found == stored)
			return true;
	}
	return false;
}

/* hist_map_find_word() - find or insert a key of one word; index or -1 */
static __always_inline long hist_map_find_word(struct hist_map *map, u64 key)
{
	u64 stored = key ^ map->mix;
	u64 slot = hist_map_slot(map, key);
	u32 index;

	if (likely(stored) && likely(hist_map_search_word(map, stored, &slot))) {
		index = READ_ONCE(map->words[slot].index);
		if (likely(index != HIST_MAP_NONE))
			return index;
	}
	return hist_map_insert_word(map, stored, slot);
}

/* hist_map_peek_word() - find a key of one word; returns its index or -1 */
static __always_inline long hist_map_peek_word(const struct hist_map *map,
					       u64 key)
{
	u64 stored = key ^ map->mix;
	u64 slot = hist_map_slot(map, key);

	/* The casts turn HIST_MAP_NONE into -1. */
	if (unlikely(!stored))
		return (s32)READ_ONCE(map->owner->zero.index);
	if (unlikely(!hist_map_search_word(map, stored, &slot)))
		return -1;
	return (s32)READ_ONCE(map->words[slot].index);
}

/*
 * Compares keys of two and three words without a loop, since some compilers do
 * not unroll it.
 */
static __always_inline bool hist_map_same_key(const u64 *a, const u64 *b,
					      const unsigned int words)
{
	unsigned int i;

	if (__builtin_constant_p(words) && words == 2)
		return a[0] == b[0] && a[1] == b[1];
	if (__builtin_constant_p(words) && words == 3)
		return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
	for (i = 0; i < words; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

static __always_inline u64 hist_map_hash_word(const struct hist_map *map,
					      u64 hash, u64 word)
{
	return (rol64(hash, 27) ^ word) * map->mix;
}

static __always_inline u64 hist_map_hash(const struct hist_map *map,
					 const u64 *key,
					 const unsigned int words)
{
	u64 hash = hist_map_hash_word(map, 0, key[0]);
	unsigned int i;

	if (__builtin_constant_p(words) && words <= 3) {
		hash = hist_map_hash_word(map, hash, key[1]);
		return words == 2 ? hash :
				    hist_map_hash_word(map, hash, key[2]);
	}
	for (i = 1; i < words; i++)
		hash = hist_map_hash_word(map, hash, key[i]);
	return hash;
}

/* Returns the tag for a slot's upper half: 32 bits of @hash, but never 0. */
static __always_inline u32 hist_map_tag(u64 hash)
{
	return (u32)hash | 1;
}

/* Like hist_map_cell(), but cheaper if @words is a constant. */
static __always_inline const u64 *hist_map_cell_of(const struct hist_map *map,
						   u32 index,
						   const unsigned int words)
{
	return __builtin_constant_p(words) ? map->cells + words * (u64)index :
					     hist_map_cell(map, index);
}

/**
 * hist_map_probe() - look for a key in the first slot of a search
 * @map: a map whose keys all have @words words
 * @key: the key
 * @words: its length in words
 * @hash: its hash
 *
 * The first slot usually contains the key, so this compares the key in the cell
 * without comparing the tag first. For later slots, searches compare the tag
 * before the cell, since each cell is in another cache line.
 *
 * Return: the index, or -1 if the first slot does not contain the key.
 */
static __always_inline long hist_map_probe(const struct hist_map *map,
					   const u64 *key,
					   const unsigned int words, u64 hash)
{
	/* Pairs with map_publish(), so the key in the cell is complete. */
	u64 found = READ_DEPENDENT(map->slots[hash >> map->shift]);

	if (likely(found) &&
	    likely(hist_map_same_key(hist_map_cell_of(map, (u32)found, words),
				     key, words)))
		return (u32)found;
	return -1;
}

/* hist_map_lose() - count something that this hit has lost, see ../loss.h */
static __always_inline void hist_map_lose(struct hist_map *map,
					  enum hist_loss loss)
{
	local_inc(&this_cpu_ptr(map->sums.cpu)->lost[loss]);
}

static __always_inline void hist_map_drop(struct hist_map *map)
{
	hist_map_lose(map, HIST_LOST_HITS);
}

/* hist_map_lose_action() - count an action that a hit could not run */
static __always_inline void hist_map_lose_action(struct hist_map *map)
{
	hist_map_lose(map, HIST_LOST_ACTIONS);
}

#endif /* HISTRIG_SEARCH_H */
