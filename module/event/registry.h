/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The registry: which events exist on the running kernel.
 *
 * An event of the catalogue is registered while its tracepoint exists, in the
 * kernel or in a module. registry_add() registers events that are not in the
 * catalogue. Code that keeps state for each event, such as the tree, learns of
 * changes through hooks.
 *
 * The locks of this file nest in the order registry_mutex, event_mutex,
 * event_ids_lock(); docs/architecture.md lists all locks. Directories list events
 * under tree_lock, so that a lookup does not wait for a command. Code that prints
 * records holds event_ids_lock(), so that no event is removed while it prints.
 */
#ifndef HISTRIG_REGISTRY_H
#define HISTRIG_REGISTRY_H

#include <linux/string.h>

#include "event.h"

/* Held to add or remove events, instances and their files. */
extern struct mutex registry_mutex;

/* Guards the registry and everything that commands set up. */
extern struct mutex event_mutex;

/*
 * The registered events. registry_sort() sorts them by ID, which is the kernel's order of its
 * events; later ones follow, the oldest first. Guarded by event_mutex.
 */
extern struct list_head event_list;

/**
 * struct event_hooks - callbacks for changes of events and modules
 * @added: called with registry_mutex held after an event has been put on
 *	event_list
 * @removing: called with registry_mutex and event_mutex held after an event has
 *	been taken off event_list; its tracepoint still exists. When @removing
 *	returns, nothing may be armed on the event
 * @released: called after @removing with only registry_mutex held
 * @module_added: called with no lock of histrig held after a module has been
 *	loaded. By then, the module's events of the catalogue are registered,
 *	and the kernel's own event code has handled the module. May be called
 *	twice for a module
 * @module_removed: called with no lock of histrig held after all events on the
 *	tracepoints of a module have been removed
 *
 * Context: process, all may sleep.
 */
struct event_hooks {
	void (*added)(struct event *event);
	void (*removing)(struct event *event);
	void (*released)(struct event *event);
	void (*module_added)(struct module *mod);
	void (*module_removed)(struct module *mod);
};

/**
 * registry_init() - register the catalogue's events, now and when modules are loaded
 * @hooks: callbacks, used until registry_exit()
 *
 * Context: process, may sleep.
 * Return: 0, or an errno. After an error no event is registered.
 */
int registry_init(const struct event_hooks *hooks);

/*
 * registry_sort() - give each event its ID, and sort event_list by ID, for the first mount.
 * May sleep; registry_mutex held.
 */
void registry_sort(void);

/* registry_exit() - remove all events and call the hooks for each; may sleep */
void registry_exit(void);

/**
 * event_id() - get the ID of an event, and assign one if it has none
 * @event: a registered event
 *
 * An event that the kernel also has gets the kernel's ID, so that clients can pass
 * the ID to perf. Any other event gets an ID above all IDs of the kernel.
 *
 * The first call for an event takes the kernel's own event_mutex under ours.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: the ID.
 */
u16 event_id(struct event *event);

/**
 * registry_add() - register an event that histrig feeds
 * @event: the event, with its header, its class and the offsets of its fields
 *	set; also its tracepoint, if its hits come from a probe on one
 * @id: its ID, or 0 to choose one: an event with a tracepoint gets the kernel's ID
 *	if the kernel has the event
 *
 * The class of the event has no @probe. Code that feeds the event calls
 * event_hit_files(), preemption off.
 *
 * Context: process, may sleep; takes registry_mutex and event_mutex. The caller
 * may hold bridge_mutex or dynamic_mutex.
 * Return: 0, -ENOSPC if all IDs are taken, or -ENODEV after registry_exit()
 * has begun.
 */
int registry_add(struct event *event, u16 id);

/* event_own_id() - get the ID of an event that the kernel does not have */
u16 event_own_id(const struct event *event);

static inline bool event_is(const struct event *event, const char *system,
			    const char *name)
{
	return !strcmp(event->name, name) &&
	       !strcmp(event->header->system, system);
}

/*
 * registry_trusts() - may the tracepoints of a module be used? Like the kernel, rejects
 * modules that may come from another build, with other structures.
 */
bool registry_trusts(const struct module *mod);

/*
 * registry_kernel_event() - find an event of the kernel image by name, NULL if there is
 * none; event_mutex held
 */
struct event *registry_kernel_event(const char *name);

/* registry_has() - is an event registered? Takes event_mutex; caller may hold bridge_mutex. */
bool registry_has(const char *system, const char *name);

/**
 * registry_remove() - remove an event that registry_add() registered
 * @event: the event
 *
 * registry_exit() removes the remaining events.
 *
 * Context: process, may sleep; takes registry_mutex and event_mutex. The caller
 * may hold dynamic_mutex.
 */
void registry_remove(struct event *event);

/*
 * event_by_id() - find an event by its ID, NULL if there is none; event_mutex or
 * event_ids_lock() held
 */
struct event *event_by_id(u16 id);

/*
 * event_ids_lock() - keep events from being removed while their records are printed; may
 * sleep, event_mutex may be held
 */
void event_ids_lock(void);

/* event_ids_unlock() - undo event_ids_lock() */
void event_ids_unlock(void);

/**
 * event_ids_hold() - like event_ids_lock(), but takes no lock, see hold.h
 *
 * Context: any but NMI; one caller at a time.
 * Return: true, and the caller must call event_ids_release(); or false if an event is
 *	just getting or losing its ID.
 */
bool event_ids_hold(void);

/* event_ids_release() - undo event_ids_hold(); wakes up no task */
void event_ids_release(void);

/* registry_before() - does @event come before @other in event_list? */
bool registry_before(const struct event *event, const struct event *other);

#endif /* HISTRIG_REGISTRY_H */
