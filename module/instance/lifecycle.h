/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Adding and removing events and instances.
 *
 * Each event has an event file in each instance. Removing an event or instance also removes
 * its event files. All of them are disarmed with a single wait for hits, and then unlinked;
 * the tree notices that they are removed. Higher layers take part through struct
 * instance_hooks.
 *
 * registry_mutex serializes all of this; it is taken before event_mutex and tree_lock. When a
 * synthetic or bridged event is added, or a synthetic event removed, the caller also holds
 * dynamic_mutex or bridge_mutex.
 */
#ifndef HISTRIG_INSTANCE_LIFECYCLE_H
#define HISTRIG_INSTANCE_LIFECYCLE_H

#include <linux/list.h>

struct event;
struct event_file;
struct instance;
struct llist_node;

/**
 * struct instance_hooks - calls into higher layers
 * @prepare_event: an event is about to get its files; event_mutex not held
 * @disarm: remove triggers and the like from a file, so that no new hit runs them;
 *	event_mutex held
 * @free_disarmed: free what @disarm removed; no hit uses it any more; event_mutex held
 * @close: stop the tracer of an instance that is being removed, and free the tracers' data
 *	in it; its events are disarmed; event_mutex held
 * @files_removed: event files have been unlinked; event_mutex may be held
 * @forget: an event file, system or instance with this serial has been removed from the tree
 * @left: an instance has been removed after instance_leave(); none of our locks is held
 * @run_last: do the work in this list, which instance_leave() got as @last, in the order of
 *	the list, and free it; none of our locks is held. The list may be empty
 *
 * Context: process. Unless noted otherwise, registry_mutex is held, and dynamic_mutex or
 * bridge_mutex may be.
 */
struct instance_hooks {
	void (*prepare_event)(struct event *event);
	void (*disarm)(struct event_file *file);
	void (*free_disarmed)(struct event_file *file);
	void (*close)(struct instance *instance);
	void (*files_removed)(void);
	void (*forget)(unsigned int serial);
	void (*left)(void);
	void (*run_last)(struct llist_node *last);
};

/* instances_init() - make the main instance; @hooks remain in use; 0 or an errno */
int instances_init(const struct instance_hooks *hooks);

/**
 * instances_show() - put the events of the main instance into the tree
 *
 * Called for each superblock, before its first lookup. Only the first call that succeeds has
 * an effect; until then, the main instance is the only one. Not part of the module's init
 * function, because sorting the events takes a while.
 *
 * Context: process; takes registry_mutex.
 * Return: 0, -ENOMEM, or -ENOSPC from tree_next_serials().
 */
int instances_show(void);

/*
 * instance_find() - find an instance other than the main one; registry_mutex or event_mutex
 * held; NULL if none has this name
 */
struct instance *instance_find(const char *name);

/* instances_exit() - free the main instance, when no events and instances are left */
void instances_exit(void);

/**
 * instance_create() - make an instance with files for all events
 * @name: its name, copied
 *
 * Context: process; takes registry_mutex.
 * Return: 0, -EEXIST, -ENOMEM, or -ENOSPC from tree_next_serials().
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
 * instance_leave() - remove an instance as soon as it has no user
 * @instance: the instance; the call also undoes an instance_get()
 * @last: passed to @run_last of struct instance_hooks after the removal
 *
 * If there are other users, the last instance_put() removes the instance.
 *
 * Context: process; no lock of ours is held, as this waits for a worker that takes
 * registry_mutex and calls @left and @run_last, which take s_umount and dynamic_mutex.
 */
void instance_leave(struct instance *instance, struct llist_node *last);

/* Removes all instances but the main one; none may be in use. Takes registry_mutex. */
void instances_remove_all(void);

/*
 * instances_disarm() - disarm all events before all are removed, so that their removal waits
 * for hits only once; takes event_mutex. Nothing may arm an event again.
 */
void instances_disarm(void);

/* Called when an event is added or removed, see struct event_hooks. */
void instances_event_added(struct event *event);
void instances_event_removing(struct event *event);
void instances_event_released(struct event *event);

#endif /* HISTRIG_INSTANCE_LIFECYCLE_H */
