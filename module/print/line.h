/* SPDX-License-Identifier: GPL-2.0 */
/* Lines: an entry of a ring as the trace file shows it. */
#ifndef HISTRIG_LINE_H
#define HISTRIG_LINE_H

#include <linux/types.h>

struct reader;

/**
 * line_print() - append the line of the entry that a reader is at
 *
 * How it looks is told by the options of the reader's instance.
 *
 * Context: process, reader_lock() held.
 * Return: false if the reader's text has no room for all of it.
 */
bool line_print(struct reader *reader);

#endif /* HISTRIG_LINE_H */
