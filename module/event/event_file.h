/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event files: an event as one instance of the tree has it.
 *
 * What users set for an event (triggers, a filter, whether it is recorded)
 * belongs to one instance. Each of these has its own struct event_file for
 * each event, with its own probe on the tracepoint, whose data it is. The probe
 * is registered while the file has a use for hits, so an event that nobody
 * asked for costs nothing.
 *
 * An event file is made when its event or its instance comes, and unlinked when
 * either goes; files of the tree that are still open keep its memory until they
 * are closed.
 *
 * What stands below the line is written under event_mutex; probes read it.
 */
#ifndef HISTRIG_EVENT_FILE_H
#define HISTRIG_EVENT_FILE_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/rcupdate.h>

#include "event.h"

struct dentry;
struct filter;
struct instance;
struct trigger_set;

/* Bits of struct event_file's @mode; 0 lets a hit run triggers and no more. */
#define EVENT_RECORD		BIT(0)	/* enabled, so record it */
#define EVENT_SOFT_DISABLED	BIT(1)	/* but not now, a trigger says */
#define EVENT_SOME_PIDS		BIT(2)	/* only tasks that were asked for */
#define EVENT_MIXED		BIT(3)	/* has triggers other than hist */
#define EVENT_CONDITION		BIT(4)	/* triggers wait for the record */

/**
 * struct event_file - an event in an instance
 * @event: the event
 * @instance: the instance
 * @in_event: in the event's list, empty when unlinked; event_mutex
 * @in_active: in the event's list of those that want hits, of an event that code
 *	of ours feeds; event_mutex, under RCU
 * @in_instance: in the instance's list, in the order of the catalogue;
 *	event_mutex
 * @dir: its directory in the tree
 * @refs: one for being linked, one for each open file
 * @watchers: open hist files that want to know of hits; event_mutex
 * @probed: its probe is registered; event_mutex
 * @was_probed: it has been at some time; event_mutex
 * @soft_users: triggers that switch the event; event_mutex
 * @mode: EVENT_*
 * @other_pid: offset of the number of the other task that a hit is about, or 0
 * @old_armed: triggers that were taken off, to be freed when no hit sees them;
 *	event_mutex
 * @filter: which hits are recorded, NULL for all; under RCU
 * @armed: triggers to run on each hit, NULL for none; under RCU
 */
struct event_file {
	struct event *event;
	struct instance *instance;
	struct list_head in_event;
	struct hlist_node in_active;
	struct list_head in_instance;
	struct dentry *dir;
	struct kref refs;
	unsigned int watchers;
	bool probed;
	bool was_probed;
	unsigned int soft_users;
	struct trigger_set *old_armed;
	u16 other_pid;
	/* ---- */
	unsigned int mode;
	struct filter __rcu *filter;
	struct trigger_set __rcu *armed;
};

/**
 * event_file_make() - make the file of an event in an instance
 * @event: an event that is there
 * @instance: the instance
 * @files: the instance's list
 * @mode: EVENT_* to start with
 *
 * Context: process, event_mutex held.
 * Return: the file, linked and with one reference, or NULL without memory.
 */
struct event_file *event_file_make(struct event *event,
				   struct instance *instance,
				   struct list_head *files,
				   unsigned int mode);

/**
 * event_file_unlink() - take a file out of its event and its instance
 * @to: a list that takes it instead, by @in_instance
 *
 * Nothing may be armed on it any more, then or later. The reference stays the
 * caller's.
 *
 * Context: process, event_mutex held.
 */
void event_file_unlink(struct event_file *file, struct list_head *to);

/**
 * event_file_find() - find the event of a name in an instance
 * @files: the instance's list
 * @system: name of the event's system
 * @name: name of the event
 *
 * Context: process, event_mutex held.
 * Return: the event's file, or NULL.
 */
struct event_file *event_file_find(const struct list_head *files,
				   const char *system, const char *name);

/**
 * event_file_linked() - can anything still be armed on a file
 *
 * Context: process, event_mutex held.
 */
static inline bool event_file_linked(const struct event_file *file)
{
	return !list_empty(&file->in_event);
}

/**
 * for_each_active_file() - walk the files of an event that want its hits
 * @file: struct event_file *, the current file
 * @node: struct hlist_node *, for the walk
 * @event: an event that code of ours feeds
 *
 * Context: any, preemption off, which holds off event_file_sync().
 */
#define for_each_active_file(file, node, event)				\
	for (node = READ_ONCE((event)->active.first);			\
	     node && ({ file = hlist_entry(node, struct event_file,	\
					   in_active); true; });	\
	     node = READ_ONCE(node->next))

/* event_file_get() - take a reference on a file that is linked */
static inline void event_file_get(struct event_file *file)
{
	kref_get(&file->refs);
}

/* event_file_put() - give a reference back; any process context */
void event_file_put(struct event_file *file);

/**
 * event_file_probe() - register or unregister the probe as it is wanted
 * @file: a file whose @armed or @mode has just been changed
 *
 * Only registering can fail. After unregistering, a probe may be on its way
 * until hits_synchronize() has returned.
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int event_file_probe(struct event_file *file);

/**
 * event_file_enable() - record the hits of an event, or stop doing so
 * @on: record
 *
 * What triggers have switched off for a while is on again.
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int event_file_enable(struct event_file *file, bool on);

/**
 * event_file_sync() - wait for probes that were unregistered and may still run
 *
 * To be called before a file is freed that had a probe at any time, for the file
 * is the probe's data.
 *
 * Context: process, event_mutex held.
 */
void event_file_sync(void);

/* event_file_stop() - as disabling it, whatever triggers want; event_mutex */
void event_file_stop(struct event_file *file);

/* event_file_set_mode() - set and clear bits of @mode; any context */
void event_file_set_mode(struct event_file *file, unsigned int set,
			 unsigned int clear);

/**
 * event_file_soft() - let a trigger switch an event, or no longer
 * @on: from now on event_file_switch() may be called on @file
 *
 * As long as there is such a trigger the probe stays registered.
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int event_file_soft(struct event_file *file, bool on);

/* event_file_switch() - record hits or not, from a hit; any context */
static inline void event_file_switch(struct event_file *file, bool on)
{
	set_mask_bits(&file->mode, EVENT_SOFT_DISABLED,
		      on ? 0 : EVENT_SOFT_DISABLED);
}

/* event_file_enabled() - would the file enable say 1 */
static inline bool event_file_enabled(const struct event_file *file)
{
	return (READ_ONCE(file->mode) & (EVENT_RECORD | EVENT_SOFT_DISABLED)) ==
	       EVENT_RECORD;
}

/**
 * event_file_used() - does anything want the hits of an event?
 * @file: the event in an instance
 *
 * The kernel takes such an event for enabled in set_event and in the enable
 * files of systems, even if it is only there for a trigger.
 *
 * Context: process, event_mutex held.
 */
static inline bool event_file_used(const struct event_file *file)
{
	return file->probed;
}

/**
 * event_file_starred() - does an enable file show a star behind the state?
 * @file: the event in an instance
 *
 * It does while triggers of the event, or triggers that switch it, keep its
 * probe registered whether its hits are recorded or not.
 *
 * Context: process, event_mutex held.
 */
static inline bool event_file_starred(const struct event_file *file)
{
	return rcu_access_pointer(file->armed) || file->soft_users ||
	       READ_ONCE(file->mode) & EVENT_SOFT_DISABLED;
}

#endif /* HISTRIG_EVENT_FILE_H */
