/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that commands call to change or use the rings of an instance. */
#ifndef HISTRIG_INSTANCE_RINGS_H
#define HISTRIG_INSTANCE_RINGS_H

#include <linux/types.h>

struct event;
struct instance;
struct instance_max_trace;
struct ring;
struct histrig_clock;

/**
 * instance_use_ring() - expand the ring to its full size
 * @instance: the instance
 *
 * Called before any command that can cause hits to be recorded. Until then the rings of the
 * main instance have the minimum size.
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int instance_use_ring(struct instance *instance);

/**
 * instance_resize() - change the size of both rings
 * @instance: the instance
 * @size: bytes for each CPU
 * @cpu: a CPU, or RING_ALL
 *
 * Context: process, event_mutex held.
 * Return: 0, or -ENOMEM with both sizes unchanged.
 */
int instance_resize(struct instance *instance, unsigned long size, int cpu);

/* instance_set_clock() - set the clock that stamps records; event_mutex held */
void instance_set_clock(struct instance *instance,
			const struct histrig_clock *clock);

/*
 * instance_set_overwrite() - if a ring is full, let new records replace the oldest if @on, else
 * drop the new ones; event_mutex held
 */
void instance_set_overwrite(struct instance *instance, bool on);

/* instance_reset() - drop the records in both rings; event_mutex held */
void instance_reset(struct instance *instance);

/* instance_clear() - drop the records of the recording ring; event_mutex held */
void instance_clear(struct instance *instance);

/**
 * instance_get_ring() - get the ring that records, or the ring for snapshots
 * @instance: the instance
 * @snapshot: true to get the ring for snapshots
 *
 * Context: any that may use RCU.
 * Return: the ring, or NULL if there is none. The caller drops its reference with ring_put().
 */
struct ring *instance_get_ring(struct instance *instance, bool snapshot);

/**
 * instance_get_snapshot() - get the ring for snapshots, and its description
 * @instance: the instance
 * @worst: filled in
 * @view: true to keep the tracer from taking another snapshot until the caller
 *	decrements @instance->viewers
 *
 * Context: process, event_mutex held.
 * Return: the ring, or NULL if there is none. The caller drops its reference with ring_put().
 */
struct ring *instance_get_snapshot(struct instance *instance,
				   struct instance_max_trace *worst, bool view);

/*
 * instance_alloc_snapshot() - make a ring for snapshots, or give an existing one the size of
 * @ring; event_mutex held; 0 or -ENOMEM
 */
int instance_alloc_snapshot(struct instance *instance);

/* instance_free_snapshot() - free the ring for snapshots; event_mutex held */
void instance_free_snapshot(struct instance *instance);

/*
 * stale.c: records of removed events. A new event may get the ID of a removed one, and would
 * print the old records as its own.
 */

/**
 * stale_note() - mark the instances whose rings may contain records of an event
 * @event: an event that a command removes
 * @refused: true if the event stays, because it is in use. Like the kernel, this clears the
 *	marks that earlier removals set
 *
 * Context: process, event_mutex held.
 */
void stale_note(const struct event *event, bool refused);

/**
 * stale_forget() - reset the rings of the marked instances
 *
 * Called after a command has removed dynamic events. As in the kernel, after any other
 * removal the records stay in the rings and are printed as records of an unknown type.
 *
 * Context: process, may sleep; takes event_mutex.
 */
void stale_forget(void);

/**
 * stale_forget_event() - reset all rings if a recorded event of a module is removed
 * @event: the event
 *
 * Like the kernel, resets those of all instances.
 *
 * Context: process, may sleep, event_mutex held.
 */
void stale_forget_event(struct event *event);

#endif /* HISTRIG_INSTANCE_RINGS_H */
