/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Chains: the table of a hist map whose entries can be forgotten.
 *
 * The table of map.h never removes a key, which makes its searches cheap. When a
 * trigger with forget() refers to a histogram, the histogram's maps get chains
 * in its place, for good: only such maps pay for removing. Indexes, sums and
 * variables stay where they are.
 *
 * A hash value has a chain, a list of the indexes whose keys have that value:
 * @heads has the first index of each chain, and @next the index that follows. An
 * index has a state, one word; once others can see the index, it is changed by
 * compare-and-swap only:
 *
 *	free -> new -> alive -> dead -> free
 *
 *	free	in the map's list of free indexes, or never used
 *	new	one hit owns it and is inserting its key
 *	alive	an entry of the map
 *	dead	forgotten, but some hits still count in it; or being buried
 *
 * Beside that, the state has the number of pins and the number of the
 * generation: how often the index has had a key.
 *
 * Pins. A hit that finds an entry pins it before it counts there and unpins it at
 * its end. Only an entry that is alive can be pinned. forget() makes it dead; the
 * hit that drops the last pin of a dead entry buries the entry: it resets sums,
 * variables and buckets for the next generation, takes the index out of its
 * chain and frees it. So while a hit has a pin, the key, the sums and the
 * variables at the index are those of one generation, and a hit that races with
 * forget() either pins the old generation, whose counts go away with it, or
 * does not find it and begins a new generation of the key. It never counts
 * under another key. Readers pin the entries that they copy, too.
 *
 * The version in a chain's head changes with everything that changes the chain: a
 * key is inserted, or an index is taken out. A search reads the head, walks the
 * chain and, if it did not find the key, reads the head again. An index on its way
 * may have been freed and may be in another chain by now; then the version has
 * changed, and the search begins again. A key is inserted before the first index
 * by a compare-and-swap of the head that the search has read. This succeeds only
 * if nobody else has inserted the key since.
 *
 * An index that is new and in its chain is as good as alive: a search that meets
 * it makes it alive. Whether it is in the chain is known from the version, too. So
 * no hit depends on the one that it has interrupted.
 *
 * To reclaim an entry, a hit marks its link, which nobody changes from then on.
 * Any hit that meets a marked link while it reclaims takes the index out of the
 * chain, by a compare-and-swap of the link or head before it; the one that
 * succeeds frees the index. The link has the number of the generation, too, and
 * the hit has seen that the version was the same after it had read the link. So
 * the link is of an index that is in the chain and not marked, and the
 * compare-and-swap fails if it is so no longer. A hit that is interrupted
 * anywhere keeps others from using one index at most.
 *
 * Memory ordering:
 * - chains_publish() of a key is a full barrier. It pairs with the
 *   smp_load_acquire() of the head, and the address dependencies of links: a
 *   search that finds an index sees its state, its key and the name of its
 *   task.
 * - The key of a new entry is written before its state (smp_store_release()), and
 *   take_pin() reads the state (smp_load_acquire()) before the key. Its
 *   compare-and-swap fails if the generation has changed in between.
 * - chains_unlink() changes a link, then the version, and then frees the index,
 *   with full barriers. chains_search() and unlink_marked() read links
 *   (smp_load_acquire()) and then the head again. So if they followed a link of
 *   a later generation, they see the new version.
 * - Each unpin is a full barrier. So the hit that drops the last pin sees what all
 *   others have counted, and the next generation begins with zeros.
 *
 * A compare-and-swap fails only because another hit went ahead, and searches are
 * bounded, so no hit waits. A hit whose search was disturbed
 * HIST_CHAIN_TRIES times is dropped; a forget() counts as a lost action.
 *
 * All CPUs add to the sums that they share, not to sums of their own, since hits
 * write to the state of an entry anyhow. Then burying need not look at each CPU.
 *
 * A sketch of such a map has chains, too. Each entry has a list of its buckets,
 * which are forgotten when the entry is buried. If there are many, the hit leaves
 * the rest to a worker, since no hit may take that long; the index is used again
 * once the worker has freed them. While a hit has a pin of an entry,
 * none of the entry's buckets goes.
 *
 * Of two maps that have the same entries, one for takes, both have the same chains.
 */
#ifndef HISTRIG_CHAINS_H
#define HISTRIG_CHAINS_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/irq_work.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "map.h"

struct hist_program;

/* How often a search begins again, because its chain has changed. */
#define HIST_CHAIN_TRIES	1000

/*
 * The state of an index: pins, one of the bits, or none of them, and the
 * generation.
 */
#define HIST_STATE_PINS		(BIT_ULL(20) - 1)
#define HIST_STATE_NEW		BIT_ULL(20)
#define HIST_STATE_ALIVE	BIT_ULL(21)
#define HIST_STATE_GENERATION		BIT_ULL(22)

/* A link, in heads and in words of @next: an index plus 1, or 0. */
#define HIST_LINK		(BIT_ULL(24) - 1)
/* Above it, a head has the version. */
#define HIST_HEAD_VERSION	BIT_ULL(24)
/* Above it, a word of @next has a mark and the generation. */
#define HIST_NEXT_MARKED	BIT_ULL(24)
#define HIST_NEXT_GENERATION		BIT_ULL(25)

/* What searches return instead of an index. */
#define HIST_CHAIN_NONE		(-1)
#define HIST_CHAIN_RETRY_LIMIT		(-2)
#define HIST_CHAIN_ARMING	(-3)

/**
 * struct hist_chains - the chains of a map, or of two maps with the same entries
 * @heads: the first index of each chain
 * @next: for each index in a chain the link to the next one
 * @states: the state of each index
 * @homes: for each index the number of its chain
 * @keys: for each index its key; the map's cells if it has any
 * @key_words: number of words of a key in @keys
 * @ready: hits use the chains; before that, they search the map's table, and
 *	insert nothing
 * @second: the other map with the same entries, or NULL
 * @nr_sketches: number of sketches that each map has
 * @buckets: if the map is a sketch, for each entry that it describes the index of
 *	the first bucket plus 1, or 0
 * @siblings: if the map is a sketch, for each bucket the next one of its entry
 *	plus 1, or 0
 * @map: the map, which owns its entries
 * @graves: the first index that a worker has to reclaim plus 1, or 0; the
 *	others follow in the links of the map
 * @irq_work: starts the worker
 * @work: the worker
 */
struct hist_chains {
	u64 *heads;
	u64 *next;
	u64 *states;
	u32 *homes;
	u64 *keys;
	u32 key_words;
	bool ready;
	struct hist_map *second;
	unsigned int nr_sketches;
	u32 *buckets;
	u32 *siblings;
	struct hist_map *map;
	u32 graves;
	struct irq_work irq_work;
	struct work_struct work;
};

/* hist_chains_key() - the key of an index */
static __always_inline u64 *hist_chains_key(const struct hist_chains *chains,
					    u32 index)
{
	return chains->keys + (size_t)index * chains->key_words;
}

#endif /* HISTRIG_CHAINS_H */
