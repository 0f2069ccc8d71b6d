/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that every source of events calls for a hit.
 *
 * Compiled probes, system calls, synthetic events, trace_marker and the bridge make a
 * record and pass it to event_hit(). dispatch/hot/ defines the functions below, which
 * run the triggers and decide whether to record the hit.
 */
#ifndef HISTRIG_EVENT_HIT_H
#define HISTRIG_EVENT_HIT_H

struct event_file;
struct event_sole_trigger;

/**
 * event_hit() - hand a finished record to the ring buffer and to the triggers
 * @file: the event file that was hit; for a probe, its data pointer
 * @record: the record; must stay valid until the call returns
 * @size: its length in bytes
 *
 * Context: any, including NMI; preemption off.
 */
void event_hit(struct event_file *file, void *record, unsigned int size);

/**
 * event_hit_partial() - run the only trigger of an event, on a part of a record
 * @sole: the trigger, from event_file_partial(), or @sole_now of an event file
 * @record: the record; if @sole comes from event_file_partial(), only the fields
 *	that the trigger reads must be set
 *
 * Context: as event_hit().
 */
void event_hit_partial(struct event_sole_trigger *sole, void *record);

/*
 * event_hit_lost() - count a hit without a record as dropped, in each histogram and in the
 * ring buffer; any context, preemption off
 */
void event_hit_lost(struct event_file *file);

#endif /* HISTRIG_EVENT_HIT_H */
