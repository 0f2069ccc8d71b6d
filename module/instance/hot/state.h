/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of an instance that hits read and change: whether it records, and which
 * of its two rings it records in.
 */
#ifndef HISTRIG_INSTANCE_STATE_H
#define HISTRIG_INSTANCE_STATE_H

#include "../instance.h"

/* instance_is_on() - test whether tracing_on shows 1; any context */
static inline bool instance_is_on(const struct instance *instance)
{
	return READ_ONCE(instance->state) & INSTANCE_ON;
}

/**
 * instance_set_state() - set or clear a bit of an instance's state
 * @instance: the instance
 * @bit: INSTANCE_*
 * @on: true to set the bit, false to clear it
 *
 * Context: any.
 */
void instance_set_state(struct instance *instance, unsigned int bit, bool on);

/**
 * instance_set_on() - start or stop recording hits, like tracing_on
 * @instance: the instance
 * @on: true to start
 *
 * Stopping wakes the readers that wait for entries.
 *
 * Context: any.
 */
void instance_set_on(struct instance *instance, bool on);

/**
 * instance_wake_all() - make all waiting readers return
 * @instance: the instance
 *
 * Context: any.
 */
void instance_wake_all(struct instance *instance);

/**
 * instance_take_snapshot() - exchange the two rings
 * @instance: the instance
 *
 * Does nothing if the instance has no ring for snapshots, or while another CPU
 * exchanges or reads the two ring pointers.
 *
 * Context: any.
 * Return: true if the rings were exchanged.
 */
bool instance_take_snapshot(struct instance *instance);

#endif /* HISTRIG_INSTANCE_STATE_H */
