/* SPDX-License-Identifier: GPL-2.0 */
/* Computes and prints the statistics of a copied histogram, see ../interevent.h. */
#ifndef HISTRIG_READ_STATS_H
#define HISTRIG_READ_STATS_H

#include "sort.h"

struct seq_file;

/* A bucket of a copied sketch; for @key see sketch_key(). */
struct hist_bucket {
	u64 key;
	u64 count;
};

/**
 * struct hist_band - a percentile, and the range in which it must be
 * @value: the number that is printed
 * @low: lower end of the range, included
 * @high: upper end of the range, included
 */
struct hist_band {
	u64 value;
	u64 low;
	u64 high;
};

/**
 * hist_stats_totals() - compute the statistics of an entry that need no sketch
 * @s: a copy of a histogram with statistics; only @hist and @map are used
 * @index: the index of the entry
 * @values: set to the sum or statistic of each value; 0 if it needs a sketch
 *
 * Context: process.
 */
void hist_stats_totals(const struct hist_sorted *s, u32 index, u64 *values);

/**
 * hist_stats_alloc() - allocate copies of all sketches
 * @s: the copy of a histogram with sketches
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0 or -ENOMEM. Even after -ENOMEM, hist_stats_free() must be called.
 */
int hist_stats_alloc(struct hist_sorted *s);

/**
 * hist_stats_copy() - copy all sketches, after all entries were copied
 * @s: the copy
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or -ENOMEM if hits have added more buckets than fit into memory.
 */
int hist_stats_copy(struct hist_sorted *s);

/* hist_stats_fill() - compute an entry's percentiles and the counts of its distributions */
void hist_stats_fill(struct hist_sorted *s, struct hist_sorted_entry *entry);

/**
 * hist_stats_band() - compute a percentile and its range
 * @s: the copy
 * @entry: the entry, whose sums and other statistics are complete
 * @i: index of the value
 * @band: filled in. The range is that of a bucket, narrowed by the minimum and
 *	maximum if the trigger has these for the same field
 *
 * Return: false if the value is no percentile, or the entry has no buckets.
 */
bool hist_stats_band(const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry, unsigned int i,
		     struct hist_band *band);

/* hist_stats_free() - free the copies of sketches, if there are any */
void hist_stats_free(struct hist_sorted *s);

/* hist_stats_buckets() - an entry's buckets for value @i, sorted; sets @end */
const struct hist_bucket *hist_stats_buckets(const struct hist_sorted *s,
					     const struct hist_sorted_entry *entry,
					     unsigned int i,
					     const struct hist_bucket **end);

/* hist_stats_show() - print the distributions of an entry */
void hist_stats_show(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry);

#endif /* HISTRIG_READ_STATS_H */
