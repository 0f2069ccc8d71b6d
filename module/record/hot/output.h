/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Output: copies records to the ring of an instance. A record that does not fit
 * is counted as lost, see struct ring_stats.
 *
 * Context of all functions: any, preemption off.
 */
#ifndef HISTRIG_OUTPUT_H
#define HISTRIG_OUTPUT_H

#include <linux/types.h>

#include "context.h"

struct event_file;
struct instance;
struct pt_regs;

/**
 * output_event() - record a hit
 * @file: the event file, enabled
 * @record: the record; its common header is filled in
 * @size: length of @record in bytes
 *
 * Depending on the instance's options, also records stack traces and saves the
 * task's thread group.
 */
void output_event(struct event_file *file, void *record, unsigned int size);

/* output_count_lost() - count a hit without a record; its event is enabled */
void output_count_lost(struct event_file *file);

/*
 * output_stack() - record the kernel stack of a hit of @file; @hit is the
 * record of the hit
 */
void output_stack(struct event_file *file, const void *hit);

/**
 * output_stack_from() - record the kernel stack, beginning at a place
 * @instance: the instance
 * @regs: registers of the place. If NULL, the stack begins at the caller of
 *	histrig's code
 */
void output_stack_from(struct instance *instance, struct pt_regs *regs);

/**
 * output_text() - record a string, like a write to trace_marker
 * @instance: the instance
 * @ip: the address to show as its origin
 * @text: the string; ends with a newline
 */
void output_text(struct instance *instance, unsigned long ip, const char *text);

/**
 * output_record() - copy a record to the ring of an instance
 * @instance: the instance
 * @type: ID of the record's event
 * @record: the record; its common header is filled in
 * @size: length of @record in bytes
 *
 * Return: false if recording is off in the instance or on this CPU, or if the
 * record does not fit into the ring.
 */
bool output_record(struct instance *instance, u16 type, void *record,
		   unsigned int size);

/* output_record_at() - output_record() with the context @place */
bool output_record_at(struct instance *instance, u16 type, void *record,
		      unsigned int size, struct record_place place);

/*
 * output_stack_at() - record a kernel stack, without the frames that @skip
 * describes, in the context @place
 */
void output_stack_at(struct instance *instance, const struct stack_skip *skip,
		     struct record_place place);

#endif /* HISTRIG_OUTPUT_H */
