/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events.
 *
 * An event class describes a record: its fields, the function that prints it and
 * the probe that builds it. An event is a class bound to one tracepoint, or to
 * histrig code that feeds it hits (see registry_add()). Tracepoint events are static
 * objects, generated at build time from the kernel's headers (see stages.h), with
 * one struct event_header for each header. registry.c registers those whose
 * tracepoints exist: in the kernel at load time, and in modules as they are loaded
 * and unloaded.
 *
 * Events that users define live until their last reference is dropped, see
 * event_drop().
 *
 * In struct event, the members above the line are constant, except @owner. @owner
 * and the members below the line are written under event_mutex, except @refs. Users'
 * settings for an event in one instance are in struct event_file.
 */
#ifndef HISTRIG_EVENT_H
#define HISTRIG_EVENT_H

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/tracepoint.h>
#include <linux/types.h>

struct event;
struct event_file;
struct event_print;
struct pt_regs;
struct trace_event;
struct trace_print_flags;

/**
 * struct event_field - one field of a record, as a format file shows it
 * @type: C type as the header spells it, "__data_loc T[]" for a dynamic array
 * @name: name of the field
 * @offset: offset in the record in bytes, set by event_fields_place()
 * @size: size of the field in the record, in bytes
 * @len: number of elements of an array of fixed length, 0 for anything else
 * @align: alignment of the type as a member of a struct, in bytes
 * @is_signed: the field (or the element of an array) has a signed type
 * @filter_type: the FILTER_* constant that the header requests, FILTER_OTHER if
 *	it requests none; event_field_kind() looks only at @type
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

/* Appends the text of a record; called by event_print(). */
typedef void event_print_fn(struct event_print *print, const void *record);

/**
 * struct event_class - the properties that all events of a class share
 * @fields: fields after the common ones, in the order of the record
 * @nr_fields: number of @fields
 * @record_size: bytes of a record up to its dynamic arrays
 * @print_fmt: print format, in which enumerators are still names; see format.c
 * @print: the function that appends the text of a record, NULL if the print
 *	format could not be compiled; see event_printer()
 * @probe: the function that builds the record, with the signature that the
 *	tracepoint expects; its data pointer is the struct event_file. NULL for
 *	events that histrig feeds
 * @feed: starts (@wanted is true) or stops feeding hits to a file, if there is no
 *	@probe; may be NULL. event_mutex is held. On start, no earlier hit of the
 *	file is running. The file enters @active of its event after the start, and
 *	leaves it before the stop
 * @missed: returns how many hits never reached a file; only differences between two
 *	calls matter. NULL if there are none. event_mutex is held
 * @skip_frames: maximum number of kernel frames that stack traces leave out: those
 *	between the tracepoint and the histrig code that feeds the event, not counting
 *	the function that calls the tracepoint's probes
 * @has_regs: a pointer to the registers at the place that was hit precedes each
 *	record, see record_regs()
 * @partial: @probe can leave out the fields that a trigger does not read, see
 *	struct event_sole_trigger
 * @no_name: the trace file shows the text of a record without the event's name
 *	before it
 * @has_lines: the text of a record may contain several lines, so @print hides the
 *	control characters of strings itself, see event_hide_controls()
 */
struct event_class {
	struct event_field *fields;
	u16 nr_fields;
	u16 record_size;
	const char *print_fmt;
	event_print_fn *print;
	void *probe;
	int (*feed)(struct event_file *file, bool wanted);
	u64 (*missed)(const struct event_file *file);
	u8 skip_frames;
	bool has_regs;
	bool partial;
	bool no_name;
	bool has_lines;
};

/**
 * struct event_enum - an enumerator or sizeof that format files show by value
 * @name: its spelling in the header
 * @value: its value
 */
struct event_enum {
	const char *name;
	long value;
};

/**
 * enum event_role - the ways in which users can use an event
 * @EVENT_FULL: users can enable it, filter it and set triggers on it
 * @EVENT_TRIGGERED: users can only set triggers on it; it is recorded whether
 *	or not it is enabled
 * @EVENT_SHOWN: users can only read its format
 */
enum event_role {
	EVENT_FULL,
	EVENT_TRIGGERED,
	EVENT_SHOWN,
};

/**
 * struct event_iterator - the kernel's function that calls the probes of a
 * tracepoint with several probes. Stack traces leave it out
 * @start: its start
 * @size: its length in bytes, 0 if unknown
 * @next: another such function of the same event; written under event_mutex
 */
struct event_iterator {
	unsigned long start;
	unsigned long size;
	struct event_iterator *next;
};

/**
 * struct event - one event
 * @name: name of the event, and of its tracepoint
 * @class: its class
 * @print_fmt: its own print format, NULL to use the class's
 * @print: its own print function, NULL to use the class's
 * @header: the header that declares it
 * @role: the ways in which users can use it
 * @owner: the module that defined the event, pinned while a file wants hits of
 *	the event; NULL if no module defined the event or that module has been
 *	unloaded. Only for events with @free; guarded by event_mutex
 * @free: frees the event when its last reference is dropped, NULL for a static
 *	event
 * @refs: reference count, used only if @free is set
 * @handles: number of handles that other modules have for the event, plus the
 *	number of probes on it; users can remove the event only if it is 0. Guarded
 *	by event_mutex
 * @registered: the event is on event_list
 * @tp: its tracepoint, NULL while neither the kernel nor a module has it
 * @mod: the module that contains @tp, NULL if the kernel itself does
 * @files: the files of the event, one for each instance
 * @active: for events that histrig feeds: those of @files that want hits,
 *	linked by @in_active; written under event_mutex, read under RCU by
 *	for_each_active_file()
 * @iterator: the function that calls several probes of @tp; for an event of dynamic
 *	probes, the list of such functions
 * @link: entry in event_list
 * @by_name: entry in the hash table of the catalogue's events by @name
 * @by_id: entry in the hash table of events by @id
 * @order: position in event_list, greater than that of every earlier event
 * @index: its number in the catalogue; events that are not in the catalogue have
 *	greater numbers, each a different one
 * @was_recorded: rings may hold records of the event; guarded by event_mutex
 * @id: the event's ID, as in its format file; 0 until it gets one, see
 *	event_id()
 * @kernel_event: the kernel's own print functions for the event, NULL if the
 *	kernel does not have the event; valid while @id is not 0
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
	unsigned int handles;
	bool registered;
	struct tracepoint *tp;
	struct module *mod;
	struct list_head files;
	struct hlist_head active;
	struct list_head link;
	struct hlist_node by_name;
	struct hlist_node by_id;
	unsigned int order;
	u16 index;
	u16 id;
	struct trace_event *kernel_event;
	bool was_recorded;
	struct event_iterator iterator;
};

/**
 * struct event_header - everything that one header declares
 * @system: TRACE_SYSTEM as a string
 * @events: its events
 * @enums: the names that its TRACE_DEFINE_ENUM and TRACE_DEFINE_SIZEOF declare
 * @tables: the tables of values and their names in its print formats, compiled, so
 *	that enumerators are numbers; each ends with an entry without a name
 *
 * Each of the lists ends with NULL, and may itself be NULL.
 */
struct event_header {
	const char *system;
	struct event *const *events;
	const struct event_enum *const *enums;
	const struct trace_print_flags *const *tables;
};

/* event_printer() - the function that prints records; NULL to print field by field */
static inline event_print_fn *event_printer(const struct event *event)
{
	/* The function of the class would ignore the event's print format. */
	if (event->print || event->print_fmt)
		return event->print;
	return event->class->print;
}

/**
 * record_regs() - get the registers at the place that was hit
 * @event: the event
 * @record: the record; not a copy, because a pointer to the registers precedes it
 *
 * Context: any, in a hit.
 * Return: the registers; NULL if they are unknown. Stack traces then begin at the
 * code that hits the event.
 */
static __always_inline struct pt_regs *record_regs(const struct event *event,
						   const void *record)
{
	return event->class->has_regs ?
	       ((struct pt_regs *const *)record)[-1] : NULL;
}

/*
 * event_hold() - take a reference, which keeps the event's memory, but does not keep it
 * registered; any context. Does nothing for a static event.
 */
static inline void event_hold(struct event *event)
{
	if (event->free)
		kref_get(&event->refs);
}

static inline void event_release(struct kref *refs)
{
	struct event *event = container_of(refs, struct event, refs);

	event->free(event);
}

/* event_drop() - drop a reference, and free the event if it was the last; process context */
static inline void event_drop(struct event *event)
{
	if (event->free)
		kref_put(&event->refs, event_release);
}

/* The generated catalogue: all headers of events, followed by NULL. */
extern const struct event_header *const event_catalogue[];

#endif /* HISTRIG_EVENT_H */
