/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hist map: a hash table of keys for all CPUs, and sums for each CPU.
 *
 * The table uses open addressing with linear probing and has twice as many
 * slots as entries are allowed, so a search soon meets an empty slot. Entries
 * never move, and only clearing the whole map removes them; to forget single
 * entries, a map has chains instead of the table, see chains.h. A counter gives
 * each key an index, by which the entry's sums (sums.h), its variables and the
 * name of its task are stored.
 *
 * Keys of one word are stored in the table itself. A hit inserts a key with one
 * compare-and-swap and its index with a second one. A hit that finds a key
 * still without an index does not wait, but allocates an index and tries to
 * store that. Keys are stored XORed with the map's secret. 0 marks an empty
 * slot, so the key that would be stored as 0 has a separate slot.
 *
 * Longer keys are stored in cells, one for each index. A hit writes the key
 * into the cell of its index and then publishes {hash, index} by
 * compare-and-swap, so a search that finds the index finds the whole key.
 *
 * If two hits insert the same key at once, both may allocate an index. The
 * index of the hit that loses the race is put into a list for the next
 * insertion.
 *
 * Users can choose keys, for example the names of their tasks. If they could
 * predict the hash, they could fill one long cluster of slots, which every hit
 * would have to walk. So each map multiplies keys by a secret number, and a
 * search gives up after HIST_MAP_PROBES slots. The hit is then dropped, as if
 * the map were full.
 *
 * hist_map_init() and hist_map_add_vars() allocate all memory, except that
 * hist_chains_make() makes chains, and a worker longer arrays of sums (sums.h).
 * A hit never allocates or waits; if it cannot insert its key, it is counted as
 * dropped.
 *
 * A histogram may have two maps, so that the counts of one can be taken while
 * hits use the other; see hist_map_init_second(). If its entries have
 * variables, both maps share the table, entries and variables, but not the
 * sums.
 *
 * The functions of hot/search.h and hot/map.c may be called in any context, NMI
 * included, with preemption off. All others are called in process context with
 * event_mutex held. Callers of hist_map_clear() and hist_map_destroy() also
 * make sure that no hit is running.
 */
#ifndef HISTRIG_MAP_H
#define HISTRIG_MAP_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/types.h>

#include <asm/barrier.h>

#include "program.h"
#include "sums.h"

struct hist_chains;

/*
 * Guards protect several words that hits must change together.
 *
 * A guard is a try-lock for hits and a sequence counter for readers. A hit that
 * interrupts the holder gives up at once, any other hit after HIST_GUARD_TRIES
 * tries, so hits cannot deadlock. A hit without the guard skips its write.
 * Readers read again if a writer was active.
 */

/*
 * How often a hit tries to take a guard that another CPU holds, and how often a
 * reader reads again. A guard is held for less than a microsecond, unless the
 * host preempts the holder's virtual CPU. Hits must not wait for the host, since
 * they may hold a run-queue lock.
 */
#define HIST_GUARD_TRIES	200

/**
 * struct hist_guard - a guard
 * @owner: number of the holder's CPU plus 1, or 0 if no hit holds the guard
 * @seq: incremented on lock and unlock, so odd while a hit holds the guard
 */
struct hist_guard {
	unsigned int owner;
	unsigned int seq;
};

/* hist_guard_lock() - try to take a guard; false if not taken; any context, preemption off */
static __always_inline bool hist_guard_lock(struct hist_guard *guard)
{
	unsigned int me = raw_smp_processor_id() + 1, seen, tries;

	for (tries = 0; tries < HIST_GUARD_TRIES; tries++) {
		seen = READ_ONCE(guard->owner);
		if (!seen && !cmpxchg(&guard->owner, 0, me)) {
			WRITE_ONCE(guard->seq, guard->seq + 1);
			/*
			 * Pairs with the smp_rmb() of hist_guard_changed(), so
			 * readers that have seen a new word see the odd count.
			 */
			smp_wmb();
			return true;
		}
		if (seen == me)
			return false;
		cpu_relax();
	}
	return false;
}

static __always_inline void hist_guard_unlock(struct hist_guard *guard)
{
	/*
	 * Pairs with hist_guard_begin(), so readers that see the even count
	 * also see all new words.
	 */
	smp_store_release(&guard->seq, guard->seq + 1);
	/* Pairs with the cmpxchg() of the next holder. */
	smp_store_release(&guard->owner, 0);
}

/* hist_guard_begin() - begin to read; returns @seq for hist_guard_changed() */
static inline unsigned int hist_guard_begin(const struct hist_guard *guard)
{
	/* Pairs with hist_guard_unlock(). */
	return smp_load_acquire(&guard->seq);
}

/**
 * hist_guard_changed() - was a writer active since hist_guard_begin()?
 * @guard: the guard
 * @seq: the count that hist_guard_begin() returned
 *
 * Return: true if the reader may have got a mixture of old and new words and
 * must read again.
 */
static inline bool hist_guard_changed(const struct hist_guard *guard,
				      unsigned int seq)
{
	/* Pairs with the smp_wmb() of hist_guard_lock(). */
	smp_rmb();
	if (!(seq & 1) && READ_ONCE(guard->seq) == seq)
		return false;
	cpu_relax();
	return true;
}

/* Maximum number of slots that a search looks at. */
#define HIST_MAP_PROBES		1024

/* A hit that sets read-once variables adds this to hist_entry_vars.set. */
#define HIST_MAP_SET_STEP	BIT_ULL(16)

/* @index and @offset of a slot while they are not set. */
#define HIST_MAP_NONE		U32_MAX

/**
 * struct hist_slot - a slot for a key of one word
 * @key: the key as it is stored, or 0 if the slot is empty
 * @offset: hist_sums_offset() of @index, or HIST_MAP_NONE; set a moment after
 *	@index
 * @index: the key's index, or HIST_MAP_NONE
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

/* Number of words before the variables. */
#define HIST_ENTRY_VARS_HEAD	(sizeof(struct hist_entry_vars) / sizeof(u64))

static_assert(sizeof(struct hist_entry_vars) % sizeof(u64) == 0);

/**
 * struct hist_map - a hist map
 * @words: the table of keys of one word, or NULL
 * @zero: the slot of the key that would be stored as 0
 * @slots: the table of {hash, index} pairs of longer keys, or NULL
 * @mix: the secret that keys are hashed with, an odd number
 * @mask: number of slots minus one
 * @shift: 64 minus the binary logarithm of the number of slots
 * @key_words: number of words in a cell, 0 if keys are stored in the table
 * @sums: what hits have counted
 * @size: number of entries allowed
 * @used: number of entries that exist or are being made, with the free indexes that CPUs keep, see
 *	chains.h
 * @cells: for each index the key, if keys are not stored in the table
 * @nr_indexes: number of indexes
 * @next_index: the first index that was never handed out
 * @free_indexes: list of indexes to reuse: the first one plus 1, or 0, in the
 *	lower half, and a count of changes in the upper half
 * @links: for each index in that list the next one plus 1, or 0
 * @comms: for each index the name of the task that made the entry; NULL if the
 *	histogram does not need the names
 * @vars: for each index a struct hist_entry_vars; NULL without variables
 * @nr_vars: size of a struct hist_entry_vars with its variables, in words
 * @texts: for each index the strings and stacks of variables; NULL if there are
 *	none
 * @nr_texts: number of strings and stacks in an entry
 * @owner: the map that owns the table and the entries, usually this one; only
 *	the owner's @used, @next_index, @free_indexes and @zero are valid
 * @sketches: the buckets of each entry's values, or NULL; see sketch.h
 * @chains: replace the table if entries can be forgotten, else NULL; see
 *	chains.h
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
			    HIST_TEXT_WORDS;
}

static __always_inline u64 *hist_map_cell(const struct hist_map *map, u32 index)
{
	return map->cells + (size_t)index * map->key_words;
}

/* hist_map_used() - at least the number of entries that exist or are being made */
static inline u32 hist_map_used(const struct hist_map *map)
{
	return min_t(u32, atomic_read(&map->owner->used), map->size);
}

#endif /* HISTRIG_MAP_H */
