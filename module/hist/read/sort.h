/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Snapshots: a histogram at one moment, sorted, for printing.
 *
 * Made once when a reader starts at the beginning of a file, and then
 * printed entry by entry as far as the reader's buffer goes, so that a table of
 * any size is sorted once.
 */
#ifndef HISTRIG_SORT_H
#define HISTRIG_SORT_H

#include "../hist.h"

/**
 * struct hist_sorted_entry - one entry
 * @link: in the order of sorting, only while the snapshot is made
 * @rank: orders entries by the first level of sorting
 * @tie: orders them by the first key if that is all
 * @at: where in the snapshot's words the entry is
 */
struct hist_sorted_entry {
	struct list_head link;
	u64 rank;
	u64 tie;
	u32 at;
};

/**
 * struct hist_sorted - a histogram at one moment
 * @hist: the histogram; a reference is held
 * @filter: text of the trigger's filter, or NULL
 * @paused: the trigger was paused
 * @hits: sum of all hit counts
 * @dropped: hits dropped
 * @lost_actions: actions that hits could not run
 * @max: largest value of each kind
 * @total: sum of all values of each kind
 * @nr_entries: entries
 * @entries: the entries
 * @order: the order to print them in, as indexes of @entries
 * @words: of each entry the sums, the name of a task if the plan wants it,
 *	what actions keep, the key
 * @track: what took the last snapshot, or NULL
 */
struct hist_sorted {
	struct hist *hist;
	char *filter;
	bool paused;
	u64 hits;
	u64 dropped;
	u64 lost_actions;
	u64 max[HIST_VALS_MAX];
	u64 total[HIST_VALS_MAX];
	u32 nr_entries;
	struct hist_sorted_entry *entries;
	u32 *order;
	u64 *words;
	struct hist_track *track;
};

/**
 * hist_sorted_make() - take a snapshot
 * @snapshot: filled in
 * @trigger: a hist trigger
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_sorted_make(struct hist_sorted *snapshot, struct trigger *trigger);

/**
 * hist_sorted_free() - free what hist_sorted_make() took
 *
 * Context: process, event_mutex held.
 */
void hist_sorted_free(struct hist_sorted *snapshot);

/* The @i-th entry in the order to print them. */
static inline const struct hist_sorted_entry *
hist_sorted_entry(const struct hist_sorted *s, u32 i)
{
	return &s->entries[s->order[i]];
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

/* What actions keep in an entry: variables of theirs, then texts. */
static inline const u64 *
hist_sorted_saved(const struct hist_sorted *s,
		  const struct hist_sorted_entry *entry)
{
	unsigned int comm = s->hist->spec.wants_comm ? TASK_COMM_LEN / 8 : 0;

	return hist_sorted_sums(s, entry) + s->hist->spec.program.nr_vals +
	       comm;
}

/* hist_saved_words() - how many words that is */
unsigned int hist_saved_words(const struct hist_spec *spec);

static inline const u64 *hist_sorted_key(const struct hist_sorted *s,
					 const struct hist_sorted_entry *entry)
{
	return hist_sorted_saved(s, entry) + hist_saved_words(&s->hist->spec);
}

#endif /* HISTRIG_SORT_H */
