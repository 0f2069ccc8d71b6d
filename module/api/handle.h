/* SPDX-License-Identifier: GPL-2.0 */
/* The contents of a module's handle for an event. */
#ifndef HISTRIG_HANDLE_H
#define HISTRIG_HANDLE_H

#include <linux/kernel.h>

#include "../../include/histrig.h"

struct event_file;
struct synth_event;

/* Value of @nr_fields for an event that modules cannot hit. */
#define HANDLE_NO_HITS		UINT_MAX

/**
 * struct handle - a module's handle for an event in an instance
 * @public: the part that the module sees; its @tr is the struct instance
 * @file: the event file; the handle has a reference to it and to its instance, and counts
 *	in @handles of the event
 * @synth: the event, NULL if it is not synthetic
 * @nr_fields: number of values of a hit, HANDLE_NO_HITS if @synth is NULL
 */
struct handle {
	struct histrig_trace_event_file public;
	struct event_file *file;
	struct synth_event *synth;
	unsigned int nr_fields;
};

static inline struct handle *to_handle(struct histrig_trace_event_file *public)
{
	return container_of(public, struct handle, public);
}

#endif /* HISTRIG_HANDLE_H */
