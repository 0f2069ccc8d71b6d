/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of bridged events; see ../bridge.h. */
#ifndef HISTRIG_BRIDGE_HOT_HIT_H
#define HISTRIG_BRIDGE_HOT_HIT_H

#include <linux/hashtable.h>
#include <linux/trace.h>

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

#endif /* HISTRIG_BRIDGE_HOT_HIT_H */
