/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's own events and instances. */
#ifndef HISTRIG_COMPAT_NATIVE_EVENT_H
#define HISTRIG_COMPAT_NATIVE_EVENT_H

#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/trace.h>
#include <linux/trace_events.h>

#include "gen/features.h"

/**
 * native_field_len() - get the length of a fixed-length array field
 * @field: the field
 *
 * Older kernels give the length only in the type's string. If the length is no number there,
 * divides the field's size by its alignment, which for numbers is the size of an element.
 *
 * Context: any.
 * Return: the number of elements, 0 if the field is not a fixed-length array.
 */
static inline unsigned int native_field_len(const struct trace_event_fields *field)
{
#ifdef HAVE_TRACE_EVENT_FIELDS_LEN
	return field->len;
#else
	const char *array = strchr(field->type, '[');
	unsigned int len;

	if (!array || array[1] == ']' || !field->align)
		return 0;
	return sscanf(array, "[%u]", &len) == 1 ? len :
						  field->size / field->align;
#endif
}

/* native_event_is_module() - does an event of a tracepoint belong to a module? */
static inline bool native_event_is_module(const struct trace_event_call *call)
{
#ifdef HAVE_TRACE_EVENT_CALL_MODULE
	return call->module;
#else
	return call->mod;
#endif
}

/* native_instance_get() - get or make an instance, for trace_array_put(); NULL on error */
static inline struct trace_array *native_instance_get(const char *name)
{
#ifdef HAVE_TRACE_ARRAY_SYSTEMS
	return trace_array_get_by_name(name, NULL);
#else
	return trace_array_get_by_name(name);
#endif
}

#endif /* HISTRIG_COMPAT_NATIVE_EVENT_H */
