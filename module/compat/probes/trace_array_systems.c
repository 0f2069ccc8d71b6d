// SPDX-License-Identifier: GPL-2.0
/* trace_array_get_by_name() can be told which systems are wanted since 6.8. */
#include <linux/trace.h>

struct trace_array *(*probe)(const char *name, const char *systems) =
	trace_array_get_by_name;
