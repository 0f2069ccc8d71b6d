/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The registry: which events of the catalogue are there.
 *
 * An event is there while its tracepoint is: from load to unload of histrig
 * for a tracepoint of the kernel, from load to unload of its module for the
 * others. Whoever builds something for each event (the tree) is told by
 * hooks when one comes and goes.
 *
 * docs/architecture.md has all locks in their order: here registry_mutex, then
 * event_mutex, then event_ids_lock(). Files of the tree are removed with
 * event_mutex not held, because removal waits for readers, which take it. Code
 * that prints records holds event_ids_lock(), so that no event is removed
 * meanwhile.
 */
#ifndef HISTRIG_REGISTRY_H
#define HISTRIG_REGISTRY_H

#include <linux/string.h>

#include "event.h"

/* Held while events or instances come or go, files and all. */
extern struct mutex registry_mutex;

/* Guards the registry, and all that is built by commands. */
extern struct mutex event_mutex;

/* Events that are there, in the order of the catalogue; event_mutex. */
extern struct list_head event_list;

/**
 * struct event_hooks - who wants to know
 * @come: the event is on event_list now
 * @leave: @come's opposite; called with event_mutex held, when the event is
 *	off the list and before its tracepoint goes. After it nothing may be
 *	armed on the event
 * @gone: called after @leave, with registry_mutex and no other lock held
 * @module_comes: a module is there, the catalogue's events of it have come and the
 *	kernel's own event code is done with it; may be told twice; no lock of
 *	ours held
 * @module_gone: all events of a module have gone; no lock of ours held
 *
 * Context: all may sleep; registry_mutex held if nothing else is said.
 */
struct event_hooks {
	void (*come)(struct event *event);
	void (*leave)(struct event *event);
	void (*gone)(struct event *event);
	void (*module_comes)(struct module *mod);
	void (*module_gone)(struct module *mod);
};

/**
 * registry_prepare() - index the catalogue
 *
 * Return: 0 or -ENOMEM.
 */
int registry_prepare(void);

/* registry_discard() - the opposite */
void registry_discard(void);

/**
 * registry_init() - find the events that are there, and follow modules
 * @hooks: whom to tell, kept until registry_exit()
 *
 * Return: 0 or an errno; nothing stays registered then.
 */
int registry_init(const struct event_hooks *hooks);

/**
 * registry_exit() - let every event go, by the hooks
 */
void registry_exit(void);

/**
 * event_id() - number of an event
 * @event: an event that is there
 *
 * The kernel's own number where it has the event itself, so that clients can
 * hand it to perf; else one of ours above all of the kernel's.
 *
 * Context: process, event_mutex held.
 */
u16 event_id(struct event *event);

/**
 * registry_add() - let an event come that code of ours feeds
 * @event: the event, its header and class complete, the offsets of its fields
 *	too; its tracepoint, if it is fed by a probe on one
 * @id: its number, or 0 to have one found; for an event with a tracepoint that
 *	is the kernel's own, if it has the event
 *
 * Nothing calls a probe for it. Instead the code that feeds it looks at the
 * event's files; one that is probed wants records, and gets each by
 * event_hit(), with preemption off.
 *
 * Context: process, may sleep; no lock held.
 * Return: 0, -ENOSPC when all numbers are taken, or -ENODEV when registry_exit()
 * has begun.
 */
int registry_add(struct event *event, u16 id);

/**
 * event_own_id() - a number for an event that no event of the kernel has
 *
 * Context: any, while the event is there.
 */
u16 event_own_id(const struct event *event);

/**
 * event_is() - does an event have this name?
 * @event: the event
 * @system: name of a system
 * @name: name of an event
 *
 * Context: any.
 */
static inline bool event_is(const struct event *event, const char *system,
			    const char *name)
{
	return !strcmp(event->name, name) &&
	       !strcmp(event->header->system, system);
}

/**
 * registry_has() - is an event there
 * @system: its system
 * @name: its name
 *
 * Context: process, may sleep; no lock held.
 */
bool registry_has(const char *system, const char *name);

/* registry_remove() - the opposite of registry_add(), for who does not wait for registry_exit() */
void registry_remove(struct event *event);

/**
 * event_by_id() - the event whose records have a number
 *
 * Context: event_mutex or event_ids_lock() held.
 * Return: the event, or NULL if it has gone.
 */
struct event *event_by_id(u16 id);

/* event_ids_lock() - let no event go for a while; may sleep */
void event_ids_lock(void);
void event_ids_unlock(void);

/* registry_before() - does an event stand before another in the catalogue */
bool registry_before(const struct event *event, const struct event *other);

#endif /* HISTRIG_REGISTRY_H */
