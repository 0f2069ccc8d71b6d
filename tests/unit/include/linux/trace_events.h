/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/tracepoint.h>

#ifndef SHIM_TRACE_EVENTS_H
#define SHIM_TRACE_EVENTS_H

struct trace_print_flags {
	unsigned long mask;
	const char *name;
};

#endif /* SHIM_TRACE_EVENTS_H */
