/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of the trace file: the text of one entry. */
#ifndef HISTRIG_TRACE_LINE_H
#define HISTRIG_TRACE_LINE_H

#include <linux/types.h>

struct trace_iter;

/**
 * trace_line_print() - append the line of an iterator's current entry
 * @iter: the iterator; the line goes to its @seq
 *
 * The options of the iterator's instance determine the format of the line.
 *
 * Context: process, trace_iter_lock() held.
 * Return: false if the line did not fit.
 */
bool trace_line_print(struct trace_iter *iter);

#endif /* HISTRIG_TRACE_LINE_H */
