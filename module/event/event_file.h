/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event files: the state of an event in one instance of the tree.
 *
 * Each instance has its own settings for an event: triggers, a filter, whether it is
 * recorded. They are in a struct event_file, which has its own probe on the
 * tracepoint. The probe is registered only while the file wants hits, so an unused
 * event costs nothing.
 *
 * An event file is made when its event or its instance is added, and unlinked
 * when either is removed. Its memory is freed only after users have closed all
 * files of the tree that belong to it.
 *
 * Probes read the members below the line. These are written under event_mutex,
 * except that a hit may change EVENT_SOFT_DISABLED in @mode without a lock.
 *
 * Most frequent events have a single hist trigger and are not recorded. Their files
 * have a struct event_sole_trigger, through which a hit finds the trigger without
 * looking at @mode and @armed. If the trigger reads only a few fields, the probe
 * builds only these.
 */
#ifndef HISTRIG_EVENT_FILE_H
#define HISTRIG_EVENT_FILE_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/rculist.h>
#include <linux/types.h>

#include "../compat/order.h"
#include "event.h"
#include "hit.h"

struct filter;
struct instance;
struct trigger_set;

/* Bits of @mode in struct event_file; if none is set, hits run only hist triggers. */
#define EVENT_RECORD		BIT(0)	/* enabled: record its hits */
#define EVENT_SOFT_DISABLED	BIT(1)	/* a trigger has switched recording off */
#define EVENT_SOME_PIDS		BIT(2)	/* a pid filter rejects some tasks */
#define EVENT_MIXED		BIT(3)	/* has triggers other than hist */
#define EVENT_CONDITION		BIT(4)	/* EVENT_MIXED is set, and a trigger needs the record */

/*
 * Bits of @fields in struct event_sole_trigger. Each of the first EVENT_SLOTS bits stands
 * for the fields that start in one eight-byte part of a record.
 */
#define EVENT_SLOT(offset)	((offset) / sizeof(u64))
#define EVENT_SLOTS		31
#define EVENT_PARTIAL		BIT(31)	/* the other bits name all fields that the trigger reads */

/**
 * struct event_sole_trigger - the hist trigger that is the only user of an event
 * @fields: the fields that it reads, as BIT(EVENT_SLOT()), and EVENT_PARTIAL; 0
 *	if its hits need the whole record
 *
 * First member of struct trigger.
 */
struct event_sole_trigger {
	u32 fields;
};

/**
 * struct event_file - an event in an instance
 * @in_active: entry in the event's @active, for events that histrig feeds;
 *	written under event_mutex, read under RCU. It is the first member, so
 *	that for_each_active_file() need not subtract its offset
 * @event: the event
 * @instance: the instance
 * @module: the event's module, which event_file_soft_get() pins. NULL once the event
 *	is removed, because the kernel frees a module whose init function fails even
 *	if it is pinned. Guarded by event_mutex
 * @in_event: entry in the event's @files, empty when unlinked; guarded by
 *	event_mutex
 * @in_instance: entry in the instance's list, which is sorted like event_list;
 *	guarded by event_mutex
 * @rcu: frees the file, which is in no list by then
 * @in_system: entry in @files of its struct event_system; guarded by tree_lock
 * @refs: one reference for being linked, one for each inode, and those of triggers,
 *	histograms and handles that use the file
 * @serial: see tree_next_serials()
 * @watchers: number of open hist files that wait for hits; guarded by
 *	event_mutex
 * @probed: the file receives hits, from its probe or, by @in_active, from
 *	histrig; written under event_mutex
 * @was_probed: @probed has been set at least once; guarded by event_mutex
 * @soft_users: number of triggers that switch the event; guarded by event_mutex
 * @old_armed: triggers that have been removed, to be freed once no hit uses
 *	them; guarded by event_mutex
 * @sole: the event's trigger if that is its only one and a hist trigger, else NULL;
 *	guarded by event_mutex
 * @other_pid: offset of the field that holds the pid of a second task, such as
 *	the task that is woken up; 0 if the event has no such field. The pid
 *	filter tests both tasks
 * @mode: EVENT_* bits
 * @filter: selects the hits to record, NULL for all; under RCU
 * @armed: triggers to run on each hit, NULL for none; under RCU
 * @sole_now: @sole while @mode is 0, else NULL; under RCU
 * @partial: @sole_now if its hits do not need the whole record, else NULL; under RCU
 */
struct event_file {
	struct hlist_node in_active;
	struct event *event;
	struct instance *instance;
	struct module *module;
	struct list_head in_event;
	union {
		struct list_head in_instance;
		struct rcu_head rcu;
	};
	struct list_head in_system;
	struct kref refs;
	unsigned int serial;
	unsigned int watchers;
	unsigned int soft_users;
	struct trigger_set *old_armed;
	bool probed;
	bool was_probed;
	u16 other_pid;
	struct event_sole_trigger *sole;
	/* ---- */
	unsigned int mode;
	struct filter __rcu *filter;
	struct trigger_set __rcu *armed;
	struct event_sole_trigger *sole_now;
	struct event_sole_trigger *partial;
};

/**
 * tree_next_serials() - allocate serial numbers for objects that the tree shows
 * @count: how many
 *
 * Event files, systems, instances and CPUs have different numbers, greater than
 * those of older objects. Inode numbers and the order of directories derive from
 * them.
 *
 * Context: process.
 * Return: the first of @count consecutive numbers, or 0 if all 2 billion have been
 * used.
 */
unsigned int tree_next_serials(unsigned int count);

/**
 * event_file_make() - make the file of an event in an instance
 * @event: a registered event
 * @instance: the instance
 * @files: the instance's list of files
 * @mode: EVENT_* to start with
 *
 * Context: process, event_mutex held.
 * Return: the file, linked and with one reference, or NULL if out of memory.
 */
struct event_file *event_file_make(struct event *event,
				   struct instance *instance,
				   struct list_head *files,
				   unsigned int mode);

/**
 * event_find_iterator() - find the function that calls a tracepoint's probes
 * @iterator: set to the function, which stack traces leave out
 * @tp: the tracepoint; it uses the function if it has several probes
 *
 * Context: process, event_mutex held.
 */
void event_find_iterator(struct event_iterator *iterator,
			 const struct tracepoint *tp);

/**
 * event_file_unlink() - remove a file from its event and its instance
 * @file: the file
 * @to: the list to move the file to, linked by @in_instance
 *
 * Nothing may be armed on the file any more. The caller takes over the file's
 * reference for being linked.
 *
 * Context: process, event_mutex held.
 */
void event_file_unlink(struct event_file *file, struct list_head *to);

/*
 * event_file_find() - find an event's file in the list @files, NULL if there is none;
 * event_mutex held
 */
struct event_file *event_file_find(const struct list_head *files,
				   const char *system, const char *name);

/* event_file_in() - find an event's file in an instance, NULL if there is none; event_mutex held */
struct event_file *event_file_in(const struct event *event,
				 const struct instance *instance);

/*
 * event_file_linked() - false after event_file_unlink(). Without event_mutex, the answer may be
 * out of date at once. Open files keep the memory of an event file, not its event, so their
 * operations take event_mutex, ask this first, and fail with ENODEV.
 */
static inline bool event_file_linked(const struct event_file *file)
{
	return !list_empty(&file->in_event);
}

/**
 * for_each_active_file() - walk the files of an event that want its hits
 * @file: struct event_file *, the current file
 * @event: an event that histrig feeds
 *
 * Context: any, preemption off; event_file_sync() waits for the walk to end.
 */
#define for_each_active_file(file, event)				\
	hlist_for_each_entry_rcu_notrace(file, &(event)->active, in_active)

/* event_hit_files() - event_hit() for @only, or for all active files if @only is NULL */
static __always_inline void event_hit_files(const struct event *event,
					    struct event_file *only,
					    void *record, unsigned int size)
{
	struct event_file *file;

	if (only) {
		event_hit(only, record, size);
		return;
	}
	for_each_active_file(file, event)
		event_hit(file, record, size);
}

/* event_lose_files() - event_hit_lost() for @only, or for all active files if @only is NULL */
static __always_inline void event_lose_files(const struct event *event,
					     struct event_file *only)
{
	struct event_file *file;

	if (only) {
		event_hit_lost(only);
		return;
	}
	for_each_active_file(file, event)
		event_hit_lost(file);
}

/* event_file_hold() - take a reference on a file that is linked or referenced */
static inline void event_file_hold(struct event_file *file)
{
	kref_get(&file->refs);
}

/* event_file_drop() - drop a reference, and free the file if it was the last; process context */
void event_file_drop(struct event_file *file);

/**
 * event_file_probe() - register or unregister the probe, as needed
 * @file: a file whose @armed or @mode has just been changed
 *
 * For an event that histrig feeds, calls @feed of its class instead. Only registering
 * and starting to feed can fail. A probe that this function unregisters may still
 * be running until event_file_sync() returns.
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register() or @feed; -EBUSY if the module
 *	that defined the event is being unloaded.
 */
int event_file_probe(struct event_file *file);

/**
 * event_file_enable() - start or stop recording the hits of an event
 * @file: the file
 * @on: true to start
 *
 * Starting also clears EVENT_SOFT_DISABLED. If a trigger switches the event, stopping
 * only sets EVENT_SOFT_DISABLED, so that the trigger can start recording again.
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of event_file_probe().
 */
int event_file_enable(struct event_file *file, bool on);

/*
 * event_file_sync() - wait until unregistered probes have ended; event_mutex held. Call it
 * before freeing a file that was ever probed.
 */
void event_file_sync(void);

/* event_file_stop() - stop recording, even if triggers switch the event; event_mutex held */
void event_file_stop(struct event_file *file);

/* event_file_set_mode() - set and clear EVENT_* bits of @mode; event_mutex held */
void event_file_set_mode(struct event_file *file, unsigned int set,
			 unsigned int clear);

/**
 * event_file_set_sole() - set the hist trigger that is an event's only trigger
 * @file: the file, whose @armed has just been changed
 * @sole: the trigger, NULL if the event has none or several. Hits may run the
 *	previous one until hits_synchronize() returns
 *
 * Context: process, event_mutex held.
 */
void event_file_set_sole(struct event_file *file, struct event_sole_trigger *sole);

/**
 * event_file_soft_get() - count a trigger that switches the event
 * @file: the file
 *
 * Call it before such a trigger is added, whose hits may call event_file_switch().
 * Until event_file_soft_put(), @file stays in memory, its probe stays registered,
 * and the event's module stays loaded.
 *
 * Context: process, event_mutex held.
 * Return: 0, -EBUSY if the module is being unloaded, or an errno of
 *	event_file_probe().
 */
int event_file_soft_get(struct event_file *file);

/*
 * event_file_soft_put() - undo event_file_soft_get(), after the trigger is removed;
 * event_mutex held
 */
void event_file_soft_put(struct event_file *file);

/*
 * event_file_switch() - switch recording on or off, from a trigger's hit; any context.
 * Returns true if recording was in the other state before
 */
static inline bool event_file_switch(struct event_file *file, bool on)
{
	const unsigned int old = set_mask_bits(&file->mode, EVENT_SOFT_DISABLED,
					       on ? 0 : EVENT_SOFT_DISABLED);

	return !(old & EVENT_SOFT_DISABLED) != on;
}

/*
 * event_file_partial() - the trigger to pass to event_hit_partial(); NULL if the hit needs the
 * whole record and event_hit(). Preemption off.
 */
static __always_inline struct event_sole_trigger *
event_file_partial(const struct event_file *file)
{
	/* Pairs with publish_sole(). */
	return READ_DEPENDENT(file->partial);
}

/* event_file_enabled() - are hits recorded, so that the file enable shows 1? */
static inline bool event_file_enabled(const struct event_file *file)
{
	return (READ_ONCE(file->mode) & (EVENT_RECORD | EVENT_SOFT_DISABLED)) ==
	       EVENT_RECORD;
}

/*
 * event_file_used() - is the probe registered? event_mutex held. As in the kernel, set_event
 * and the enable files of systems count such an event as enabled.
 */
static inline bool event_file_used(const struct event_file *file)
{
	return file->probed;
}

/* event_used() - is event_file_used() true in any instance? event_mutex held */
bool event_used(const struct event *event);

/*
 * event_file_starred() - does the file enable show a star, because a trigger needs the
 * probe? event_mutex held.
 */
static inline bool event_file_starred(const struct event_file *file)
{
	return rcu_access_pointer(file->armed) || file->soft_users ||
	       READ_ONCE(file->mode) & EVENT_SOFT_DISABLED;
}

/*
 * event_missed() - how many hits of the event were lost before an event file could see them, in
 * total so far; event_mutex held. Histograms report how much this grows between two calls.
 */
static inline u64 event_missed(const struct event_file *file)
{
	const struct event_class *class = file->event->class;

	return class->missed ? class->missed(file) : 0;
}

#endif /* HISTRIG_EVENT_FILE_H */
