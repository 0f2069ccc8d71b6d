/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Adding and removing events and instances.
 *
 * Each event has an event file in each instance. A new event gets an event file
 * in every instance, and a new instance gets one for every event. Removing an
 * event or instance also removes its event files: all of them are disarmed with
 * a single wait for hits, then unlinked, and their directories are removed.
 * Higher layers take part through struct instance_hooks.
 *
 * registry_mutex serializes everything here; it is taken before event_mutex.
 * When a synthetic or bridged event is added, or a synthetic event removed, the
 * caller also holds synth_mutex or bridge_mutex. Directories are removed
 * without event_mutex held, because the removal waits for files that are being
 * opened, and opening a file takes event_mutex.
 */
#ifndef HISTRIG_INSTANCE_LIFECYCLE_H
#define HISTRIG_INSTANCE_LIFECYCLE_H

#include <linux/list.h>

struct event;
struct event_file;
struct instance;

/**
 * struct instance_hooks - calls into higher layers
 * @prepare_event: an event is about to get its files; event_mutex not held
 * @disarm: take triggers and the like off a file, so that no new hit runs them;
 *	event_mutex held
 * @free_disarmed: free what @disarm took off; no hit uses it any more;
 *	event_mutex held
 * @files_removed: files have been unlinked, but their directories still exist;
 *	event_mutex may be held
 * @add_instance: make the directory and files of an instance, without those of
 *	its events; returns 0, or an errno with nothing left to remove
 * @remove_instance: remove the directory of an instance; event_mutex not held
 * @add_event: make the directory of an event; event_mutex not held
 * @remove_event: remove the directory of an event; event_mutex not held
 *
 * Context: process, registry_mutex held; synth_mutex or bridge_mutex may be
 * held as well.
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
 * Return: 0, -ENODEV if no instance has this name, or -EBUSY if it is in use.
 */
int instance_remove(const char *name);

/**
 * instances_remove_all() - remove every instance except the main one
 *
 * Context: process; takes registry_mutex. No instance is in use.
 */
void instances_remove_all(void);

/**
 * instances_disarm() - disarm all events in all instances
 *
 * Called before all events are removed, so that removing them waits for hits
 * once instead of once for each event.
 *
 * Context: process; takes event_mutex. Nothing can arm an event again.
 */
void instances_disarm(void);

/* Called when an event is added or removed, see struct event_hooks. */
void instances_event_added(struct event *event);
void instances_event_removing(struct event *event);
void instances_event_released(struct event *event);

#endif /* HISTRIG_INSTANCE_LIFECYCLE_H */
