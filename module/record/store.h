/* SPDX-License-Identifier: GPL-2.0 */
/* Recording: from a record to the ring of an instance. */
#ifndef HISTRIG_STORE_H
#define HISTRIG_STORE_H

#include <linux/types.h>

struct event_file;
struct instance;

/**
 * record_store() - record a hit
 * @file: the event, enabled
 * @record: the record; its common header is filled in here
 * @size: its length in bytes
 *
 * A record that there is no room for is counted, see struct ring_stats.
 *
 * Context: any, must not migrate.
 */
void record_store(struct event_file *file, void *record, unsigned int size);

/* record_not_stored() - count a record that could not even be built */
void record_not_stored(struct event_file *file);

/**
 * record_stack() - record the stack of a hit
 * @file: the event that is hit
 *
 * Context: in its probe.
 */
void record_stack(struct event_file *file);

/**
 * record_text() - record a text of ours, as if somebody had written a marker
 * @instance: where
 * @ip: who says it
 * @text: ends with a newline
 *
 * Context: as record_store().
 */
void record_text(struct instance *instance, unsigned long ip, const char *text);

/**
 * record_put() - record what is not the hit of an event
 * @instance: where
 * @type: what kind of record, the number of an event
 * @record: begins with a common header, filled in here
 * @size: its length in bytes
 *
 * Context: as record_store().
 * Return: whether it was recorded.
 */
bool record_put(struct instance *instance, u16 type, void *record,
		unsigned int size);

#endif /* HISTRIG_STORE_H */
