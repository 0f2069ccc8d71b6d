/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instances: the tree itself and the trees in its folder "instances".
 *
 * Each instance has its own rings, and its own event files and triggers for every event.
 * The main instance, which is the tree itself, exists as long as the module is loaded.
 * Users remove any other instance with rmdir, which fails while the instance is in use.
 *
 * Hits are recorded in @ring. Taking a snapshot exchanges @ring and @snapshot, so a probe
 * reads @ring once and keeps using the ring that it read. A ring is freed after
 * hits_synchronize(), when no reader has a reference any more.
 *
 * This file declares the instance and the functions that commands call on it. hot/ declares
 * the functions that hits call, rings.h those for the two rings, and lifecycle.h those that
 * add and remove instances and events.
 */
#ifndef HISTRIG_INSTANCE_H
#define HISTRIG_INSTANCE_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/irq_work.h>
#include <linux/kref.h>
#include <linux/llist.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/uidgid.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "../compat/parts.h"
#include "../event/event_file.h"
#include "error_log.h"
#include "hot/pids.h"

struct ring;
struct histrig_clock;
struct instance_functions;
struct instance_graph;
struct tracer;

/*
 * Bits of struct instance's @state. Hits are recorded while INSTANCE_ON is set and
 * INSTANCE_PAUSED is not. If INSTANCE_SOME_CPUS is set, this holds only on the CPUs in @cpus.
 */
#define INSTANCE_ON		BIT(0)
#define INSTANCE_SOME_CPUS	BIT(1)
#define INSTANCE_PAUSED		BIT(2)	/* a reader pauses recording */

/*
 * The options, see options.h, those of tracers last. trace_options lists only the options of the
 * current tracer. BIT() of an option is its bit in @options of struct instance.
 */
enum instance_option {
#define OPTION(option, name)	OPTION_##option,
#include "options.h"
#undef OPTION
	OPTIONS
};

/*
 * BIT(OPTION_*) of the options that exist: those that belong to no tracer, and those of all
 * tracers that this kernel can have. Complete before the tree is shown.
 */
extern unsigned long instance_options_known;

/* BIT(OPTION_*) of the options of function tracing that belong to no tracer. */
#define OPTIONS_OF_FUNCTIONS						\
	(BIT(OPTION_FUNCTION_TRACE) | BIT(OPTION_FUNCTION_FORK))

/* BIT(OPTION_*) of the options that belong to no tracer, if the module has their part. */
#define OPTIONS_OF_ALL							\
	((BIT(OPTION_GRAPH_OVERRUN) - 1) &				\
	 ~(HISTRIG_FUNCTIONS ? 0 : OPTIONS_OF_FUNCTIONS) &		\
	 ~(HISTRIG_CALLS ? 0 : BIT(OPTION_DISPLAY_GRAPH)))

/* Names of the options in trace_options and in the folder options. */
extern const char *const instance_option_names[OPTIONS];

/**
 * struct instance_cpu - what the files of one CPU, or of all CPUs, act on
 * @instance: the instance
 * @cpu: the CPU, or RING_ALL
 * @rcu: frees an array of these structs; used only in the first one
 */
struct instance_cpu {
	struct instance *instance;
	int cpu;
	struct rcu_head rcu;
};

/**
 * struct instance_max_trace - description of the last snapshot: its task, and its time
 * @start: time by the ring's clock when the latency began; older records are not shown. 0 if
 *	no tracer took the snapshot
 * @latency: the latency in nanoseconds
 * @began_at: the code in which the latency began, or 0 if unknown
 * @ended_at: the code in which it ended, or 0
 * @cpu: the CPU
 * @one_cpu: only records of @cpu are shown
 * @pid: the task; this and the members below are its state at the end
 * @uid: the task's user
 * @nice: nice value
 * @policy: SCHED_*
 * @rt_priority: real-time priority
 * @comm: the task's name
 *
 * A tracer that keeps the trace of the worst latency takes a snapshot whenever it finds a
 * worse one. As in the kernel, other snapshots are described by the task that took them.
 */
struct instance_max_trace {
	u64 start;
	unsigned long latency;
	unsigned long began_at;
	unsigned long ended_at;
	int cpu;
	bool one_cpu;
	int pid;
	kuid_t uid;
	int nice;
	unsigned int policy;
	unsigned int rt_priority;
	char comm[TASK_COMM_LEN];
};

/**
 * struct instance - an instance
 * @name: its name, NULL for the main one
 * @link: entry in instance_list
 * @files: its event files, in the order of event_list; protected by event_mutex
 * @later: its struct enable_laters; protected by event_mutex
 * @systems: list of its struct event_systems, the newest first; written under
 *	registry_mutex and tree_lock
 * @refs: one reference while the instance exists, and one for each inode and system; these
 *	keep only its memory
 * @rcu: frees the instance
 * @serial: see tree_next_serials(); the serials of @per_cpu follow it
 * @users: number of open files and of other modules' handles; each keeps the
 *	instance from being removed. -1 while it is being made or removed
 * @leaving: remove the instance as soon as it has no user, see instance_leave()
 * @last: work to do after the removal, see instance_leave()
 * @pauses: number of open files that pause recording; protected by event_mutex
 * @state: INSTANCE_*, read by hits
 * @wake: a waiting reader sets it; the next recorded hit clears it and queues
 *	@wake_work
 * @ring: the ring that receives the records of hits
 * @snapshot: the ring for snapshots, as large as @ring, or NULL
 * @cpus: CPUs that record
 * @pipes: CPUs whose trace_pipe is open; protected by event_mutex
 * @pids: selects by task the hits that the instance records
 * @stale: the rings may contain records of removed events, and must be reset before new
 *	events reuse the IDs; protected by event_mutex
 * @options: BIT(OPTION_*); written under event_mutex
 * @tracer: the tracer that current_tracer shows; written under event_mutex
 * @functions: function tracing of the instance, see function/functions.h; NULL
 *	until first used
 * @graph: its tracer function_graph, see graph/graph.h; NULL until first used
 * @streams: number of open files trace_pipe and trace_pipe_raw; while there are any, the
 *	tracer cannot be changed; protected by event_mutex
 * @clock: the clock that stamps records; protected by event_mutex
 * @ring_size: full size of the ring in bytes per CPU
 * @ring_used: the ring has its full size; protected by event_mutex
 * @errors: the error log
 * @buffer_percent: readers of whole pages wake when this percentage of the ring is full
 * @nr_wakes: how often instance_wake_all() was called
 * @wake_work: wakes @readers
 * @look_work: wakes @readers, see instance_look_later()
 * @readers: the wait queue of readers
 * @all: owner of the files of all CPUs
 * @per_cpu: owners of the files of each possible CPU
 * @swapping: lock word that is held while @ring and @snapshot are exchanged
 * @max_latency: tracing_max_latency, in nanoseconds
 * @worst: describes the records of @snapshot; changes with @swapping held
 * @nr_worst: how often a tracer has set @max_latency; changes with @swapping held
 * @viewers: number of open files that show @snapshot as the worst trace. While there are any,
 *	the tracer keeps no other trace, so that a file never mixes two traces
 * @condition: owner of the condition for snapshots, NULL if there is none; protected by
 *	event_mutex
 */
struct instance {
	const char *name;
	struct list_head link;
	struct list_head files;
	struct list_head later;
	struct list_head systems;
	struct kref refs;
	struct rcu_head rcu;
	unsigned int serial;
	atomic_t users;
	bool leaving;
	struct llist_head last;
	unsigned int pauses;

	unsigned int state;
	unsigned int wake;
	struct ring *ring;
	struct ring *snapshot;
	cpumask_var_t cpus;
	cpumask_var_t pipes;
	struct pid_filter pids;
	bool stale;
	unsigned long options;
	const struct tracer *tracer;
	struct instance_functions *functions;
	struct instance_graph *graph;
	unsigned int streams;
	const struct histrig_clock *clock;
	unsigned long ring_size;
	bool ring_used;
	struct error_log errors;
	unsigned int buffer_percent;
	atomic_t nr_wakes;
	struct irq_work wake_work;
	struct delayed_work look_work;
	wait_queue_head_t readers;
	struct instance_cpu all;
	struct instance_cpu *per_cpu;
	unsigned int swapping;
	unsigned long max_latency;
	struct instance_max_trace worst;
	unsigned int nr_worst;
	atomic_t viewers;
	const void *condition;
};

/* Notifies watchers of tracing_max_latency; queued when a tracer sets @max_latency. */
extern struct irq_work instance_max_trace_news;

/*
 * All instances, the main one first. Changes need both registry_mutex and
 * event_mutex, so holding either is enough to read.
 */
extern struct list_head instance_list;

/*
 * Guards what directories list: instance_list, the systems of an instance and the event
 * files of a system. Held only briefly, so that a path lookup does not wait for a command:
 * holders allocate nothing, copy nothing to users and take no lock. Taken after
 * registry_mutex and event_mutex.
 */
extern struct rw_semaphore tree_lock;

/* The initial tracer of an instance, which traces nothing. */
extern const struct tracer *const tracer_nop;

/* The main instance, which is the tree itself. */
extern struct instance main_instance;

static inline bool instance_option(const struct instance *instance,
				   enum instance_option option)
{
	return READ_ONCE(instance->options) & BIT(option);
}

/**
 * instance_set_option() - set or clear an option
 * @instance: the instance
 * @option: OPTION_*
 * @on: true to set it
 *
 * Only sets the bit. The caller asks the tracer, which may refuse options, and does the
 * work that options such as OPTION_EVENT_FORK need.
 *
 * Context: process, event_mutex held.
 */
void instance_set_option(struct instance *instance,
			 enum instance_option option, bool on);

/* instance_has_option() - does the folder options have a file for @option? */
bool instance_has_option(const struct instance *instance,
			 enum instance_option option);

/* instance_file_mode() - get the initial @mode of a struct event_file; event_mutex held */
static inline unsigned int instance_file_mode(const struct instance *instance)
{
	return pid_filter_is_set(&instance->pids) ? EVENT_SOME_PIDS : 0;
}

/**
 * instance_get() - keep an instance from being removed
 * @instance: the instance
 *
 * Called for each open file of the instance, and for other modules' handles. While an open()
 * calls this, the inode keeps the instance's memory. Takes no lock, so that opening a file
 * does not wait for a long command.
 *
 * Context: any.
 * Return: 0, or -ENODEV if the instance is being made or removed.
 */
static inline int instance_get(struct instance *instance)
{
	return atomic_inc_unless_negative(&instance->users) ? 0 : -ENODEV;
}

/* instance_put() - undo instance_get(); any context but NMI */
void instance_put(struct instance *instance);

/* instance_removed() - is the instance being made or removed? The answer may change at once. */
static inline bool instance_removed(const struct instance *instance)
{
	return atomic_read(&instance->users) < 0;
}

/* instance_hold() - keep the memory of an instance; see @refs */
static inline void instance_hold(struct instance *instance)
{
	kref_get(&instance->refs);
}

/* instance_drop() - undo instance_hold() */
void instance_drop(struct instance *instance);

/**
 * instance_pause() - pause recording for a reader, or resume it
 * @instance: the instance
 * @pause: true to pause, false to undo an earlier pause; recording resumes when
 *	every pause has been undone
 *
 * Context: process, event_mutex held.
 */
void instance_pause(struct instance *instance, bool pause);

/* instance_set_cpus() - set the CPUs that record, tracing_cpumask; event_mutex held */
void instance_set_cpus(struct instance *instance, const struct cpumask *cpus);

/**
 * instance_look_later() - wake waiting readers after a while
 * @instance: the instance
 * @delay: the delay in jiffies, LOOK_FIRST when a reader begins to wait; set to a longer one
 *
 * A hit has no barrier between writing its record and reading @wake, so it can miss a reader that
 * begins to wait. Its record is certainly visible after LOOK_FIRST.
 *
 * All readers of an instance share one timer. While the timer runs for one reader, another reader
 * does not set it, and may wait for a second. If each wait set a timer and the events of timers
 * are recorded, each wait would end at once.
 *
 * Context: process.
 * Return: false, to end the condition of a wait.
 */
bool instance_look_later(struct instance *instance, unsigned long *delay);

#define LOOK_FIRST	(HZ / 10)

/**
 * instance_init() - allocate the ring and the other memory of an instance
 * @instance: all zeros except its name
 * @ring_size: bytes for each CPU
 *
 * Context: process.
 * Return: 0, -ENOMEM, or -ENOSPC from tree_next_serials().
 */
int instance_init(struct instance *instance, unsigned long ring_size);

/*
 * instance_exit() - undo instance_init(); no probe and no reader may be left. Also drops a
 * reference to the instance. The last reference frees its memory, unless it is main_instance.
 */
void instance_exit(struct instance *instance);

#endif /* HISTRIG_INSTANCE_H */
