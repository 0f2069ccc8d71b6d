/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events and instances as they are added and removed.
 *
 * Each event has an event file in each instance. A new event gets one in every
 * instance, a new instance gets one for every event, and when either is removed its
 * event files go: they are disarmed, all of them with one wait for hits, unlinked,
 * and their directories removed. Folders above this
 * one take part through struct instance_hooks.
 *
 * Everything here is serialized by registry_mutex, which is taken before
 * event_mutex. Directories are removed with event_mutex not held, because the
 * removal waits for readers, and those take it.
 */
#ifndef HISTRIG_INSTANCE_LIFECYCLE_H
#define HISTRIG_INSTANCE_LIFECYCLE_H

#include <linux/list.h>

struct event;
struct event_file;
struct instance;

/**
 * struct instance_hooks - how other folders take part when events and instances are added
 *	and removed
 * @prepare_event: an event is about to get its files; no other lock held
 * @disarm: let no hit from now on run anything on a file; event_mutex
 * @free_disarmed: free what @disarm took off, when no hit uses it any more;
 *	event_mutex
 * @files_removed: files are unlinked and directories still there; event_mutex may be
 *	held
 * @add_instance: make the directory of an instance and its files, those of its events
 *	left out; 0, or an errno with nothing left to remove
 * @remove_instance: remove that directory; no other lock held
 * @add_event: make the directory of an event; no other lock held
 * @remove_event: remove it; no other lock held
 *
 * Context: process, registry_mutex held.
 */
struct instance_hooks {
	void (*prepare_event)(struct event *event);
	void (*disarm)(struct event_file *file);
	void (*free_disarmed)(struct event_file *file);
	void (*files_removed)(void);
	int (*add_instance)(struct instance *instance);
	void (*remove_instance)(struct instance *instance);
	void (*add_event)(struct event_file *file);
	void (*remove_event)(struct event_file *file);
};

/**
 * instances_init() - make the main instance
 * @hooks: kept until instances_exit()
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int instances_init(const struct instance_hooks *hooks);

/**
 * instances_exit() - free the main instance
 *
 * Context: process; no events and no other instances left.
 */
void instances_exit(void);

/**
 * instance_create() - make an instance with files for all events
 * @name: its name, copied
 *
 * Context: process; takes registry_mutex.
 * Return: 0, -EEXIST, -ENOMEM, or an errno of the hooks.
 */
int instance_create(const char *name);

/**
 * instance_remove() - remove an instance
 * @name: its name
 *
 * Context: process; takes registry_mutex.
 * Return: 0, -ENODEV if there is none of the name, or -EBUSY.
 */
int instance_remove(const char *name);

/**
 * instances_remove_all() - remove every instance except the main one
 *
 * Context: process; takes registry_mutex. None is in use.
 */
void instances_remove_all(void);

/**
 * instances_disarm() - take everything off all events of all instances
 *
 * When all events are to be removed, this waits for hits once instead of once for
 * each event.
 *
 * Context: process; takes event_mutex. Nothing can arm an event again.
 */
void instances_disarm(void);

/* What an event needs here, see struct event_hooks. */
void instances_event_added(struct event *event);
void instances_event_removing(struct event *event);
void instances_event_released(struct event *event);

#endif /* HISTRIG_INSTANCE_LIFECYCLE_H */
