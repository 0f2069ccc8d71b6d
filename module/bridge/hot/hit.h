/* SPDX-License-Identifier: GPL-2.0 */
/* What runs when a bridged event is hit; see ../bridge.h. */
#ifndef HISTRIG_BRIDGE_HOT_HIT_H
#define HISTRIG_BRIDGE_HOT_HIT_H

#include <linux/hashtable.h>
#include <linux/trace.h>

#define BRIDGE_TYPES_BITS	7

/* Events whose hits are wanted, by type number; written under event_mutex, RCU. */
extern DECLARE_HASHTABLE(bridge_types, BRIDGE_TYPES_BITS);

/**
 * bridge_await() - probe: note that the current task was hit
 * @data: the struct bridged
 *
 * A probe of any tracepoint, since it looks at no argument but @data. Counts the hit
 * before as lost if that got no record.
 *
 * Context: any.
 */
void bridge_await(void *data);

/**
 * bridge_take() - hand on a record of a bridged event
 * @export: not used
 * @record: a record of some instance of the kernel's tracing
 * @size: its length in bytes
 *
 * Called for each such record; records of other instances are left alone.
 *
 * Context: any, preemption off.
 */
void bridge_take(struct trace_export *export, const void *record,
		 unsigned int size);

#endif /* HISTRIG_BRIDGE_HOT_HIT_H */
