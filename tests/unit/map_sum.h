/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that read one sum of an entry, and that count like a hit. */
#ifndef HISTRIG_TEST_MAP_SUM_H
#define HISTRIG_TEST_MAP_SUM_H

#include "../../module/hist/hot/search.h"
#include "../../module/hist/map.h"
#include "../../module/hist/object/map.h"
#include "test.h"

static inline u64 map_sum(const struct hist_map *map, long index, unsigned int i)
{
	u64 totals[16];

	CHECK(map->sums.nr_sums <= ARRAY_SIZE(totals));
	hist_sums_totals(&map->sums, index, totals);
	return totals[i];
}

/* Counts a hit that adds @value to the second sum. */
static inline void map_add(struct hist_map *map, long index, u64 value)
{
	u64 offset = hist_sums_offset(&map->sums, index);
	local_t *own = hist_sums_at(&map->sums, offset);
	atomic64_t *shared;

	if (own) {
		local_inc(own);
		local_add(value, own + 1);
		return;
	}
	shared = hist_sums_shared(&map->sums, offset);
	atomic64_inc(shared);
	atomic64_add(value, shared + 1);
}

#endif /* HISTRIG_TEST_MAP_SUM_H */
