/* SPDX-License-Identifier: GPL-2.0 */
/* Building the record of a synthetic event. */
#ifndef HISTRIG_SYNTH_HOT_TRACE_H
#define HISTRIG_SYNTH_HOT_TRACE_H

#include "../synth.h"

enum synth_step_kind {
	SYNTH_STEP_NUMBER,
	SYNTH_STEP_CHARS,
	SYNTH_STEP_STRING,
	SYNTH_STEP_STACK,
};

/**
 * struct synth_step - how to store a value in a record
 * @mask: the valid bits of a number
 * @offset: offset of the field in a record, in bytes
 * @kind: enum synth_step_kind
 */
struct synth_step {
	u64 mask;
	u16 offset;
	u8 kind;
};

/* Does the event have a field of variable length? */
static inline bool synth_event_is_dynamic(const struct synth_event *event)
{
	return event->dynamic;
}

/**
 * synth_record_start() - begin a hit whose values are set one by one
 * @event: an event without fields of variable length
 * @file: the event in the instance that is hit
 *
 * Context: any, preemption off until synth_record_end().
 * Return: the record, all zeros; or NULL if hits are nested too deep or no
 * scratch memory is left; the hit then counts as dropped.
 */
void *synth_record_start(const struct synth_event *event,
			 struct event_file *file);

/**
 * synth_record_put() - set the value of a field
 * @event: the event
 * @record: the record from synth_record_start()
 * @i: index of the field
 * @val: its value, as for synth_event_hit()
 *
 * Context: as synth_record_start().
 */
void synth_record_put(const struct synth_event *event, void *record,
		      unsigned int i, u64 val);

/**
 * synth_record_end() - hit the event with a complete record
 * @event: the event
 * @file: as for synth_record_start()
 * @record: the record, which is freed
 *
 * Context: as synth_record_start().
 */
void synth_record_end(const struct synth_event *event, struct event_file *file,
		      void *record);

#endif /* HISTRIG_SYNTH_HOT_TRACE_H */
