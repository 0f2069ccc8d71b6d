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

/*
 * The functions below append parts of a line, for tracers that print their own.
 */

/* trace_line_put_symbol() - append a symbol, by the options sym-* */
void trace_line_put_symbol(struct trace_iter *iter, unsigned long ip);

/* trace_line_put_context() - append task, CPU, flags and time */
void trace_line_put_context(struct trace_iter *iter);

/*
 * Appends the FUNCTION_ARGS arguments in the record of a call. A pointer that
 * function_tracer_init() sets, because the code that knows types of arguments
 * lies above this folder.
 */
extern void (*trace_line_put_args)(struct trace_iter *iter, unsigned long ip,
				   const unsigned long *args);

/* trace_line_put_flags() - append letters for the context of the hit */
void trace_line_put_flags(struct trace_iter *iter);

/* trace_line_put_text() - append a line without its context */
void trace_line_put_text(struct trace_iter *iter);

/* trace_line_delay_mark() - get the mark for a delay in ns, a blank for none */
char trace_line_delay_mark(u64 ns);

#endif /* HISTRIG_TRACE_LINE_H */
