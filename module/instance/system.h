/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Systems of an instance: the groups that events belong to, such as "sched". A
 * system exists while it has events. Its memory is freed only when no file of
 * its directory is open any more.
 */
#ifndef HISTRIG_INSTANCE_SYSTEM_H
#define HISTRIG_INSTANCE_SYSTEM_H

#include <linux/kref.h>
#include <linux/list.h>

struct dentry;
struct instance;

/**
 * struct event_system - a system in an instance
 * @link: in the instance's @systems
 * @refs: one reference while it has events, and one for each open file
 * @instance: the instance
 * @name: copy of its name; a file of the system may stay open after the module
 *	that the name came from is unloaded
 * @dir: its directory
 * @nr_events: number of events in it; protected by registry_mutex
 * @filter_error: text that its filter file shows if no event could take the
 *	last filter, else NULL; protected by event_mutex
 */
struct event_system {
	struct list_head link;
	struct kref refs;
	struct instance *instance;
	char *name;
	struct dentry *dir;
	unsigned int nr_events;
	char *filter_error;
};

/**
 * event_system_add() - find or make a system and count one more event in it
 * @instance: the instance
 * @name: name of the system
 *
 * Context: process, registry_mutex held.
 * Return: the system, newly made for its first event, or NULL when out of
 * memory.
 */
struct event_system *event_system_add(struct instance *instance,
				      const char *name);

/**
 * event_system_find() - find a system by its name
 * @instance: the instance
 * @name: name of the system
 *
 * Context: process, registry_mutex held.
 * Return: the system, or NULL.
 */
struct event_system *event_system_find(const struct instance *instance,
				       const char *name);

/**
 * event_system_remove() - count one event fewer, undoing event_system_add()
 * @system: the system; removing its last event takes it off the instance
 *
 * Context: process, registry_mutex held.
 */
void event_system_remove(struct event_system *system);

/**
 * event_system_get() - keep a system and its instance for an open file
 * @system: the system
 *
 * Context: process; the caller keeps @system from being freed during the call.
 * Return: 0, or -ENODEV if the instance is being removed.
 */
int event_system_get(struct event_system *system);

/* event_system_put() - undo event_system_get() */
void event_system_put(struct event_system *system);

#endif /* HISTRIG_INSTANCE_SYSTEM_H */
