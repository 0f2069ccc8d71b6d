/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Adding and removing events and instances.
 *
 * Each event has an event file in each instance. A new event gets an event file
 * in every instance, and a new instance gets one for every event. Removing an
 * event or instance also removes its event files: all of them are disarmed with
 * a single wait for hits and then unlinked; the tree finds out by itself that
 * they are removed. Higher layers take part through struct instance_hooks.
 *
 * registry_mutex serializes everything here; it is taken before event_mutex and
 * tree_lock. When a synthetic or bridged event is added, or a synthetic event
 * removed, the caller also holds dynamic_mutex or bridge_mutex.
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
 * @disarm: take triggers and the like off a file, so that no new hit runs them;
 *	event_mutex held
 * @free_disarmed: free what @disarm took off; no hit uses it any more;
 *	event_mutex
 * @close: stop the tracer of an instance that is being removed, and free what
 *	tracers keep in it; its events are disarmed; event_mutex held
 * @files_removed: files have been unlinked; event_mutex may be held
 * @forget: an event file, a system or an instance that had this serial has been
 *	taken out of the tree
 * @left: an instance has been removed after instance_leave(); called without
 *	our locks
 * @run_last: do what instance_leave() was given, in this order, and free it; no
 *	lock of ours is held. The list may be empty
 *
 * Context: process. If not said otherwise, registry_mutex is held, and
 * dynamic_mutex or bridge_mutex may be.
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

/**
 * instances_init() - make the main instance
 * @hooks: kept until instances_exit()
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int instances_init(const struct instance_hooks *hooks);

/**
 * instances_show() - put the events of the main instance into the tree
 *
 * Called for each superblock, before its first lookup; only the first call that
 * succeeds does anything. It sorts the events into the kernel's order, which
 * takes a while: loading the module does not wait for it. There is no other
 * instance then. After an error the next call continues, so that no event stays
 * missing.
 *
 * Context: process; takes registry_mutex.
 * Return: 0, -ENOMEM, or -ENOSPC from tree_next_serials().
 */
int instances_show(void);

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
 * instance_leave() - give up an instance, which its last user removes
 * @instance: the instance; the caller undoes an instance_get() with this call
 * @last: passed to @run_last of struct instance_hooks after the removal
 *
 * If there are other users, the last instance_put() removes it.
 *
 * Context: process; takes registry_mutex, and waits for @run_last.
 */
void instance_leave(struct instance *instance, struct llist_node *last);

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
