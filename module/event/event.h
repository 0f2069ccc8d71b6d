/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events: what an event is, whoever provides it.
 *
 * An event class describes a record: its fields, the text that prints it and
 * the probe that builds it. An event is a class bound to one tracepoint, or to
 * code of ours that feeds it (see registry_add()). Those of tracepoints
 * are static objects made at build time from the headers of the kernel (see
 * stages.h), one struct event_header for each header, all of them listed in
 * the generated catalogue. The catalogue is therefore the same whatever
 * kernel is booted; which of its events are there is found out by looking
 * for their tracepoints (registry.c), in the kernel at load time and in
 * modules as they come and go.
 *
 * Events that users define are made and freed while the module runs. Such an
 * event stays as long as somebody holds it, see event_get().
 *
 * Everything above the line in struct event is constant. What stands below it
 * is written under event_mutex only. What users set for an event belongs to an
 * instance of the tree and lies in struct event_file.
 */
#ifndef HISTRIG_EVENT_H
#define HISTRIG_EVENT_H

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/tracepoint.h>
#include <linux/types.h>

struct event;
struct event_print;
struct trace_event;

/**
 * struct event_field - one field of a record, as a format file shows it
 * @type: C type as the header spells it, "__data_loc T[]" for a dynamic array
 * @name: name of the field
 * @offset: where it starts in the record, in bytes; event_fields_place() finds it
 * @size: how much of the record it takes, in bytes
 * @len: elements of an array of fixed length, 0 for anything else
 * @align: what its type is aligned to in a record, in bytes
 * @is_signed: the field (or the element of an array) has a signed type
 * @filter_type: FILTER_* that the header asks for, FILTER_OTHER when it does
 *	not; event_field_kind() tells what the type makes of it
 */
struct event_field {
	const char *type;
	const char *name;
	u16 offset;
	u16 size;
	u16 len;
	u8 align;
	u8 is_signed : 1;
	u8 filter_type : 7;
};

/* A function that appends the text of a record, within event_print(). */
typedef void event_print_fn(struct event_print *print, const void *record);

/**
 * struct event_class - what all the events of one class share
 * @fields: fields after the four common ones, in the order of the record
 * @nr_fields: how many
 * @record_size: bytes of a record up to its dynamic arrays
 * @print_fmt: print format, names of enumerators not yet replaced
 * @print: the function that appends the text of a record, NULL if the print
 *	format could not be compiled; see event_printer()
 * @probe: the function that builds the record, of the tracepoint's own type;
 *	it takes the struct event_file as its data; NULL for events that code
 *	of ours feeds
 * @feed: of those, NULL or called with event_mutex held, before a file of the
 *	event wants hits (it may refuse) and when it no longer does
 * @deep: how many functions of the kernel may stand between the tracepoint and the
 *	code of ours that feeds it, the tracepoint's own not counted
 * @bare: the text of a record stands without the event's name before it
 */
struct event_class {
	struct event_field *fields;
	u16 nr_fields;
	u16 record_size;
	const char *print_fmt;
	event_print_fn *print;
	void *probe;
	int (*feed)(struct event *event, bool wanted);
	u8 deep;
	bool bare;
};

/**
 * struct event_enum - an enumerator or sizeof that format files show as number
 * @name: how the header spells it
 * @value: what it is
 */
struct event_enum {
	const char *name;
	long value;
};

/**
 * enum event_role - what users can do with an event
 * @EVENT_FULL: everything
 * @EVENT_TRIGGERED: set triggers on it; it is recorded by other means
 * @EVENT_SHOWN: see what its records look like
 */
enum event_role {
	EVENT_FULL,
	EVENT_TRIGGERED,
	EVENT_SHOWN,
};

/**
 * struct event - one event
 * @name: name of the event, and of its tracepoint
 * @class: its class
 * @print_fmt: print format that differs from the class's, or NULL
 * @print: a function of its own in place of the class's, or NULL
 * @header: the header that it comes from
 * @role: what it is there for
 * @owner: the module that defined it, which stays while anybody wants its hits;
 *	of an event with a @free, NULL for none or one that has gone; event_mutex
 * @free: frees it when nobody holds it any more, NULL if it is static
 * @refs: who holds it, if it has a @free
 * @there: it is on the list of events that are there
 * @tp: the tracepoint, NULL while no kernel or module has it
 * @mod: the module that @tp is in, NULL for the kernel itself
 * @files: the event as each instance has it
 * @live: of an event that code of ours feeds, those of @files that want hits,
 *	by @in_live; under RCU
 * @iterator: where the code that calls several probes starts; see load_stack()
 * @iterator_size: its length, 0 while not known
 * @link: in the list of the events that are there
 * @by_id: finds it by @id
 * @index: its place in the order of events
 * @was_recorded: rings may have records of it; event_mutex
 * @id: number of the event, 0 until event_id() has found it
 * @native: how the kernel prints it, NULL if it has no such event; as long as @id
 */
struct event {
	const char *name;
	const struct event_class *class;
	const char *print_fmt;
	event_print_fn *print;
	const struct event_header *header;
	enum event_role role;
	struct module *owner;
	void (*free)(struct event *event);
	/* ---- */
	struct kref refs;
	bool there;
	struct tracepoint *tp;
	struct module *mod;
	struct list_head files;
	struct hlist_head live;
	struct list_head link;
	struct hlist_node by_id;
	u16 index;
	u16 id;
	struct trace_event *native;
	bool was_recorded;
	unsigned long iterator;
	unsigned long iterator_size;
};

/**
 * struct event_header - all that one header gives
 * @system: TRACE_SYSTEM as a string
 * @events: its events
 * @nr_events: how many
 * @enums: its TRACE_DEFINE_ENUM and TRACE_DEFINE_SIZEOF
 * @nr_enums: how many
 */
struct event_header {
	const char *system;
	struct event *const *events;
	unsigned int nr_events;
	const struct event_enum *const *enums;
	unsigned int nr_enums;
};

/**
 * event_printer() - what appends the text of an event's records
 * @event: an event
 *
 * Context: any.
 * Return: the function, NULL if they are printed by their fields.
 */
static inline event_print_fn *event_printer(const struct event *event)
{
	/* The class's is for the class's print format. */
	if (event->print || event->print_fmt)
		return event->print;
	return event->class->print;
}

/**
 * event_get() - let an event stay, though it may no longer be there
 * @event: an event that somebody holds
 *
 * Context: any.
 */
static inline void event_get(struct event *event)
{
	if (event->free)
		kref_get(&event->refs);
}

/* event_put() - give back what event_get() gave; process context */
void event_put(struct event *event);

/* The generated catalogue: every header, ended by NULL. */
extern const struct event_header *const event_catalogue[];

#endif /* HISTRIG_EVENT_H */
