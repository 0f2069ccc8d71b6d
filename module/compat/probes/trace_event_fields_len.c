// SPDX-License-Identifier: GPL-2.0
/*
 * Since 6.2 struct trace_event_fields has the length of an array. Stable
 * releases of older kernels have the change, too.
 */
#include <linux/trace_events.h>

int probe(const struct trace_event_fields *field);

int probe(const struct trace_event_fields *field)
{
	return field->len;
}
