/* SPDX-License-Identifier: GPL-2.0 */
/* Makes, reads, clears and frees sums, see ../sums.h. */
#ifndef HISTRIG_OBJECT_SUMS_H
#define HISTRIG_OBJECT_SUMS_H

#include "../sums.h"

/*
 * hist_sums_rare() - allocate zeroed memory that few hits touch, for kvfree()
 */
void *hist_sums_rare(size_t size);

/* hist_sums_exit() - wait for the worker, after all sums have been destroyed */
void hist_sums_exit(void);

/**
 * hist_sums_init() - make sums
 * @sums: the sums, zeroed
 * @nr_indexes: number of indexes
 * @nr_sums: number of sums of an entry
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM; the caller calls hist_sums_destroy() in both cases.
 */
int hist_sums_init(struct hist_sums *sums, u32 nr_indexes, u32 nr_sums);

/**
 * hist_sums_destroy() - free sums
 * @sums: sums that hist_sums_init() was called for, or zeroed; no hit is
 *	running
 *
 * Context: process, may sleep.
 */
void hist_sums_destroy(struct hist_sums *sums);

/**
 * hist_sums_clear() - set all sums and losses to 0
 * @sums: the sums; no hit is running
 *
 * Each CPU keeps its longest array.
 *
 * Context: process, may sleep.
 */
void hist_sums_clear(struct hist_sums *sums);

/**
 * hist_sums_share() - move the counts of each CPU to the shared sums
 * @sums: the sums; hits that run use the shared ones only
 *
 * Context: process, may sleep.
 */
void hist_sums_share(struct hist_sums *sums);

/**
 * hist_sums_totals() - add up the sums of an entry over all CPUs
 * @sums: the sums
 * @index: the entry's index
 * @totals: array of @sums->nr_sums words; filled in
 */
void hist_sums_totals(const struct hist_sums *sums, u32 index, u64 *totals);

/**
 * hist_sums_hits() - add up the first sums of all entries over all CPUs
 * @sums: the sums
 *
 * Context: process, may sleep.
 */
u64 hist_sums_hits(const struct hist_sums *sums);

#endif /* HISTRIG_OBJECT_SUMS_H */
