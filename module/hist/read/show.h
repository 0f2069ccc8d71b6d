/* SPDX-License-Identifier: GPL-2.0 */
/* Prints histograms and the triggers that feed them. */
#ifndef HISTRIG_SHOW_H
#define HISTRIG_SHOW_H

#include "sort.h"

struct seq_file;

/**
 * hist_show_trigger() - print a trigger as a line of the trigger file
 * @m: the file
 * @hist: its histogram
 * @filter: text of its filter, or NULL
 * @paused: whether the trigger is paused
 *
 * Context: process.
 */
void hist_show_trigger(struct seq_file *m, const struct hist *hist,
		       const char *filter, bool paused);

/* hist_show_entry() - print the key, sums and saved fields of an entry */
void hist_show_entry(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry);

/* hist_show_totals() - print the details of the last snapshot and the totals */
void hist_show_totals(struct seq_file *m, const struct hist_sorted *s);

#endif /* HISTRIG_SHOW_H */
