// SPDX-License-Identifier: GPL-2.0
/* Makes, clears, frees and walks hist maps, see ../map.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../compat/memory.h"
#include "../hot/chains.h"
#include "map.h"

/* Largest term of a continued fraction that spreads_evenly() accepts. */
#define SPREAD_TERM_MAX	3

/* Maximum number of hits at once on a CPU: in a task, softirq, interrupt and NMI. */
#define HITS_PER_CPU	4

static u32 nr_slots(const struct hist_map *map)
{
	return map->mask + 1;
}

static void clear_words(struct hist_map *map)
{
	const struct hist_slot empty = {
		.offset = HIST_MAP_NONE, .index = HIST_MAP_NONE,
	};
	u32 slot;

	for (slot = 0; slot < nr_slots(map); slot++)
		map->words[slot] = empty;
	map->zero = empty;
}

static int alloc_table(struct hist_map *map)
{
	if (map->key_words) {
		map->slots = memory_zalloc(nr_slots(map), sizeof(*map->slots));
		map->cells = memory_zalloc(map->nr_indexes,
					   map->key_words * sizeof(u64));
		return map->slots && map->cells ? 0 : -ENOMEM;
	}
	map->words = memory_alloc(nr_slots(map), sizeof(*map->words));
	if (!map->words)
		return -ENOMEM;
	clear_words(map);
	return 0;
}

/*
 * Keys are often consecutive numbers. Their products with @mix spread evenly over the
 * table if no term of the continued fraction of @mix / 2^64 is large. Checks only the
 * terms that matter for a table with 2^(64 - @shift) slots.
 */
static bool spreads_evenly(u64 mix, u32 shift)
{
	u64 a = U64_MAX, b = mix, rest;

	while (a >> shift) {
		if (!b || div64_u64_rem(a, b, &rest) > SPREAD_TERM_MAX)
			return false;
		a = b;
		b = rest;
	}
	return true;
}

/*
 * Returns a random odd number for @mix of struct hist_map. Needs about 180 tries for a map
 * of 2,048 entries, and 2,000 for one of 131,072 entries.
 */
static u64 choose_mix(u32 shift)
{
	u64 mix;

	do {
		get_random_bytes(&mix, sizeof(mix));
		mix |= 1;
	} while (!spreads_evenly(mix, shift));
	return mix;
}

int hist_map_init(struct hist_map *map, unsigned int bits,
		  unsigned int key_words, unsigned int nr_sums, bool comms)
{
	map->size = 1U << bits;
	map->mask = 2 * map->size - 1;
	map->shift = 64 - (bits + 1);
	map->mix = choose_mix(map->shift);
	map->key_words = key_words;
	map->owner = map;
	atomic_set(&map->used, 0);
	atomic_set(&map->next_index, 0);
	atomic64_set(&map->free_indexes, 0);

	/* More indexes than entries, because hits that lose a race hold some. */
	map->nr_indexes = map->size + HITS_PER_CPU * num_possible_cpus();
	map->links = hist_sums_rare(map->nr_indexes * sizeof(*map->links));
	if (!map->links || alloc_table(map))
		goto fail;
	if (comms) {
		map->comms = memory_zalloc(map->nr_indexes, TASK_COMM_LEN);
		if (!map->comms)
			goto fail;
	}
	if (!hist_sums_init(&map->sums, map->nr_indexes, nr_sums))
		return 0;
fail:
	hist_map_destroy(map);
	return -ENOMEM;
}

int hist_map_add_vars(struct hist_map *map, unsigned int nr_vars,
		      unsigned int nr_texts)
{
	size_t text_words = array_size(nr_texts, HIST_TEXT_WORDS);
	size_t words = nr_vars + HIST_ENTRY_VARS_HEAD + text_words;

	if (array3_size(map->nr_indexes, words, sizeof(u64)) / PAGE_SIZE >=
	    totalram_pages() / 4)
		return -ENOMEM;
	if (nr_vars) {
		map->nr_vars = nr_vars + HIST_ENTRY_VARS_HEAD;
		map->vars = memory_zalloc(map->nr_indexes,
					  map->nr_vars * sizeof(u64));
		if (!map->vars)
			return -ENOMEM;
	}
	if (nr_texts) {
		map->nr_texts = nr_texts;
		map->texts = memory_zalloc(map->nr_indexes,
					   text_words * sizeof(u64));
		if (!map->texts)
			return -ENOMEM;
	}
	return 0;
}

/* Makes a map with the entries of @map and separate sums. */
static int share_entries(struct hist_map *second, const struct hist_map *map)
{
	/* Do not copy the members that hits change: they are valid only in the owner. */
	*second = (struct hist_map){
		.words = map->words,
		.slots = map->slots,
		.mix = map->mix,
		.mask = map->mask,
		.shift = map->shift,
		.key_words = map->key_words,
		.size = map->size,
		.cells = map->cells,
		.nr_indexes = map->nr_indexes,
		.links = map->links,
		.comms = map->comms,
		.vars = map->vars,
		.nr_vars = map->nr_vars,
		.texts = map->texts,
		.nr_texts = map->nr_texts,
		.owner = map->owner,
	};
	if (!hist_sums_init(&second->sums, map->nr_indexes, map->sums.nr_sums))
		return 0;
	hist_map_destroy(second);
	return -ENOMEM;
}

int hist_map_init_second(struct hist_map *second, struct hist_map *map)
{
	int ret;

	if (map->vars || map->texts) {
		ret = share_entries(second, map);
	} else {
		ret = hist_map_init(second, ilog2(map->size), map->key_words,
				    map->sums.nr_sums, map->comms);
		second->mix = map->mix;
	}
	second->sums.greatest = map->sums.greatest;
	second->sums.wide = map->sums.wide;
	return ret;
}

void hist_map_destroy(struct hist_map *map)
{
	hist_sums_destroy(&map->sums);
	hist_chains_destroy(map);
	if (map->owner == map) {
		kvfree(map->texts);
		kvfree(map->vars);
		kvfree(map->comms);
		kvfree(map->cells);
		kvfree(map->slots);
		kvfree(map->words);
		kvfree(map->links);
	}
	map->texts = NULL;
	map->vars = NULL;
	map->comms = NULL;
	map->cells = NULL;
	map->slots = NULL;
	map->words = NULL;
	map->links = NULL;
}

static void clear_entries(struct hist_map *map)
{
	if (map->chains) {
		/* The buckets of a sketch are forgotten with the entries that they belong to. */
		if (!map->chains->buckets)
			hist_chains_clear(map);
		return;
	}
	if (map->words)
		clear_words(map);
	else
		memset(map->slots, 0, nr_slots(map) * sizeof(*map->slots));
	if (map->comms)
		memset(map->comms, 0, map->nr_indexes * TASK_COMM_LEN);
	if (map->vars)
		memset(map->vars, 0,
		       array3_size(map->nr_indexes, map->nr_vars, sizeof(u64)));
	if (map->texts)
		memset(map->texts, 0,
		       array3_size(map->nr_indexes, map->nr_texts,
				   HIST_TEXT_WORDS * sizeof(u64)));
	atomic_set(&map->used, 0);
	atomic_set(&map->next_index, 0);
	atomic64_set(&map->free_indexes, 0);
}

void hist_map_clear(struct hist_map *map)
{
	clear_entries(map->owner);
	hist_sums_clear(&map->sums);
}

void hist_map_reset(struct hist_map *map)
{
	if (!map->owner->vars && !map->owner->texts)
		clear_entries(map);
	hist_sums_clear(&map->sums);
}

/* Returns NULL if hits do not use the chains. */
static const struct hist_chains *chains_of(const struct hist_map *map)
{
	const struct hist_chains *chains = map->owner->chains;

	return chains && chains->ready ? chains : NULL;
}

/* Pins the next entry, so that the reader sees a single generation of the entry. */
static long next_in_chains(const struct hist_map *map, u32 *pos, const u64 **key)
{
	struct hist_map *owner = map->owner;
	const u32 end = min_t(u32, atomic_read(&owner->next_index),
			      owner->nr_indexes);

	for (; *pos < end; ++*pos) {
		if (!hist_chains_pin(owner, *pos))
			continue;
		*key = hist_chains_key(owner->chains, *pos);
		return (*pos)++;
	}
	return -1;
}

void hist_map_put(const struct hist_map *map, long index)
{
	if (!chains_of(map))
		return;
	/* Unpinning may reclaim the entry, which needs preemption off. */
	preempt_disable();
	hist_chains_unpin(map->owner, index);
	preempt_enable();
}

u64 hist_map_life(const struct hist_map *map, long index)
{
	const struct hist_chains *chains = chains_of(map);
	u64 state;

	if (!chains)
		return 1;
	/* Read the state after all that the caller has read of the entry and its buckets. */
	smp_rmb();
	state = READ_ONCE(chains->states[index]);
	return state & HIST_STATE_ALIVE ? state / HIST_STATE_GENERATION : 0;
}

static long map_next_word(const struct hist_map *map, u32 *pos, const u64 **key,
			  u64 *word)
{
	const struct hist_slot *slot;
	u32 index;

	for (; *pos <= map->mask + 1; ++*pos) {
		slot = *pos <= map->mask ? &map->words[*pos] :
					     &map->owner->zero;
		/* Pairs with give_index(), so the key is also set. */
		index = smp_load_acquire(&slot->index);
		if (index == HIST_MAP_NONE)
			continue;
		*word = *pos <= map->mask ? slot->key ^ map->mix : map->mix;
		*key = word;
		++*pos;
		return index;
	}
	return -1;
}

long hist_map_next(const struct hist_map *map, u32 *pos, const u64 **key,
		   u64 *word)
{
	u64 found;

	if (chains_of(map))
		return next_in_chains(map, pos, key);
	if (!map->key_words)
		return map_next_word(map, pos, key, word);
	for (; *pos <= map->mask; ++*pos) {
		/* Pairs with map_publish(), so the key is complete. */
		found = smp_load_acquire(&map->slots[*pos]);
		if (found) {
			++*pos;
			*key = hist_map_cell(map, (u32)found);
			return (u32)found;
		}
	}
	return -1;
}

u64 hist_map_lost(const struct hist_map *map, enum hist_loss loss)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(&per_cpu_ptr(map->sums.cpu, cpu)->lost[loss]);
	return sum;
}
