/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Output: copying records to the ring of an instance.
 *
 * If a record does not fit into the ring, the ring counts it as lost, see
 * struct ring_stats.
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
 * @record: the record; its common header is filled in here
 * @size: length of @record in bytes
 *
 * Also records the stack traces and saves the thread group that the options of
 * the instance ask for.
 *
 * Context: any, preemption off.
 */
void output_event(struct event_file *file, void *record, unsigned int size);

/**
 * output_count_lost() - count a hit for which no record could be built
 * @file: the event file, enabled
 *
 * Context: any, preemption off.
 */
void output_count_lost(struct event_file *file);

/**
 * output_stack() - record the kernel stack of a hit
 * @file: the event file that was hit
 * @hit: the record of the hit, where its source has built it
 *
 * Context: any, in a probe of @file.
 */
void output_stack(struct event_file *file, const void *hit);

/**
 * output_stack_from() - record the kernel stack from a place on
 * @instance: the instance
 * @regs: registers of the place; NULL if they are not known, then the stack
 *	begins at the code that called ours
 *
 * Context: any, preemption off.
 */
void output_stack_from(struct instance *instance, struct pt_regs *regs);

/**
 * output_text() - record a text of our own, like a write to trace_marker
 * @instance: the instance
 * @ip: the address to show as the origin of the text
 * @text: the text; ends with a newline
 *
 * Context: any, preemption off.
 */
void output_text(struct instance *instance, unsigned long ip, const char *text);

/**
 * output_record() - copy a record to the ring of an instance
 * @instance: the instance
 * @type: ID of the record's event
 * @record: the record; its common header is filled in here
 * @size: length of @record in bytes
 *
 * Context: any, preemption off.
 * Return: true if it was recorded; false if recording is off in the instance or
 * on this CPU, or if the record does not fit into the ring.
 */
bool output_record(struct instance *instance, u16 type, void *record,
		   unsigned int size);

/**
 * output_record_at() - copy a record that does not come from an event
 * @instance: the instance
 * @type: ID of the record's event
 * @record: the record; its common header is filled in here
 * @size: length of @record in bytes
 * @place: the context of the place that the record is about
 *
 * Context: any, preemption off.
 * Return: what output_record() returns.
 */
bool output_record_at(struct instance *instance, u16 type, void *record,
		      unsigned int size, struct record_place place);

/**
 * output_stack_at() - record the kernel stack of a place
 * @instance: the instance
 * @skip: frames to leave out
 * @place: the context of the place
 *
 * Context: any, preemption off.
 */
void output_stack_at(struct instance *instance, const struct stack_skip *skip,
		     struct record_place place);

#endif /* HISTRIG_OUTPUT_H */
