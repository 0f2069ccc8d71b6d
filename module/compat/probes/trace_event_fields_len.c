// SPDX-License-Identifier: GPL-2.0
/* Since 6.2, and in older stable releases, struct trace_event_fields has a member @len. */
#include <linux/trace_events.h>

int probe(const struct trace_event_fields *field);

int probe(const struct trace_event_fields *field)
{
	return field->len;
}
