// SPDX-License-Identifier: GPL-2.0
/* Since 5.15 @mod of struct trace_event_call is named @module, in a union with a counter. */
#include <linux/stddef.h>
#include <linux/trace_events.h>

size_t probe = offsetof(struct trace_event_call, module);
