/* SPDX-License-Identifier: GPL-2.0 */
/* What kernels differ in about their own events and instances. */
#ifndef HISTRIG_COMPAT_NATIVE_EVENT_H
#define HISTRIG_COMPAT_NATIVE_EVENT_H

#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/trace.h>
#include <linux/trace_events.h>

#include "gen/features.h"

/**
 * native_field_len() - elements of a field that is an array of fixed length
 *
 * Kernels that do not say so tell the length as the header spells it, and how an
 * element is aligned, which for numbers is its size.
 *
 * Return: how many, 0 for none.
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

/**
 * native_event_is_module() - did a module bring this event
 * @call: an event of a tracepoint
 */
static inline bool native_event_is_module(const struct trace_event_call *call)
{
#ifdef HAVE_TRACE_EVENT_CALL_MODULE
	return call->module;
#else
	return call->mod;
#endif
}

/**
 * native_instance_get() - find or make an instance of the native tracing
 * @name: its name
 *
 * Return: the instance, to be given back by trace_array_put(), or NULL.
 */
static inline struct trace_array *native_instance_get(const char *name)
{
#ifdef HAVE_TRACE_ARRAY_SYSTEMS
	return trace_array_get_by_name(name, NULL);
#else
	return trace_array_get_by_name(name);
#endif
}

#endif /* HISTRIG_COMPAT_NATIVE_EVENT_H */
