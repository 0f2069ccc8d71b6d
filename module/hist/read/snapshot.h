/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Snapshots: a histogram at one moment, sorted, for printing.
 *
 * Made once when a reader starts at the beginning of a file, and then
 * printed row by row as far as the reader's buffer goes, so that a table of
 * any size is sorted once.
 */
#ifndef HISTRIG_SNAPSHOT_H
#define HISTRIG_SNAPSHOT_H

#include "../hist.h"

/**
 * struct hist_row - one entry
 * @link: in the order of sorting, only while the snapshot is made
 * @rank: orders rows by the first level of sorting
 * @tie: orders them by the first key if that is all
 * @at: where in the snapshot's words the entry is
 */
struct hist_row {
	struct list_head link;
	u64 rank;
	u64 tie;
	u32 at;
};

/**
 * struct hist_snapshot - a histogram at one moment
 * @hist: the histogram; a reference is held
 * @filter: text of the trigger's filter, or NULL
 * @paused: the trigger was paused
 * @hits: sum of all hit counts
 * @dropped: hits dropped
 * @max: largest value of each kind
 * @total: sum of all values of each kind
 * @nr_rows: entries
 * @rows: the entries
 * @order: the order to print them in, as indexes of @rows
 * @words: of each entry the sums, the name of a task if the plan wants it,
 *	what actions keep, the key
 * @track: what took the last snapshot, or NULL
 */
struct hist_snapshot {
	struct hist *hist;
	char *filter;
	bool paused;
	u64 hits;
	u64 dropped;
	u64 max[HIST_VALS_MAX];
	u64 total[HIST_VALS_MAX];
	u32 nr_rows;
	struct hist_row *rows;
	u32 *order;
	u64 *words;
	struct hist_track *track;
};

/**
 * hist_snapshot_make() - take a snapshot
 * @snapshot: filled in
 * @trigger: a hist trigger
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_snapshot_make(struct hist_snapshot *snapshot,
		       struct trigger *trigger);

/**
 * hist_snapshot_free() - free what hist_snapshot_make() took
 *
 * Context: process, event_mutex held.
 */
void hist_snapshot_free(struct hist_snapshot *snapshot);

/* The @i-th entry in the order to print them. */
static inline const struct hist_row *hist_row(const struct hist_snapshot *s,
					      u32 i)
{
	return &s->rows[s->order[i]];
}

static inline const u64 *hist_row_sums(const struct hist_snapshot *s,
				       const struct hist_row *row)
{
	return s->words + row->at;
}

static inline const char *hist_row_comm(const struct hist_snapshot *s,
					const struct hist_row *row)
{
	return (const char *)(hist_row_sums(s, row) + s->hist->plan.nr_vals);
}

/* What actions keep in an entry: variables of theirs, then texts. */
static inline const u64 *hist_row_kept(const struct hist_snapshot *s,
				       const struct hist_row *row)
{
	unsigned int comm = s->hist->plan.wants_comm ? TASK_COMM_LEN / 8 : 0;

	return hist_row_sums(s, row) + s->hist->plan.nr_vals + comm;
}

/* hist_kept_words() - how many words that is */
unsigned int hist_kept_words(const struct hist_plan *plan);

static inline const u64 *hist_row_key(const struct hist_snapshot *s,
				      const struct hist_row *row)
{
	return hist_row_kept(s, row) + hist_kept_words(&s->hist->plan);
}

#endif /* HISTRIG_SNAPSHOT_H */
