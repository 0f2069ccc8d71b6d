// SPDX-License-Identifier: GPL-2.0
/* Reads hist maps, see ../map.h. */
#include "../map.h"

static long next_word(const struct hist_map *map, u32 *pos, const u64 **key,
		      u64 *word)
{
	const struct hist_slot *slot;
	u32 index;

	for (; *pos <= map->mask + 1; ++*pos) {
		slot = *pos <= map->mask ? &map->words[*pos] :
					     &map->owner->zero;
		/*
		 * Pairs with cmpxchg() in give_index(): the key is there, too.
		 */
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

	if (!map->key_words)
		return next_word(map, pos, key, word);
	for (; *pos <= map->mask; ++*pos) {
		/* Pairs with cmpxchg() in publish(): the key is complete. */
		found = smp_load_acquire(&map->slots[*pos]);
		if (found) {
			++*pos;
			*key = hist_map_cell(map, (u32)found);
			return (u32)found;
		}
	}
	return -1;
}

u64 hist_map_dropped(const struct hist_map *map)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(&per_cpu_ptr(map->sums.cpu, cpu)->dropped);
	return sum;
}

u64 hist_map_lost_actions(const struct hist_map *map)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(&per_cpu_ptr(map->sums.cpu, cpu)->lost_actions);
	return sum;
}
