/* SPDX-License-Identifier: GPL-2.0 */
/* The comment that the trace file starts with. */
#ifndef HISTRIG_HEADER_H
#define HISTRIG_HEADER_H

struct reader;
struct seq_file;

/**
 * header_print() - print what comes before the first line
 *
 * Context: process, reader_lock() held.
 */
void header_print(struct seq_file *m, const struct reader *reader);

#endif /* HISTRIG_HEADER_H */
