// SPDX-License-Identifier: GPL-2.0
/* Since 6.0 struct trace_event_fields has the length of an array. */
#include <linux/trace_events.h>

int probe(const struct trace_event_fields *field);

int probe(const struct trace_event_fields *field)
{
	return field->len;
}
