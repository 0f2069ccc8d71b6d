/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bridged events: those that the kernel has and the catalogue has not.
 *
 * Some headers of events are not among the kernel's headers, others touch
 * structures that no header has. The kernel's own code builds such a record, and
 * gives it to us by the one way that is open to modules: an event that is
 * recorded by any instance of the native tracing is exported to whoever asks.
 *
 * So there is one native instance, there while any bridged event is wanted, that
 * nobody reads. A bridged event has the kernel's own probe on its tracepoint once
 * more, with data of ours: an event of that instance whose records have a number
 * that no other records have. By that number they are known and taken, whatever
 * users record natively of the same event. Each hit counts once. A second probe,
 * called just before, notices when no record came of a hit.
 *
 * Fields, print format and number of the event are the kernel's, and so is its
 * text. A hit costs about what it costs natively.
 */
#ifndef HISTRIG_BRIDGE_H
#define HISTRIG_BRIDGE_H

#include <linux/list.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#include "../event/event.h"
#include "../record/context.h"

/**
 * struct bridge_awaited - whose hits have no record yet, on one CPU
 * @tasks: the task that runs, or is interrupted, by context; NULL for no hit
 */
struct bridge_awaited {
	struct task_struct *tasks[RECORD_CONTEXTS];
};

/**
 * struct bridged - a bridged event
 * @event: the event
 * @class: its class, its own
 * @header: its system
 * @link: in the list of them all
 * @call: the event as the kernel has it; stays while @event is there
 * @own_call: the same with a number of ours
 * @file: data of the kernel's probe: @own_call in our native instance
 * @by_type: finds it by that number, while anybody wants hits
 * @awaited: for each CPU who is to bring a record, in each context
 * @users: files that want hits; event_mutex
 */
struct bridged {
	struct event event;
	struct event_class class;
	struct event_header header;
	struct list_head link;
	struct trace_event_call *call;
	struct trace_event_call own_call;
	struct trace_event_file file;
	struct hlist_node by_type;
	struct bridge_awaited __percpu *awaited;
	unsigned int users;
};

static inline struct bridged *to_bridged(const struct event *event)
{
	return container_of(event, struct bridged, event);
}

/* The name of our native instance, which users can see. */
#define BRIDGE_INSTANCE	"histrig"

/* Functions of the kernel that a record is handed through; three in all kernels. */
#define BRIDGE_DEEP	6

/**
 * bridge_add() - let an event come, if the kernel can be asked for it
 * @call: the event as the kernel has it
 * @mod: the module that it belongs to, NULL for the kernel itself
 *
 * One that is there already stays as it is.
 *
 * Context: process, no lock of ours held.
 * Return: 0 or an errno.
 */
int bridge_add(struct trace_event_call *call, struct module *mod);

/**
 * bridge_init() - let the kernel's events come that are not there yet
 *
 * Events that cannot be found out about are not missed; that is said in the log.
 *
 * Context: process, after registry_init(). They go by registry_exit().
 * Return: 0 or -ENOMEM.
 */
int bridge_init(void);

/* bridge_exit() - free what registry_exit() has let go */
void bridge_exit(void);

/* bridge_module_comes() - the same for events of a module; no lock of ours held */
void bridge_module_comes(struct module *mod);

/* bridge_module_gone() - its events are no longer there */
void bridge_module_gone(struct module *mod);

/**
 * bridge_find() - call bridge_add() for the events that the kernel has
 *
 * The kernel exports no list of them; the folders of its tracefs are one.
 *
 * Context: process, no lock held.
 * Return: 0 or an errno.
 */
int bridge_find(void);

/**
 * bridge_has_instance() - has the native tracing an instance of the name of ours
 *
 * Context: process, no lock of the native tracing held.
 * Return: 1, 0 or an errno if that cannot be told.
 */
int bridge_has_instance(void);

/**
 * bridge_feed() - begin or stop to take hits, see struct event_class
 *
 * Context: process, event_mutex held.
 */
int bridge_feed(struct event *event, bool wanted);

/* bridge_feed_exit() - give back what users kept open; no event wants hits */
void bridge_feed_exit(void);

/* bridge_print() - the kernel's text of a record, see struct event_class */
void bridge_print(struct event_print *print, const void *record);

/**
 * bridge_lend_text() - let the kernel print the records of a compiled event
 * @event: an event that comes; if its print format was compiled, that stays
 *
 * It could not be compiled if it calls what the kernel does not export.
 *
 * Context: process, before any record of it is printed.
 */
void bridge_lend_text(struct event *event);

int bridge_print_init(void);
void bridge_print_exit(void);

/* The native tracing itself, whose events the kernel prints; NULL if not found. */
extern struct trace_array *bridge_native;

#endif /* HISTRIG_BRIDGE_H */
