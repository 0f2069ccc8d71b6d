// SPDX-License-Identifier: GPL-2.0
/* Reads hist maps, see ../map.h. */
#include "../map.h"

long hist_map_next(const struct hist_map *map, u32 *pos, const u64 **key,
		   u64 *word)
{
	u64 found;

	for (; *pos <= map->mask + 1; ++*pos) {
		/* Pairs with the cmpxchg() of hist_map_insert(): the cell is whole. */
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

u64 hist_map_sum(const struct hist_map *map, long index, unsigned int i)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(per_cpu_ptr(map->cpu, cpu)->sums +
				  index * map->nr_sums + i);
	return sum;
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
