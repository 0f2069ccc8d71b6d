/* SPDX-License-Identifier: GPL-2.0 */
/* Prints histograms and the triggers that feed them. */
#ifndef HISTRIG_SHOW_H
#define HISTRIG_SHOW_H

#include "../program.h"
#include "sort.h"

struct seq_file;

/* hist_show_trigger() - print a trigger as a line; @filter may be NULL */
void hist_show_trigger(struct seq_file *m, const struct hist *hist,
		       const char *filter, bool paused);

/* hist_show_entry() - print the key, sums and saved fields of an entry */
void hist_show_entry(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry);

/* hist_show_interval() - print when the interval began and ended, in seconds */
void hist_show_interval(struct seq_file *m, const struct hist_sorted *s);

/* hist_show_totals() - print the details of the last snapshot and the totals */
void hist_show_totals(struct seq_file *m, const struct hist_sorted *s);

/* hist_show_loss() - print the count of a loss as a line of the totals */
void hist_show_loss(struct seq_file *m, enum hist_loss loss, u64 lost);

/* hist_show_string() - print a string of a key; returns its length */
unsigned int hist_show_string(struct seq_file *m, struct hist_key_part part);

/**
 * hist_show_key_part() - print one field of a key as "NAME: VALUE"
 * @m: the file
 * @s: the copy that the key is from
 * @f: the field
 * @part: its value
 * @comm: the name of the task that made the entry, for .execname
 */
void hist_show_key_part(struct seq_file *m, const struct hist_sorted *s,
			const struct hist_field *f,
			struct hist_key_part part, const char *comm);

/* hist_show_value() - print value @i of an entry as " NAME: NUMBER" */
void hist_show_value(struct seq_file *m, const struct hist_sorted *s,
		     unsigned int i, u64 value);

#endif /* HISTRIG_SHOW_H */
