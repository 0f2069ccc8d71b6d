/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events: events that users define, and that are hit by hist
 * triggers of other events and by modules.
 *
 * Each is an event like any other (event.h) in the system "synthetic", fed by
 * synth_event_hit(). A record has the common fields, then a word of 64 bits
 * for each field, or SYNTH_STRING_MAX bytes for a string of fixed size, then
 * what is dynamic.
 *
 * The list of them is written under synth_mutex and event_mutex; either is enough
 * to read it. docs/architecture.md has the order of all locks. Whoever feeds an
 * event uses it, see synth_event_get(), and an event that is used cannot be removed.
 */
#ifndef HISTRIG_SYNTH_H
#define HISTRIG_SYNTH_H

#include <linux/bitops.h>
#include <linux/list.h>

#include "../event/event.h"
#include "parse.h"

struct event_file;
struct seq_file;
struct synth_step;

/* Fields of a record of numbers that is built on the stack. */
#define SYNTH_SHORT_MAX		7

/**
 * struct synth_event - a synthetic event
 * @event: the event
 * @class: its class, for it alone
 * @fields: its fields
 * @link: in the list of all
 * @users: triggers that feed it; event_mutex
 * @holders: modules that do; event_mutex
 * @dynamic: it has a field of no fixed size
 * @of_module: a module defined it, whether it is still there or not
 * @short_nr: how many fields it has if they are numbers, few enough for a
 *	stack, else 0
 * @short_size: length of such a record, in bytes
 * @masks: the bits that each of these numbers has
 * @room: length of its longest record, in bytes, if records can be so long
 * @steps: how to build a record, one step for each field
 */
struct synth_event {
	struct event event;
	struct event_class class;
	struct synth_fields *fields;
	struct list_head link;
	unsigned int users;
	unsigned int holders;
	bool dynamic;
	bool of_module;
	u16 room;
	unsigned int short_nr;
	unsigned int short_size;
	u64 masks[SYNTH_SHORT_MAX];
	struct synth_step *steps;
};

/**
 * synth_event_get() - use an event: feed it
 * @system: its system, NULL for any
 * @name: its name
 *
 * Until synth_event_put() it cannot be removed by users. When the module goes it
 * still may, and then is not hit any more, but stays in memory.
 *
 * Context: process, event_mutex held.
 * Return: the event, or NULL if there is none of that name.
 */
struct synth_event *synth_event_get(const char *system, const char *name);

/* synth_event_put() - no longer use an event; event_mutex held */
void synth_event_put(struct synth_event *event);

/*
 * synth_event_hold() - the same for who does not keep synth_remove_all() from
 * removing those before it
 */
struct synth_event *synth_event_hold(const char *system, const char *name);

/* synth_event_release() - the opposite; event_mutex held */
void synth_event_release(struct synth_event *event);

/**
 * synth_event_nr_fields() - how many values synth_event_hit() takes
 */
static inline unsigned int
synth_event_nr_fields(const struct synth_event *event)
{
	return event->fields->nr;
}

/**
 * synth_event_field() - a field
 * @i: which, below synth_event_nr_fields()
 *
 * Return: the field; stays while the event is used.
 */
static inline const struct synth_field *
synth_event_field(const struct synth_event *event, unsigned int i)
{
	return &event->fields->fields[i];
}

/**
 * synth_event_wanted() - does anybody want hits of an event?
 *
 * It costs two instructions to ask before values are computed.
 *
 * Context: any.
 */
static __always_inline bool synth_event_wanted(const struct synth_event *event)
{
	return READ_ONCE(event->event.active.first);
}

/**
 * synth_event_word() - a number as it stands in the record of a short event
 * @i: the field
 * @val: the number; it is cut to the size of the field
 */
static __always_inline u64 synth_event_word(const struct synth_event *event,
					    unsigned long i, u64 val)
{
	u64 mask = event->masks[i];

	val &= mask;
	/* It stands at the beginning of its word, whatever the byte order. */
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		val <<= hweight64(~mask);
	return val;
}

/* synth_head_clear() - what of the head's words no common field is in */
static __always_inline void synth_head_clear(u64 *record)
{
	if (SYNTH_HEAD_WORDS > 1)
		record[SYNTH_HEAD_WORDS - 1] = 0;
}

/**
 * synth_event_hit_record() - hit an event with its record
 * @event: a short event (@short_nr is not 0) that is wanted
 * @record: SYNTH_HEAD_WORDS for the header, then one of synth_event_word() for
 *	each field
 *
 * Context: as synth_event_hit().
 */
void synth_event_hit_record(const struct synth_event *event, u64 *record);

/* synth_event_hit_wanted() - see below; for who has asked synth_event_wanted() */
void synth_event_hit_wanted(const struct synth_event *event, const u64 *vals);

/**
 * synth_event_hit() - hit an event
 * @event: the event, in use
 * @vals: one value for each field: a number; the address of a string that ends
 *	in a NUL, NULL for one that could not be read; the address of a stack,
 *	a word with the number of addresses and then these
 *
 * Numbers are cut to the size of their field. Of a string no more than
 * SYNTH_STRING_MAX - 1 bytes are taken, of a stack no more than
 * SYNTH_STACK_MAX addresses. A hit whose record there is no room for
 * counts as dropped, see event_hit_lost().
 *
 * Context: any, NMI too, and within the hit of another event; preemption off.
 */
static __always_inline void synth_event_hit(const struct synth_event *event,
					    const u64 *vals)
{
	if (synth_event_wanted(event))
		synth_event_hit_wanted(event, vals);
}

/*
 * synth_event_hit_file() - the same in one instance only; returns whether there
 * was room for the record, or nobody wanted it
 */
bool synth_event_hit_file(const struct synth_event *event,
			  struct event_file *file, const u64 *vals);

/* Addresses of a stack that a record has at most. */
#define SYNTH_STACK_MAX		64

/**
 * synth_run() - do what a command says
 * @command: the command; its name and fields are looked at here
 * @owner: the module that it comes from, NULL for a user
 *
 * What is wrong goes to the error log.
 *
 * Context: process, no lock held.
 * Return: 0, or -EINVAL, -EEXIST, -ENOENT, -EBUSY, -ENOMEM, -ENOSPC.
 */
int synth_run(const struct synth_command *command, struct module *owner);

/**
 * synth_remove_all() - remove every event
 *
 * Context: process, no lock held.
 * Return: 0; -EBUSY with all of them as they were if a trigger feeds one, and
 * with those before it gone if one is enabled, has triggers or is held.
 */
int synth_remove_all(void);

/* All synthetic events in the order they were made. */
extern struct list_head synth_list;

/**
 * synth_show() - print the definition of an event
 *
 * Context: process, event_mutex held.
 */
void synth_show(struct seq_file *m, const struct synth_event *event);

/**
 * synth_forget_records() - reset rings that may have records of removed events
 *
 * Removing a user's event by its definition leaves its records in the rings,
 * where they are of an unknown type. What else removes one calls this.
 *
 * Context: process, no lock held.
 */
void synth_forget_records(void);

/* synth_exit() - free all events, after registry_exit() */
void synth_exit(void);

#endif /* HISTRIG_SYNTH_H */
