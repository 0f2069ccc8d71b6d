/* SPDX-License-Identifier: GPL-2.0 */
/* Bridged events, private to this folder; see bridge.h. */
#ifndef HISTRIG_BRIDGED_H
#define HISTRIG_BRIDGED_H

#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/trace.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#include "../event/event.h"
#include "../record/hot/context.h"

/* Name of the tracefs instance that the bridge makes; users can see it. */
#define BRIDGE_INSTANCE	"histrig"

/*
 * Maximum number of the kernel's stack frames between the tracepoint and
 * bridge_take(). Current kernels have three, or two if the function that calls the
 * tracepoint's probes is inlined.
 */
#define BRIDGE_DEEP	6

/**
 * struct bridge_awaited - hits on one CPU whose records have still to come
 * @tasks: for each context, the task that hit the event; NULL if no record is awaited
 */
struct bridge_awaited {
	struct task_struct *tasks[RECORD_CONTEXTS];
};

/**
 * struct bridged - a bridged event
 * @event: the event
 * @class: its class, which no other event shares
 * @header: contains the name of its system
 * @link: in bridged_list
 * @call: the kernel's description of the event; valid while @event is registered
 * @probe: the kernel's probe, linked after the event's iterator. Stack traces leave out its
 *	frame and, of the frames of its callers, only the iterator's
 * @own_call: copy of @call with a type number that only our records have
 * @file: event file for @own_call in our instance; data of the kernel's probe
 * @by_type: in bridge_types while hits are wanted
 * @awaited: for each CPU the hits whose records are awaited
 * @users: number of event files that want its hits; protected by event_mutex
 */
struct bridged {
	struct event event;
	struct event_class class;
	struct event_header header;
	struct list_head link;
	struct trace_event_call *call;
	struct event_iterator probe;
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

/**
 * bridge_feed() - start or stop receiving hits; @feed of struct event_class
 * @file: a bridged event in an instance
 * @wanted: true to start
 *
 * Context: process, event_mutex held.
 * Return: 0 or an errno; stopping never fails.
 */
int bridge_feed(struct event_file *file, bool wanted);

/* bridge_feed_exit() - destroy our tracefs instance, if bridge_feed() could not do so */
void bridge_feed_exit(void);

#define BRIDGE_TYPES_BITS	7

/* Wanted events by the type number of their records; RCU, written under event_mutex. */
extern DECLARE_HASHTABLE(bridge_types, BRIDGE_TYPES_BITS);

/*
 * bridge_await() - probe: note that the current task hit the event of @data, a struct bridged,
 * and count the previous hit as lost if it got no record. Fits any tracepoint, because it uses
 * no other argument. Any context.
 */
void bridge_await(void *data);

/**
 * bridge_take() - pass a bridged event's record to our event files
 * @export: not used
 * @record: a record of any instance of the kernel's tracing
 * @size: its length in bytes
 *
 * The kernel calls this for each record of each of its instances. Ignores all records
 * except those of our instance.
 *
 * Context: any, preemption off.
 */
void bridge_take(struct trace_export *export, const void *record,
		 unsigned int size);

#endif /* HISTRIG_BRIDGED_H */
