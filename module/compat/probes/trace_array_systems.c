// SPDX-License-Identifier: GPL-2.0
/* Since 6.8 trace_array_get_by_name() takes the systems to include. */
#include <linux/trace.h>

struct trace_array *(*probe)(const char *name, const char *systems) =
	trace_array_get_by_name;
