/* SPDX-License-Identifier: GPL-2.0 */
/* How hits add to statistics, see ../stats.h. */
#ifndef HISTRIG_HOT_STATS_H
#define HISTRIG_HOT_STATS_H

#include <linux/atomic.h>
#include <linux/types.h>

#include <asm/local.h>

struct hist_map;
struct hist_stats;

/**
 * hist_stats_add() - add a hit to the statistics of an entry
 * @map: the histogram's map
 * @stats: its statistics
 * @nr_vals: number of values, including the hit count, which the caller has
 *	incremented
 * @index: the entry's index
 * @own: this CPU's sums of the entry, or NULL
 * @shared: the sums that all CPUs share, if @own is NULL
 * @values: the hit's values; the first one is not used
 * @chains: whether the map has chains; the caller pins the entry then
 *
 * Context: any, NMI too, preemption off.
 */
void hist_stats_add(struct hist_map *map, const struct hist_stats *stats,
		    unsigned int nr_vals, long index, local_t *own,
		    atomic64_t *shared, const u64 *values, bool chains);

#endif /* HISTRIG_HOT_STATS_H */
