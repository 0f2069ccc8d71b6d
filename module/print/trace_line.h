/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of the trace file: comments at the top, and one for each entry. */
#ifndef HISTRIG_TRACE_LINE_H
#define HISTRIG_TRACE_LINE_H

#include <linux/types.h>

struct seq_file;
struct trace_iter;

/**
 * trace_line_print() - append the line of an iterator's current entry
 * @iter: the iterator; the line goes to its @seq, in the format of the options
 *	of its instance
 *
 * Context: process, trace_iter_lock() held.
 * Return: false if the line did not fit.
 */
bool trace_line_print(struct trace_iter *iter);

/* Parts of a line, for tracers that print their lines themselves. */

/* trace_line_put_symbol() - append a symbol; the options sym-* determine how */
void trace_line_put_symbol(struct trace_iter *iter, unsigned long ip);

/**
 * struct trace_line_args - how the arguments of calls are printed
 * @lock: locks the types of arguments; may sleep
 * @unlock: undoes @lock
 * @put: appends the FUNCTION_ARGS arguments of a call, after @lock
 *
 * function/args.c sets these hooks. Locks are taken in this order: types, CPU
 * hotplug, ring. So trace_iter_lock() locks the types before the ring.
 */
struct trace_line_args {
	void (*lock)(void);
	void (*unlock)(void);
	void (*put)(struct trace_iter *iter, unsigned long ip,
		    const unsigned long *args);
};

/* NULL until a tracer records arguments. */
extern const struct trace_line_args *trace_line_args;

/*
 * trace_line_hide() - hide control characters, if hide-control-chars is set
 *
 * @from is the offset in the iterator's @seq at which to begin.
 */
void trace_line_hide(struct trace_iter *iter, unsigned int from);

/* trace_line_put_flags() - append the context of the hit, like "d..2." */
void trace_line_put_flags(struct trace_iter *iter);

/* trace_line_put_text() - append the current line without task, CPU and time */
void trace_line_put_text(struct trace_iter *iter);

/* trace_line_delay_mark() - the mark of a long delay; ' ' for a short one */
char trace_line_delay_mark(u64 ns);

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

#endif /* HISTRIG_TRACE_LINE_H */
