/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits use the chains of a map, see ../chains.h. @map may be either of two
 * maps with the same entries.
 *
 * Context of all functions: any, NMI too, preemption off.
 */
#ifndef HISTRIG_HOT_CHAINS_H
#define HISTRIG_HOT_CHAINS_H

#include "../chains.h"
#include "search.h"

/*
 * hist_map_has_chains() - can entries of a map and of its sketches be forgotten?
 *
 * A map may get chains while a hit runs, so a hit asks only once.
 */
static __always_inline bool hist_map_has_chains(const struct hist_map *map)
{
	/* Pairs with hist_chains_publish(). */
	return smp_load_acquire(&map->owner->chains);
}

/* hist_chains_home() - the number of the chain that a key belongs to */
static inline u32 hist_chains_home(const struct hist_map *map, const u64 *key,
				   unsigned int words)
{
	return map->key_words ? hist_map_hash(map, key, words) >> map->shift :
				hist_map_slot(map, key[0]);
}

/**
 * hist_chains_find() - find a key, or insert it, and pin its entry
 * @map: the map
 * @key: the key
 * @words: its length in words
 * @made: set to true if this hit has inserted the key, else not changed
 *
 * Return: the index, or a negative number if the hit has to be dropped.
 */
long hist_chains_find(struct hist_map *map, const u64 *key, unsigned int words,
		      bool *made);

/* hist_chains_find_word() - hist_chains_find() for a map whose keys are words */
long hist_chains_find_word(struct hist_map *map, u64 key, bool *made);

/**
 * hist_chains_peek() - find a key and pin its entry
 * @map: the map
 * @key: the key
 * @words: its length in words
 *
 * Return: the index, HIST_CHAIN_NONE if the map does not contain the key, or
 * HIST_CHAIN_RETRY_LIMIT if the search was given up.
 */
long hist_chains_peek(struct hist_map *map, const u64 *key, unsigned int words);

/* hist_chains_drop() - count a hit as dropped, for which hist_chains_find() returned @found */
void hist_chains_drop(struct hist_map *map, long found);

/* hist_chains_pin() - pin the entry at @index; returns false if none is alive there */
bool hist_chains_pin(struct hist_map *map, u32 index);

/* hist_chains_unpin() - undo hist_chains_find(), _peek() or _pin() */
void hist_chains_unpin(struct hist_map *map, u32 index);

/*
 * hist_chains_forget() - remove the entry at @index, if there is any; the
 * caller need not pin it
 *
 * If hits have pinned the entry, the last one that unpins it reclaims it.
 */
void hist_chains_forget(struct hist_map *map, u32 index);

/**
 * hist_chains_forget_word() - find a key and remove its entry
 * @map: a map whose keys are words and whose chains are ready
 * @key: the key
 *
 * Return: 0, or a negative number like that of hist_chains_peek().
 */
long hist_chains_forget_word(struct hist_map *map, u64 key);

/**
 * hist_chains_add_bucket() - add a bucket to the list of an entry
 * @sketch: a sketch of the map
 * @index: index of the entry in the map; the caller pins it
 * @bucket: index of the bucket in @sketch; the caller has inserted it
 */
void hist_chains_add_bucket(struct hist_map *sketch, u32 index, u32 bucket);

/**
 * hist_chains_forget_buckets() - forget buckets of an entry
 * @sketch: a sketch of the map
 * @index: index of the entry in the map; no hit adds buckets to @sketch for it
 * @budget: maximum number of buckets to forget; decreased by those forgotten
 *
 * Return: false if the entry has more.
 */
bool hist_chains_forget_buckets(struct hist_map *sketch, u32 index,
				unsigned int *budget);

/**
 * hist_chains_reclaim() - free buckets of a dead entry, then its index
 * @map: the map
 * @index: the entry's index; it has no pins, and no other caller reclaims it
 *
 * Return: false if there are more buckets to free; call it again then.
 */
bool hist_chains_reclaim(struct hist_map *map, u32 index);

#endif /* HISTRIG_HOT_CHAINS_H */
