/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sorted copies of histograms, for printing. A read from the beginning of a
 * file makes a copy, and the reads that follow print its entries.
 */
#ifndef HISTRIG_SORT_H
#define HISTRIG_SORT_H

#include "../object/hist.h"

/**
 * struct hist_sorted_entry - one entry
 * @ranks: a number that compares like the field of the first sort level, and one that
 *	compares like the first key field; the latter is 0 if entries with equal first
 *	numbers may still differ in a sort field. Not valid after sorting
 * @link: links entries with equal @ranks while they are sorted
 * @at: index of the entry's first word in hist_sorted.words
 * @index: the entry's index in the map
 */
struct hist_sorted_entry {
	union {
		u64 ranks[2];
		struct list_head link;
	};
	u32 at;
	u32 index;
};

struct hist_last_interval;
struct hist_names;
struct hist_sketch_copy;
struct seq_file;

#define HIST_TOTAL_UNKNOWN	U64_MAX

/**
 * struct hist_sorted - a sorted copy of a histogram
 * @hist: the histogram; a reference is held
 * @map: its map that was copied
 * @kept: the copy of an interval whose entries this copy shares, or NULL
 * @start: when the interval began, in ns of the histogram's clock; valid only
 *	in copies of intervals
 * @end: when the interval ended, in the same unit
 * @filter: the trigger's filter, or NULL
 * @paused: whether the trigger was paused
 * @hits: sum of all hit counts
 * @lost: what hits have lost
 * @max: largest sum of each value; of a signed statistic the largest magnitude
 * @total: total of each value over all entries; of a signed statistic the total
 *	of the magnitudes; of a statistic, HIST_TOTAL_UNKNOWN if 64 bits do not suffice
 * @nr_entries: number of entries
 * @entries: the entries, in print order
 * @words: for each entry its sums, the name of the task that made it (only if
 *	the specification wants names), the data that actions store, and the key
 * @nr_words: number of @words
 * @lives: for each entry its hist_map_life(); NULL after the copy, and if
 *	no entry can be forgotten
 * @track: the value that triggered the last snapshot, or NULL
 * @names: names of its keys, or NULL
 * @sketches: copies of the histogram's sketches, or NULL
 * @in_frames: entry in the list of copies, see names.h; not used if @kept
 */
struct hist_sorted {
	struct hist *hist;
	const struct hist_map *map;
	struct hist_last_interval *kept;
	u64 start;
	u64 end;
	char *filter;
	bool paused;
	u64 hits;
	u64 lost[HIST_LOSSES];
	u64 max[HIST_VALS_MAX];
	u64 total[HIST_VALS_MAX];
	u32 nr_entries;
	struct hist_sorted_entry *entries;
	u64 *words;
	size_t nr_words;
	u64 *lives;
	struct hist_track *track;
	struct hist_names *names;
	struct hist_sketch_copy *sketches;
	struct list_head in_frames;
};

/**
 * struct hist_last_interval - the counts of a histogram in one interval
 * @refs: the histogram's reference and those of readers; protected by
 *	event_mutex
 * @sorted: the entries; @filter and @paused are not set
 */
struct hist_last_interval {
	unsigned int refs;
	struct hist_sorted sorted;
};

/**
 * hist_sorted_make() - copy and sort a histogram
 * @sorted: filled in, except @filter and @paused
 * @hist: the histogram
 * @map: one of its maps
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_sorted_make(struct hist_sorted *sorted, struct hist *hist,
		     const struct hist_map *map);

/* hist_sorted_set_trigger() - set @paused and @filter; event_mutex held; 0 or -ENOMEM */
int hist_sorted_set_trigger(struct hist_sorted *sorted,
			    const struct trigger *trigger);

/* hist_sorted_free() - free a copy, or drop its reference to an interval; event_mutex held */
void hist_sorted_free(struct hist_sorted *sorted);

/* hist_last_interval_put() - drop a reference; the last one frees @kept; event_mutex held */
void hist_last_interval_put(struct hist_last_interval *kept);

/* hist_losses_read() - set @lost to all losses of a map; event_mutex held */
void hist_losses_read(struct hist *hist, const struct hist_map *map,
		      u64 lost[HIST_LOSSES]);

/* hist_sorted_entry() - entry @i in print order */
static inline const struct hist_sorted_entry *
hist_sorted_entry(const struct hist_sorted *s, u32 i)
{
	return &s->entries[i];
}

/* hist_sorted_shown() - number of entries to print */
static inline u32 hist_sorted_shown(const struct hist_sorted *s)
{
	const u32 top = s->hist->spec.top;

	return top ? min(top, s->nr_entries) : s->nr_entries;
}

static inline const u64 *hist_sorted_sums(const struct hist_sorted *s,
					  const struct hist_sorted_entry *entry)
{
	return s->words + entry->at;
}

static inline const char *
hist_sorted_comm(const struct hist_sorted *s,
		 const struct hist_sorted_entry *entry)
{
	return (const char *)(hist_sorted_sums(s, entry) +
			      s->hist->spec.program.nr_vals);
}

/* hist_sorted_magnitude() - what a value adds to @total and compares with @max */
static inline u64 hist_sorted_magnitude(const struct hist_field *f, u64 value)
{
	return f->stat[0] && f->is_signed && (s64)value < 0 ? -value : value;
}

/* Returns what actions store: tracked values, saved fields, then strings and stacks. */
static inline const u64 *
hist_sorted_saved(const struct hist_sorted *s,
		  const struct hist_sorted_entry *entry)
{
	unsigned int comm = s->hist->spec.wants_comm ? TASK_COMM_LEN / 8 : 0;

	return hist_sorted_sums(s, entry) + s->hist->spec.program.nr_vals +
	       comm;
}

static inline const u64 *hist_sorted_key(const struct hist_sorted *s,
					 const struct hist_sorted_entry *entry)
{
	return hist_sorted_saved(s, entry) + hist_saved_words(&s->hist->spec);
}

/* stats.c computes and prints statistics, see ../interevent.h. */

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
 * hist_stats_alloc_copies() - allocate copies of all sketches
 * @s: the copy of a histogram with sketches
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0 or -ENOMEM. Even after -ENOMEM, hist_stats_free_copies() must be called.
 */
int hist_stats_alloc_copies(struct hist_sorted *s);

/**
 * hist_stats_copy_sketches() - copy all sketches, after all entries were copied
 * @s: the copy
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or -ENOMEM if hits have added more buckets than fit into memory.
 */
int hist_stats_copy_sketches(struct hist_sorted *s);

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

/* hist_stats_free_copies() - free the copies of sketches, if there are any */
void hist_stats_free_copies(struct hist_sorted *s);

/* hist_stats_buckets() - an entry's buckets for value @i, sorted; sets @end */
const struct hist_bucket *hist_stats_buckets(const struct hist_sorted *s,
					     const struct hist_sorted_entry *entry,
					     unsigned int i,
					     const struct hist_bucket **end);

/* hist_stats_show() - print the distributions of an entry */
void hist_stats_show(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry);

#endif /* HISTRIG_SORT_H */
