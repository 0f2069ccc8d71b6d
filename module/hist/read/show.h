/* SPDX-License-Identifier: GPL-2.0 */
/* Prints histograms and the triggers that feed them, as text and as JSON. */
#ifndef HISTRIG_SHOW_H
#define HISTRIG_SHOW_H

#include "../program.h"
#include "sort.h"

struct event_file;
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

/*
 * hist_show_number() - print a number, padded with spaces for a @width of 10, not for 0. Several
 * times as fast as %*llu, because a histogram may have many numbers.
 */
void hist_show_number(struct seq_file *m, u64 value, unsigned int width);

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

/*
 * json.c prints histograms as JSON; docs/hist_json.schema.json describes the document.
 *
 * The document is printed in parts, in the order of the functions below, so that
 * it need not fit into memory. The member "text" of a key or value with a modifier
 * is usually what show.c prints.
 */

/**
 * hist_json_begin() - print what precedes the histograms
 * @m: the file
 * @file: the event
 * @time: when the histograms were read, in ns of CLOCK_REALTIME
 * @uptime: the same in ns of CLOCK_BOOTTIME
 * @waiting: the location of a probe of the event that waits for a module, or
 *	NULL
 *
 * Context: process, event_mutex held.
 */
void hist_json_begin(struct seq_file *m, const struct event_file *file,
		     u64 time, u64 uptime, const char *waiting);

/* hist_json_hist_begin() - print what precedes the entries of a histogram */
void hist_json_hist_begin(struct seq_file *m, const struct hist_sorted *s,
			  bool is_first);

/* hist_json_entry() - print entry @i in print order */
void hist_json_entry(struct seq_file *m, const struct hist_sorted *s, u32 i);

/* hist_json_hist_end() - print what follows the entries of a histogram */
void hist_json_hist_end(struct seq_file *m);

/* hist_json_end() - print what follows the histograms */
void hist_json_end(struct seq_file *m);

#endif /* HISTRIG_SHOW_H */
