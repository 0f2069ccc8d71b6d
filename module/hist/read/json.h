/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Prints histograms as JSON; docs/hist_json.schema.json describes the document.
 *
 * The document is printed in parts, in the order of the functions below, so that
 * it need not fit into memory. The member "text" of a key or value with a modifier
 * is usually what show.c prints.
 */
#ifndef HISTRIG_JSON_H
#define HISTRIG_JSON_H

#include "sort.h"

struct event_file;
struct seq_file;

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

#endif /* HISTRIG_JSON_H */
