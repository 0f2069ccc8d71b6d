/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instances: the tree itself and the trees in its folder "instances".
 *
 * Each has files, triggers and rings of its own for every event. The one that
 * is the tree itself is there as long as the module is; another goes when its
 * folder is removed, which is refused while somebody uses it.
 *
 * @ring is where hits are recorded; taking a snapshot exchanges it with
 * @snapshot, so a probe reads it once and stays with what it read. Rings that
 * are exchanged live on; one is put after hits_synchronize(),
 * and stays for readers that have a reference.
 */
#ifndef HISTRIG_INSTANCE_H
#define HISTRIG_INSTANCE_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/irq_work.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "../event/event_file.h"
#include "error_log.h"
#include "pids.h"

struct hist;
struct ring;
struct trace_clock;

/* Bits of struct instance's @state; hits are recorded when only the first is
 * set, and on CPUs in @cpus when the second is too.
 */
#define INSTANCE_ON		BIT(0)
#define INSTANCE_SOME_CPUS	BIT(1)
#define INSTANCE_PAUSED		BIT(2)	/* while somebody reads */

/* Bits of struct instance's @options, in the order of trace_options. */
enum instance_option {
	OPTION_PRINT_PARENT,
	OPTION_SYM_OFFSET,
	OPTION_SYM_ADDR,
	OPTION_VERBOSE,
	OPTION_RAW,
	OPTION_HEX,
	OPTION_BIN,
	OPTION_BLOCK,
	OPTION_FIELDS,
	OPTION_TRACE_PRINTK,
	OPTION_ANNOTATE,
	OPTION_USERSTACKTRACE,
	OPTION_SYM_USEROBJ,
	OPTION_PRINTK_MSGONLY,
	OPTION_CONTEXT_INFO,
	OPTION_LATENCY_FORMAT,
	OPTION_RECORD_CMD,
	OPTION_RECORD_TGID,
	OPTION_OVERWRITE,
	OPTION_STOP_ON_FREE,
	OPTION_IRQ_INFO,
	OPTION_MARKERS,
	OPTION_EVENT_FORK,
	OPTION_PAUSE_ON_TRACE,
	OPTION_HASH_PTR,
	OPTION_STACKTRACE,
	OPTION_TEST_NOP_ACCEPT,
	OPTION_TEST_NOP_REFUSE,
	OPTIONS
};

/**
 * struct instance_cpu - a CPU of an instance, for files that show one or all
 * @instance: the instance
 * @cpu: the CPU, or RING_ALL
 */
struct instance_cpu {
	struct instance *instance;
	int cpu;
};

/**
 * struct instance - a tree
 * @name: its name, NULL for the main one
 * @link: in the list of all; changed under registry_mutex and event_mutex
 * @files: its events, in the order of the catalogue; event_mutex
 * @dir: its directory
 * @events: the directory of its events
 * @systems: directories in @events; registry_mutex
 * @users: open files and other modules that keep it from being removed; -1 when
 *	there can be none
 * @pauses: who wants no hits recorded while they read; event_mutex
 * @state: INSTANCE_*, read by hits
 * @cpus: CPUs that record
 * @pipes: CPUs whose trace_pipe is open; event_mutex
 * @ring: what hits are recorded in
 * @snapshot: as large as @ring, or NULL
 * @clock: stamps what is recorded; event_mutex
 * @ring_size: bytes for each CPU that the ring has once it is used
 * @ring_used: it has them; event_mutex
 * @pids: whose hits it takes
 * @stale: the rings may have records of events that are no longer there, see
 *	synth_forget_records(); event_mutex
 * @options: BIT(OPTION_*); written under event_mutex
 * @errors: why the last few commands were refused
 * @buffer_percent: how much must be in the ring before who waits for whole pages
 *	is woken
 * @let_go: how often all who wait were told to stop waiting
 * @wake: the next recorded hit is to wake readers, and takes this back
 * @wake_work: does so
 * @look_work: wakes those who poll, to look once more
 * @readers: readers that wait
 * @all: for files that show all CPUs
 * @per_cpu: one for each possible CPU
 * @swapping: a snapshot is being taken
 * @condition: the histogram that says when snapshots are taken, NULL for none;
 *	event_mutex
 */
struct instance {
	const char *name;
	struct list_head link;
	struct list_head files;
	struct dentry *dir;
	struct dentry *events;
	struct list_head systems;
	atomic_t users;
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
	const struct trace_clock *clock;
	unsigned long ring_size;
	bool ring_used;
	struct error_log errors;
	unsigned int buffer_percent;
	unsigned int let_go;
	struct irq_work wake_work;
	struct delayed_work look_work;
	wait_queue_head_t readers;
	struct instance_cpu all;
	struct instance_cpu *per_cpu;
	unsigned int swapping;
	const struct hist *condition;
};

/* Every instance, the main one first; event_mutex. */
extern struct list_head instance_list;

/* The tree itself. */
extern struct instance main_instance;

static inline bool instance_option(const struct instance *instance,
				   enum instance_option option)
{
	return READ_ONCE(instance->options) & BIT(option);
}

/**
 * instance_use_ring() - let the ring have its full size, before it is used
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int instance_use_ring(struct instance *instance);

/* instance_file_mode() - what the mode of a new event file is; event_mutex */
static inline unsigned int instance_file_mode(const struct instance *instance)
{
	return rcu_access_pointer(instance->pids.only) ||
	       rcu_access_pointer(instance->pids.never) ? EVENT_SOME_PIDS : 0;
}

/**
 * instance_get() - let an instance stay until instance_put()
 *
 * For each open file of its own, and for other modules. A file's inode keeps
 * the instance from being freed while this runs, as debugfs_remove() waits for
 * files that are being opened. It takes no lock: who records a short command
 * must not wait until others have switched their events.
 *
 * Context: any.
 * Return: 0, or -ENODEV if it is being made or removed.
 */
static inline int instance_get(struct instance *instance)
{
	return atomic_inc_unless_negative(&instance->users) ? 0 : -ENODEV;
}

static inline void instance_put(struct instance *instance)
{
	atomic_dec(&instance->users);
}

/* instance_ready() - from now on its files can be opened; event_mutex */
void instance_ready(struct instance *instance);

/**
 * instance_close() - let no file be opened any more
 *
 * Context: process, event_mutex held.
 * Return: false if one is open; then nothing changes.
 */
bool instance_close(struct instance *instance);

/**
 * instance_pause() - record nothing while somebody reads, or go on
 *
 * Context: process, event_mutex held.
 */
void instance_pause(struct instance *instance, bool pause);

/* instance_set_overwrite() - the oldest gives way, or the newest; event_mutex */
void instance_set_overwrite(struct instance *instance, bool on);

/* instance_reset() - forget what both rings have; event_mutex */
void instance_reset(struct instance *instance);

/**
 * instance_look_again() - wake those who poll after a while
 *
 * A hit pays for no barrier between its record and its look at @wake, so one
 * that comes just when somebody starts to wait may be missed. Whoever sleeps
 * without limit looks a second time.
 *
 * Context: process.
 */
void instance_look_again(struct instance *instance);

/* instance_let_go() - end the waiting of readers for pages; any context */
void instance_let_go(struct instance *instance);

/* instance_set_cpus() - record on some CPUs only; event_mutex */
void instance_set_cpus(struct instance *instance, const struct cpumask *cpus);

/* instance_set_clock() - take times from another clock; event_mutex */
void instance_set_clock(struct instance *instance,
			const struct trace_clock *clock);

/**
 * instance_resize() - change the size of the ring that records
 * @size: bytes for each CPU
 * @cpu: a CPU, or RING_ALL
 *
 * Context: process, event_mutex held.
 * Return: 0, or -ENOMEM with everything as it was.
 */
int instance_resize(struct instance *instance, unsigned long size, int cpu);

/**
 * instance_get_ring() - the ring that records, or the one of snapshots
 *
 * Context: any that may use RCU.
 * Return: the ring, to be given back by ring_put(), or NULL.
 */
struct ring *instance_get_ring(struct instance *instance, bool snapshot);

/**
 * instance_alloc_snapshot() - have a ring for snapshots, as large as the other
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int instance_alloc_snapshot(struct instance *instance);

/**
 * instance_free_snapshot() - have none any more
 *
 * Context: process, event_mutex held; no trigger takes snapshots.
 */
void instance_free_snapshot(struct instance *instance);

/**
 * instance_take_snapshot() - let the two rings change places
 *
 * Without a ring for snapshots, or when one is being taken elsewhere, nothing
 * happens.
 *
 * Context: any.
 * Return: whether they did.
 */
bool instance_take_snapshot(struct instance *instance);

/**
 * instance_set_on() - record or not (tracing_on)
 *
 * Context: any.
 */
void instance_set_on(struct instance *instance, bool on);

static inline bool instance_is_on(const struct instance *instance)
{
	return READ_ONCE(instance->state) & INSTANCE_ON;
}

/**
 * instance_init() - make what an instance records with
 * @instance: all zeros, but for its name
 * @ring_size: bytes for each CPU
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int instance_init(struct instance *instance, unsigned long ring_size);

/* instance_exit() - the opposite; no probe and no reader is left */
void instance_exit(struct instance *instance);

#endif /* HISTRIG_INSTANCE_H */
