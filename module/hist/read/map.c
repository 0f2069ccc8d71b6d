// SPDX-License-Identifier: GPL-2.0
/* Reads hist maps, see ../map.h. */
#include <linux/sched.h>
#include <linux/string.h>

#include "../map.h"

long hist_map_next(const struct hist_map *map, u32 *pos, const u64 **key,
		   u64 *word)
{
	u64 found;

	for (; *pos <= map->mask + 1; ++*pos) {
		/* Pairs with cmpxchg() in publish(): the key is complete. */
		found = smp_load_acquire(&map->slots[*pos]);
		if (!found)
			continue;
		if (map->key_words) {
			++*pos;
			*key = hist_map_cell(map, (u32)found);
			return (u32)found;
		}
		*word = *pos <= map->mask ? found ^ map->mix : map->mix;
		*key = word;
		return (*pos)++;
	}
	return -1;
}

void hist_map_totals(const struct hist_map *map, long index, u64 *totals)
{
	const size_t first = (size_t)index * map->nr_sums;
	unsigned int i;
	int cpu;

	memset(totals, 0, map->nr_sums * sizeof(*totals));
	for_each_possible_cpu(cpu) {
		const local_t *sums = per_cpu_ptr(map->cpu, cpu)->sums + first;

		for (i = 0; i < map->nr_sums; i++)
			totals[i] += local_read(&sums[i]);
	}
}

/*
 * Adds up the hit counts of all entries on one CPU. Skips empty slots, because
 * their sums are not in the CPU's caches and would be slow to read.
 */
static u64 hits_on(const struct hist_map *map, int cpu)
{
	const local_t *sums = per_cpu_ptr(map->cpu, cpu)->sums;
	const u64 *slots = map->slots;
	const size_t end = map->mask + 2, nr_sums = map->nr_sums;
	const bool cells = map->key_words;
	u64 hits = 0;
	size_t slot;

	for (slot = 0; slot < end; slot++) {
		u64 found = READ_ONCE(slots[slot]);

		if (found)
			hits += local_read(&sums[(cells ? (u32)found : slot) *
						 nr_sums]);
	}
	return hits;
}

u64 hist_map_hits(const struct hist_map *map)
{
	u64 hits = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		hits += hits_on(map, cpu);
		cond_resched();
	}
	return hits;
}

u64 hist_map_dropped(const struct hist_map *map)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(&per_cpu_ptr(map->cpu, cpu)->dropped);
	return sum;
}

u64 hist_map_lost_actions(const struct hist_map *map)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(&per_cpu_ptr(map->cpu, cpu)->lost_actions);
	return sum;
}
