/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Systems of an instance: the groups that events belong to, such as "sched". A system exists
 * while it has events. Inodes and open files of its directory keep its memory.
 */
#ifndef HISTRIG_INSTANCE_SYSTEM_H
#define HISTRIG_INSTANCE_SYSTEM_H

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/types.h>

struct event_file;
struct instance;

/**
 * struct event_system - a system in an instance
 * @link: in the instance's @systems; guarded by tree_lock
 * @files: its event files, the newest first; never empty while the system is
 *	in the tree; guarded by tree_lock
 * @refs: one reference while it has events, and one for each inode and open
 *	file
 * @serial: see tree_next_serials()
 * @instance: the instance, whose memory it keeps
 * @name: copy of its name, because a file of the system may stay open after the module that
 *	gave the name is unloaded
 * @filter_error: message that its filter file shows if no event could use the last filter,
 *	else NULL; protected by event_mutex
 * @rcu: frees the system
 */
struct event_system {
	struct list_head link;
	struct list_head files;
	struct kref refs;
	unsigned int serial;
	struct instance *instance;
	char *name;
	char *filter_error;
	struct rcu_head rcu;
};

/**
 * event_system_add() - show an event in its system
 * @file: the event's file in an instance
 *
 * Makes the system for its first event.
 *
 * Context: process, registry_mutex held; takes tree_lock.
 * Return: 0, -ENOMEM, or -ENOSPC from tree_next_serials(). After an error the event has no
 * directory.
 */
int event_system_add(struct event_file *file);

/**
 * event_system_remove() - undo event_system_add()
 * @file: the event's file
 *
 * Context: process, registry_mutex held; takes tree_lock.
 * Return: the serial of the system if this was its last event, else 0.
 */
unsigned int event_system_remove(struct event_file *file);

/* event_system_removed() - has a system lost all its events? The answer may change at once. */
static inline bool event_system_removed(const struct event_system *system)
{
	return list_empty(&system->files);
}

/* event_system_hold() - keep the memory of a system */
static inline void event_system_hold(struct event_system *system)
{
	kref_get(&system->refs);
}

/* event_system_drop() - undo event_system_hold() */
void event_system_drop(struct event_system *system);

#endif /* HISTRIG_INSTANCE_SYSTEM_H */
