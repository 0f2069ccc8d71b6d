// SPDX-License-Identifier: GPL-2.0
/* Walks the entries of hist maps, see ../map.h. */
#include <linux/minmax.h>
#include <linux/preempt.h>

#include "../chains.h"
#include "../hot/chains.h"
#include "map.h"

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
