// SPDX-License-Identifier: GPL-2.0
/* Shares its place with a counter, and has the longer name, since 5.15. */
#include <linux/stddef.h>
#include <linux/trace_events.h>

size_t probe = offsetof(struct trace_event_call, module);
