/* SPDX-License-Identifier: GPL-2.0 */
/* Prints histograms and the triggers that feed them. */
#ifndef HISTRIG_SHOW_H
#define HISTRIG_SHOW_H

#include "snapshot.h"

struct seq_file;

/**
 * hist_show_trigger() - print a trigger as the trigger file does
 * @m: where to
 * @hist: its histogram
 * @filter: text of its filter, or NULL
 * @paused: it is paused
 */
void hist_show_trigger(struct seq_file *m, const struct hist *hist,
		       const char *filter, bool paused);

/* hist_show_row() - print one entry */
void hist_show_row(struct seq_file *m, const struct hist_snapshot *s,
		   const struct hist_row *row);

/* hist_show_totals() - print what stands below the entries */
void hist_show_totals(struct seq_file *m, const struct hist_snapshot *s);

#endif /* HISTRIG_SHOW_H */
