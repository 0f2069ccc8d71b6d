// SPDX-License-Identifier: GPL-2.0
/* The instance and the probes of bridged events, see bridge.h. */
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include <linux/ring_buffer.h>
#include <linux/trace.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>

#include "../compat/log.h"
#include "../compat/native_event.h"
#include "../compat/probe.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../event/symbol.h"
#include "bridged.h"
#include "tracefs.h"

/*
 * Size of the instance's ring per CPU. Nobody reads the ring, but records of interrupts
 * must fit while another record is written.
 */
#define RING_BYTES	(16 * PAGE_SIZE)

/**
 * struct bridge_source - the source of bridged events' records
 * @instance: our tracefs instance, while an event's hits are wanted, and longer if users
 *	have it open: without our reference it would look like a user's instance
 * @nr_wanted: number of events whose hits are wanted
 * @unsynced: probes unregistered since the last sync_probes() may still be running
 *
 * event_mutex protects all members.
 */
struct bridge_source {
	struct trace_array *instance;
	unsigned int nr_wanted;
	bool unsynced;
};

static struct bridge_source source;

static struct trace_export export = {
	.write = bridge_take,
	.flags = TRACE_EXPORT_EVENT,
};

/*
 * Shrinks the instance's ring, which takes megabytes on each CPU. A module can reach the
 * ring only by reserving a record, which is discarded here.
 */
static void shrink_ring(struct trace_event_file *file)
{
	struct trace_event_buffer slot = {};
	void *record;

	preempt_disable_notrace();
	record = trace_event_buffer_reserve(&slot, file,
					    sizeof(struct trace_entry));
	if (record)
		ring_buffer_discard_commit(slot.buffer, slot.event);
	preempt_enable_notrace();
	if (record)
		ring_buffer_resize(slot.buffer, RING_BYTES,
				   RING_BUFFER_ALL_CPUS);
}

static int feed_get_instance(void)
{
	int ret;

	if (source.instance)
		return 0;
	/*
	 * Do not use a user's instance of this name: we would shrink its ring and later
	 * destroy it.
	 */
	ret = tracefs_has_instance("instances/" BRIDGE_INSTANCE);
	if (ret < 0)
		return ret;
	if (ret) {
		pr_warn("the tracefs instance \"%s\" exists already, but histrig needs one of this name for the event; remove it with rmdir and try again\n",
			BRIDGE_INSTANCE);
		return -EEXIST;
	}
	source.instance = native_instance_get(BRIDGE_INSTANCE);
	return source.instance ? 0 : -ENOMEM;
}

static void sync_probes(void)
{
	if (source.unsynced)
		hits_synchronize();
	source.unsynced = false;
}

static void feed_put_instance(void)
{
	/* Probes that still run may write to the instance's ring. */
	sync_probes();
	trace_array_put(source.instance);
	if (trace_array_destroy(source.instance) != -EBUSY)
		source.instance = NULL;
	else
		source.instance = native_instance_get(BRIDGE_INSTANCE);
}

void bridge_feed_exit(void)
{
	mutex_lock(&event_mutex);
	if (source.instance)
		feed_put_instance();
	if (source.instance) {
		pr_warn("the tracefs instance \"%s\" is in use and stays; remove it with rmdir before you load histrig again\n",
			BRIDGE_INSTANCE);
		trace_array_put(source.instance);
		source.instance = NULL;
	}
	mutex_unlock(&event_mutex);
}

/* Registers both probes. They run before all other probes, bridge_await() first. */
static int register_probes(struct bridged *bridged)
{
	struct tracepoint *tp = bridged->event.tp;
	void *build = bridged->call->class->probe;
	int ret;

	ret = tracepoint_probe_register_prio(tp, build, &bridged->file,
					     INT_MAX - 1);
	if (ret)
		return ret;
	ret = tracepoint_probe_register_prio(tp, bridge_await, bridged, INT_MAX);
	if (ret) {
		tracepoint_probe_unregister(tp, build, &bridged->file);
		source.unsynced = true;
	}
	return ret;
}

static void unregister_probes(struct bridged *bridged)
{
	struct tracepoint *tp = bridged->event.tp;

	tracepoint_probe_unregister(tp, bridge_await, bridged);
	tracepoint_probe_unregister(tp, bridged->call->class->probe,
				    &bridged->file);
	source.unsynced = true;
}

/* Sets up the event file and the awaited hits. No probe of the event may be running. */
static void make_file(struct bridged *bridged)
{
	int cpu;

	bridged->own_call = *bridged->call;
	bridged->own_call.event.type = event_own_id(&bridged->event);
	bridged->file = (struct trace_event_file) {
		.event_call = &bridged->own_call,
		.tr = source.instance,
		.flags = EVENT_FILE_FL_ENABLED,
	};
	INIT_LIST_HEAD(&bridged->file.triggers);
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(bridged->awaited, cpu), 0,
		       sizeof(*bridged->awaited));
}

/* Finds the length of the kernel's probe, for stack_skips(). */
static void measure_probe(struct bridged *bridged)
{
	unsigned long start, size;

	if (!bridged->probe.size &&
	    symbol_bounds(bridged->probe.start, &start, &size))
		WRITE_ONCE(bridged->probe.size, size);
}

static int feed_start(struct bridged *bridged)
{
	const bool first = !source.nr_wanted;
	int ret = feed_get_instance();

	if (ret)
		return ret;
	/*
	 * Probes that were unregistered when the event was last unwanted may still run, and use
	 * what make_file() sets.
	 */
	sync_probes();
	make_file(bridged);
	measure_probe(bridged);
	if (first) {
		shrink_ring(&bridged->file);
		ret = register_ftrace_export(&export);
		if (ret)
			goto err_instance;
	}
	hash_add_rcu(bridge_types, &bridged->by_type,
		     bridged->own_call.event.type);
	ret = register_probes(bridged);
	if (ret)
		goto err_export;
	source.nr_wanted++;
	return 0;

err_export:
	hash_del_rcu(&bridged->by_type);
	if (first)
		unregister_ftrace_export(&export);
err_instance:
	if (first)
		feed_put_instance();
	return ret;
}

static void feed_stop(struct bridged *bridged)
{
	unregister_probes(bridged);
	hash_del_rcu(&bridged->by_type);
	if (--source.nr_wanted)
		return;
	unregister_ftrace_export(&export);
	feed_put_instance();
}

int bridge_feed(struct event_file *file, bool wanted)
{
	struct bridged *bridged = to_bridged(file->event);
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!wanted) {
		if (!--bridged->users)
			feed_stop(bridged);
		return 0;
	}
	if (!bridged->users)
		ret = feed_start(bridged);
	if (!ret)
		bridged->users++;
	return ret;
}
