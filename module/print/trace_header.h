/* SPDX-License-Identifier: GPL-2.0 */
/* The comment lines at the top of the trace file. */
#ifndef HISTRIG_TRACE_HEADER_H
#define HISTRIG_TRACE_HEADER_H

struct seq_file;
struct trace_iter;

/**
 * trace_header_print() - print the lines before the first entry
 * @m: the file
 * @iter: an iterator that has been started
 *
 * Context: process, trace_iter_lock() held.
 */
void trace_header_print(struct seq_file *m, struct trace_iter *iter);

/* trace_header_print_latency() - print the header of the latency format */
void trace_header_print_latency(struct seq_file *m, struct trace_iter *iter);

#endif /* HISTRIG_TRACE_HEADER_H */
