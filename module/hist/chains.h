/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Chains: the table of a hist map from which triggers can remove (forget)
 * single entries.
 *
 * The table of map.h never removes a key, which makes its searches cheap. When
 * a trigger with forget() refers to a histogram, chains replace the tables of
 * the histogram's maps for good. Indexes, sums and variables stay where they
 * are.
 *
 * Each hash value has a chain of the indexes whose keys have that value: @heads
 * contains the first index of each chain, and @next the index that follows each
 * index. Each index has a state, which is one word. While no other hit can see
 * the index, the hit that owns it simply writes the state; afterwards, hits
 * change it by compare-and-swap:
 *
 *	free -> new -> alive -> dead -> free
 *
 *	free	in the map's list of free indexes, or never used
 *	new	one hit owns it and is inserting its key
 *	alive	an entry of the map
 *	dead	forgotten, but hits still count in it or reclaim it
 *
 * forget() may find an index that is new, and then makes it dead.
 *
 * The state also contains the number of pins and the generation, which counts
 * the keys that the index has had.
 *
 * Pins. A hit pins an entry before it counts there and unpins it at its end. A
 * dead entry cannot be pinned. forget() makes an entry dead. The hit that drops
 * its last pin reclaims it: resets sums, variables and buckets, takes the index
 * out of its chain and frees the index. So while a hit has a pin, the key, sums
 * and variables at the index are of one generation. A hit that races with
 * forget() counts in the old generation, whose counts are lost, or in a new
 * one, but never under another key. Readers also pin the entries that they
 * copy.
 *
 * Every insertion and removal changes the version in the chain's head. A search
 * reads the head, walks the chain and, if it did not find the key, reads the
 * head again. If an index on the way was freed and put into another chain, the
 * version has changed, and the search starts again. A hit inserts a key before
 * the first index by a compare-and-swap of the head that its search read, which
 * fails if another hit has inserted a key since.
 *
 * A search that meets a new index in its chain makes it alive, or dead if it
 * forgets; the version proves that the index is in this chain. So no hit depends
 * on a hit that it interrupts.
 *
 * An entry that is alone in its chain is reclaimed by a compare-and-swap of the
 * head: its link is 0, and only the removal of a next index changes a link. To
 * reclaim any other entry, a hit marks the link in @next of the entry's index;
 * a marked link never changes. Any hit that meets a marked link while it
 * reclaims takes that index out of the chain, by a compare-and-swap of the link
 * or head before it. The hit that succeeds frees the index. Each link also
 * contains the generation of its index, and the hit checks the version after it
 * has read the link. A link that is 0 is never changed. So the compare-and-swap
 * succeeds only while the link belongs to an unmarked index of this chain. A
 * hit that is interrupted anywhere keeps at most one index from being used.
 *
 * Memory ordering:
 * - chains_publish() is a full barrier. It pairs with the smp_load_acquire() of
 *   the head and the address dependencies of links, so a search that finds an
 *   index sees its state, its key and the name of the task that made the entry.
 * - The key of a new entry is written before its state (smp_store_release()),
 *   and take_entry() reads the state (smp_load_acquire()) before the key. The
 *   compare-and-swap of take_entry() fails if the generation has changed in
 *   between.
 * - chains_unlink() changes a link, then the version (chains_unlink_lone():
 *   both at once), and then frees the index, with full barriers.
 *   chains_search() and unlink_marked() read links (smp_load_acquire()) and
 *   then the head again. If they followed a link of a later generation, they
 *   see the new version.
 * - Each unpin is a full barrier. So the hit that drops the last pin sees all
 *   counts of others, and the next generation starts with zeros.
 *
 * A compare-and-swap fails only because another hit made progress, and searches
 * are bounded, so no hit waits. A hit whose search was disturbed
 * HIST_CHAIN_TRIES times is dropped. If the search of a forget() was disturbed so
 * often, the hit counts a lost action.
 *
 * In a map with chains, all CPUs add to the same sums, since hits write to the
 * entry's state anyway. So the hit that reclaims an entry need not visit the
 * sums of each CPU.
 *
 * A CPU keeps some of the indexes that it frees, for entries that it makes later. So CPUs that make
 * and forget entries in turn share no list. The indexes that CPUs keep are still counted in the
 * map's @used. Once the map seems full, CPUs keep no more, and hits take what other CPUs keep.
 *
 * A sketch of such a map has chains as well. Each entry has a list of its
 * buckets, which are forgotten when the entry is reclaimed. A hit frees at most
 * BURY_MAX (hot/chains.c) of them and leaves the rest to a worker; the index of
 * the entry can be reused once the worker has freed them. A hit's pin on an
 * entry also keeps the entry's buckets.
 *
 * Two maps with the same entries (hist_map_init_second()) have the same chains.
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

/* Maximum number of times that a search starts again because its chain has changed. */
#define HIST_CHAIN_TRIES	1000

/*
 * The state of an index, from bit 0 upwards: the number of pins, a bit for new, a
 * bit for alive, and the generation. A dead or free index has neither bit.
 */
#define HIST_STATE_PINS		(BIT_ULL(20) - 1)
#define HIST_STATE_NEW		BIT_ULL(20)
#define HIST_STATE_ALIVE	BIT_ULL(21)
#define HIST_STATE_GENERATION	BIT_ULL(22)

/* A link, in heads and in words of @next: an index plus 1, or 0 at the end of the chain. */
#define HIST_LINK		(BIT_ULL(24) - 1)
/* Above the link, a head contains the version. */
#define HIST_HEAD_VERSION	BIT_ULL(24)
/* Above the link, a word of @next contains a mark and the generation. */
#define HIST_NEXT_MARKED	BIT_ULL(24)
#define HIST_NEXT_GENERATION	BIT_ULL(25)

/*
 * The free indexes that a CPU keeps, a list as @free_indexes of struct hist_map: the link to the
 * first one, the number of indexes, and the version.
 */
#define HIST_SPARE		BIT_ULL(24)
#define HIST_SPARES		(0xff * HIST_SPARE)
#define HIST_SPARES_VERSION	BIT_ULL(32)

/*
 * @spares_state of struct hist_chains. Its low bits, HIST_SPARES_PHASE, are the phase, which
 * begins again when the map is made or cleared:
 *	HIST_SPARES_KEPT	CPUs keep the indexes that they free
 *	HIST_SPARES_TAKEN	the map seemed full: hits take the indexes that CPUs keep
 *	HIST_SPARES_GONE	all were taken: CPUs keep no more
 * Above the phase, in units of HIST_SPARES_CLEARED, is how often the map was cleared.
 */
#define HIST_SPARES_KEPT	0
#define HIST_SPARES_TAKEN	1
#define HIST_SPARES_GONE	2
#define HIST_SPARES_PHASE	3
#define HIST_SPARES_CLEARED	4

/*
 * What searches return in place of an index, in this order: no entry has the key;
 * the search was given up; the key is new, but @ready of struct hist_chains is not
 * set.
 */
#define HIST_CHAIN_NONE		(-1)
#define HIST_CHAIN_RETRY_LIMIT	(-2)
#define HIST_CHAIN_ARMING	(-3)

/**
 * struct hist_chains - the chains of a map, or of two maps with the same
 * entries
 * @heads: the first index of each chain
 * @next: for each index in a chain the link to the next one
 * @states: the state of each index
 * @homes: for each index the number of its chain
 * @keys: for each index its key; the same memory as @cells of the map if that
 *	has cells
 * @key_words: number of words of a key in @keys
 * @ready: whether hits use the chains; until it is set, they search the map's
 *	table, and insert nothing
 * @spares_state: HIST_SPARES_KEPT, HIST_SPARES_TAKEN or HIST_SPARES_GONE, and how often the map
 *	was cleared
 * @spares: the free indexes that each CPU keeps
 * @most_spares: HIST_SPARE times the maximum number of indexes that a CPU keeps
 * @second: the other map with the same entries, or NULL
 * @nr_sketches: number of sketches that each map has
 * @buckets: if the map is a sketch, for each entry of the histogram 1 plus the
 *	index of the entry's first bucket, or 0 if it has no bucket
 * @siblings: if the map is a sketch, for each bucket 1 plus the index of the
 *	next bucket of the same entry, or 0 for the last one
 * @map: the map that owns the entries
 * @graves: list of dead entries that hits have left to @work: 1 plus the index
 *	of the first one, or 0; the others follow in @links of the map
 * @irq_work: starts @work
 * @work: reclaims the entries in the list @graves
 */
struct hist_chains {
	u64 *heads;
	u64 *next;
	u64 *states;
	u32 *homes;
	u64 *keys;
	u32 key_words;
	bool ready;
	u32 spares_state;
	u64 __percpu *spares;
	u64 most_spares;
	struct hist_map *second;
	unsigned int nr_sketches;
	u32 *buckets;
	u32 *siblings;
	struct hist_map *map;
	u32 graves;
	struct irq_work irq_work;
	struct work_struct work;
};

static __always_inline u64 *hist_chains_key(const struct hist_chains *chains,
					    u32 index)
{
	return chains->keys + (size_t)index * chains->key_words;
}

#endif /* HISTRIG_CHAINS_H */
