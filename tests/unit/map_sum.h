/* SPDX-License-Identifier: GPL-2.0 */
/* Reading one sum of an entry. */
#ifndef HISTRIG_TEST_MAP_SUM_H
#define HISTRIG_TEST_MAP_SUM_H

#include "../../module/hist/map.h"
#include "test.h"

/* One sum of an entry, over all CPUs. */
static inline u64 map_sum(const struct hist_map *map, long index, unsigned int i)
{
	u64 totals[16];

	CHECK(map->nr_sums <= ARRAY_SIZE(totals));
	hist_map_totals(map, index, totals);
	return totals[i];
}

#endif /* HISTRIG_TEST_MAP_SUM_H */
