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

/**
 * struct trace_line_args - how the arguments of calls are printed
 * @lock: keeps the types of arguments; may sleep
 * @unlock: undoes @lock
 * @put: appends the FUNCTION_ARGS arguments of a call, after @lock
 *
 * The code that knows types lies above this folder. When a probe is defined, the
 * lock of CPU hotplug may be taken while the types are locked. So trace_iter_lock()
 * locks the types before it takes any other lock.
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
 * trace_line_hide() - hide control characters after @from, where in the line it
 * begins, if hide-control-chars is set
 */
void trace_line_hide(struct trace_iter *iter, unsigned int from);

/* trace_line_put_flags() - append letters for the context of the hit */
void trace_line_put_flags(struct trace_iter *iter);

/* trace_line_put_text() - append a line without its context */
void trace_line_put_text(struct trace_iter *iter);

/* trace_line_delay_mark() - get the mark for a delay in ns, a space for none */
char trace_line_delay_mark(u64 ns);

#endif /* HISTRIG_TRACE_LINE_H */
