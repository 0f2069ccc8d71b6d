/* SPDX-License-Identifier: GPL-2.0 */
/* A buffer for output, which is cut off if it does not fit. */
#ifndef SHIM_TRACE_SEQ_H
#define SHIM_TRACE_SEQ_H

#include <linux/compiler.h>

struct trace_seq {
	char text[65536];
	size_t len;
};

void trace_seq_printf(struct trace_seq *s, const char *format, ...)
	__attribute__((nonnull(1, 2)));
#define trace_seq_puts(s, string)	trace_seq_printf(s, "%s", string)
#define trace_seq_putc(s, c)		trace_seq_printf(s, "%c", c)

#endif /* SHIM_TRACE_SEQ_H */
