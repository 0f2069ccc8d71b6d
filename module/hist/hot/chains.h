/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits use the chains of a map, see ../chains.h.
 *
 * All functions work on maps with chains; @map may be either of two maps with the
 * same entries.
 *
 * Context of all: any, NMI too, preemption off.
 */
#ifndef HISTRIG_HOT_CHAINS_H
#define HISTRIG_HOT_CHAINS_H

#include "../chains.h"
#include "search.h"

/* hist_chains_home() - the number of the chain that has a key */
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
 * @made: set to true if this hit has inserted the key, else left alone
 *
 * Return: the index, or a negative number when the hit has to be dropped.
 */
long hist_chains_find(struct hist_map *map, const u64 *key, unsigned int words,
		      bool *made);

/**
 * hist_chains_peek() - find a key, and pin its entry
 * @map: the map
 * @key: the key
 * @words: its length in words
 *
 * Return: the index, HIST_CHAIN_NONE if the map does not have the key, or
 * HIST_CHAIN_RETRY_LIMIT if the search was given up.
 */
long hist_chains_peek(struct hist_map *map, const u64 *key, unsigned int words);

/**
 * hist_chains_pin() - pin an entry whose index is known
 * @map: the map
 * @index: any index
 *
 * Return: false if the index is not an entry now.
 */
bool hist_chains_pin(struct hist_map *map, u32 index);

/**
 * hist_chains_unpin() - undo hist_chains_find(), _peek() or _pin()
 * @map: the map
 * @index: the index
 */
void hist_chains_unpin(struct hist_map *map, u32 index);

/**
 * hist_chains_forget() - remove an entry from the map
 * @map: the map
 * @index: an index; not necessarily pinned, or an entry
 *
 * Its memory is used again when nobody pins it.
 */
void hist_chains_forget(struct hist_map *map, u32 index);

/**
 * hist_chains_add_bucket() - note that an entry has one more bucket
 * @sketch: a sketch of the map
 * @index: index of the entry in the map; the caller pins it
 * @bucket: index of the bucket in @sketch; the caller has inserted it
 */
void hist_chains_add_bucket(struct hist_map *sketch, u32 index, u32 bucket);

/**
 * hist_chains_forget_buckets() - forget buckets of an entry
 * @sketch: a sketch of the map
 * @index: index of the entry in the map; no hit adds buckets to @sketch for it
 * @budget: how many to forget at most; set to what is left of it
 *
 * Return: false if there are more.
 */
bool hist_chains_forget_buckets(struct hist_map *sketch, u32 index,
				unsigned int *budget);

/**
 * hist_chains_reclaim() - free a dead entry's buckets and index, in bounded
 * time
 * @map: the map
 * @index: the entry's index; nobody pins it, and nobody else buries it
 *
 * Return: false if there are more buckets to free; call it again then.
 */
bool hist_chains_reclaim(struct hist_map *map, u32 index);

#endif /* HISTRIG_HOT_CHAINS_H */
