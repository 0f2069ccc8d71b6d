/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Systems of an instance: the events whose names begin with the same word, such
 * as "sched". A system exists while one of its events does; open files of its
 * directory keep its memory longer.
 */
#ifndef HISTRIG_INSTANCE_SYSTEM_H
#define HISTRIG_INSTANCE_SYSTEM_H

#include <linux/kref.h>
#include <linux/list.h>

struct dentry;
struct instance;

/**
 * struct event_system - a system in an instance
 * @link: in the instance's list
 * @refs: one for having events, one for each open file
 * @instance: the instance
 * @name: its name, a copy: a module's events, whose header has the name too, may
 *	be gone while a file of the system is open
 * @dir: its directory
 * @nr_events: events in it; registry_mutex
 * @filter_error: what its file filter shows of a filter that no event could
 *	take, or NULL; event_mutex
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
 * event_system_add() - count an event of a system
 * @instance: the instance
 * @name: name of the system
 *
 * Context: process, registry_mutex held.
 * Return: the system, which is made if this is its first event; NULL if there
 * is no memory.
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
 * event_system_remove() - the opposite of event_system_add()
 * @system: the system; removing its last event takes it off the instance
 *
 * Context: process, registry_mutex held.
 */
void event_system_remove(struct event_system *system);

/* event_system_get() - keep a system for an open file, and its instance */
int event_system_get(struct event_system *system);

/* event_system_put() - the opposite of event_system_get() */
void event_system_put(struct event_system *system);

#endif /* HISTRIG_INSTANCE_SYSTEM_H */
