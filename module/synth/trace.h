/* SPDX-License-Identifier: GPL-2.0 */
/* How the record of a synthetic event is built. */
#ifndef HISTRIG_SYNTH_TRACE_H
#define HISTRIG_SYNTH_TRACE_H

#include "synth.h"

/* What is done with a value. */
enum synth_step_kind {
	SYNTH_STEP_NUMBER,
	SYNTH_STEP_CHARS,
	SYNTH_STEP_STRING,
	SYNTH_STEP_STACK,
};

/**
 * struct synth_step - how one value goes into a record
 * @mask: the bits of a number that its field has
 * @offset: where the field lies in a record, in bytes
 * @kind: what the value is
 */
struct synth_step {
	u64 mask;
	u16 offset;
	u8 kind;
};

/* synth_event_is_dynamic() - has it a field of no fixed size? */
static inline bool synth_event_is_dynamic(const struct synth_event *event)
{
	return event->dynamic;
}

/**
 * synth_record_start() - begin a record that gets its values one by one
 * @event: the event; without dynamic fields
 * @file: it in the one instance that is hit
 *
 * Context: any, preemption off until synth_record_end().
 * Return: the record, all zeros, or NULL when there is no room, which is
 * counted.
 */
void *synth_record_start(const struct synth_event *event,
			 struct event_file *file);

/* synth_record_put() - the value of field @i, as for synth_event_hit() */
void synth_record_put(const struct synth_event *event, void *record,
		      unsigned int i, u64 val);

/* synth_record_end() - the hit of the record */
void synth_record_end(const struct synth_event *event, struct event_file *file,
		      void *record);

#endif /* HISTRIG_SYNTH_TRACE_H */
