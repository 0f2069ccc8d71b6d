/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, reads, clears and frees sums, see ../sums.h. */
#ifndef HISTRIG_OBJECT_SUMS_H
#define HISTRIG_OBJECT_SUMS_H

#include "../sums.h"

/* Returns zeroed memory that few hits touch, NULL when out of memory; kvfree() frees it. */
void *hist_sums_rare(size_t size);

/* Waits for the worker, at module exit after all sums were destroyed. */
void hist_sums_exit(void);

/**
 * hist_sums_init() - make sums
 * @sums: the sums, zeroed
 * @nr_indexes: number of indexes
 * @nr_sums: number of sums of an entry
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM. Even after -ENOMEM, hist_sums_destroy() must be called.
 */
int hist_sums_init(struct hist_sums *sums, u32 nr_indexes, u32 nr_sums);

/*
 * Frees sums; does nothing if all members are 0, as before hist_sums_init(). No hit may
 * be running. May sleep.
 */
void hist_sums_destroy(struct hist_sums *sums);

/*
 * Sets all sums and losses to 0; each CPU keeps its longest array. No hit may be
 * running. May sleep.
 */
void hist_sums_clear(struct hist_sums *sums);

/*
 * Moves the counts of all CPUs to the shared sums. Running hits must use only the shared
 * sums. May sleep.
 */
void hist_sums_share(struct hist_sums *sums);

/**
 * hist_sums_totals() - add up the sums of an entry over all CPUs
 * @sums: the sums
 * @index: the entry's index
 * @totals: filled in; @sums->nr_sums words
 */
void hist_sums_totals(const struct hist_sums *sums, u32 index, u64 *totals);

/* Returns the number of all hits: the total of the first sums of all entries. May sleep. */
u64 hist_sums_hits(const struct hist_sums *sums);

#endif /* HISTRIG_OBJECT_SUMS_H */
