// SPDX-License-Identifier: GPL-2.0
/* struct trace_event_fields tells the length of arrays since 6.0. */
#include <linux/trace_events.h>

int probe(const struct trace_event_fields *field);

int probe(const struct trace_event_fields *field)
{
	return field->len;
}
