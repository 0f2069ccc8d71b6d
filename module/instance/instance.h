/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instances: the tree itself and the trees in its folder "instances".
 *
 * Each has its own event files, triggers and rings for every event. The main
 * instance, which is the tree itself, exists as long as the module does. Another
 * one is removed with its folder, which is refused while it is in use.
 *
 * Hits are recorded in @ring. Taking a snapshot exchanges @ring and @snapshot, so a
 * probe reads @ring once and stays with what it read. The rings live on when they
 * are exchanged; one is freed after hits_synchronize(), and later if a reader
 * still has a reference.
 *
 * Here are the instance and what commands do with it. hot/ has what hits do,
 * rings.h its rings, lifecycle.h how instances and events are added and removed.
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
#include "hot/pids.h"

struct dentry;
struct ring;
struct histrig_clock;

/*
 * Bits of struct instance's @state. Hits are recorded when INSTANCE_ON alone is
 * set, and with INSTANCE_SOME_CPUS on the CPUs in @cpus.
 */
#define INSTANCE_ON		BIT(0)
#define INSTANCE_SOME_CPUS	BIT(1)
#define INSTANCE_PAUSED		BIT(2)	/* while somebody reads */

/*
 * Options, in the order of trace_options; BIT() of them are bits of struct
 * instance's @options.
 */
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

/* Names of the options, as trace_options and the folder options have them. */
extern const char *const instance_option_names[OPTIONS];

/**
 * struct instance_cpu - owner of files that are about one CPU or all of them
 * @instance: the instance
 * @cpu: the CPU, or RING_ALL
 */
struct instance_cpu {
	struct instance *instance;
	int cpu;
};

/**
 * struct instance - an instance
 * @name: its name, NULL for the main one
 * @link: in instance_list
 * @files: its event files, in the order of the catalogue; event_mutex
 * @dir: its directory
 * @events: the directory of its events
 * @systems: struct event_system; registry_mutex
 * @users: open files and other modules, which keep it from being removed; -1
 *	while there can be none
 * @pauses: open files that pause recording; event_mutex
 * @state: INSTANCE_*, read by hits
 * @wake: set by a reader that waits; the next recorded hit clears it and queues
 *	@wake_work
 * @ring: what hits are recorded in
 * @snapshot: as large as @ring, or NULL
 * @cpus: CPUs that record
 * @pipes: CPUs whose trace_pipe is open; event_mutex
 * @pids: the tasks whose hits it takes
 * @stale: the rings may have records of removed events, and must be reset before the
 *	ids of these are given to other events; event_mutex
 * @options: BIT(OPTION_*); written under event_mutex
 * @clock: stamps what is recorded; event_mutex
 * @ring_size: bytes for each CPU that the ring has once it is used
 * @ring_used: the ring has that size; event_mutex
 * @errors: why the last few commands were refused
 * @buffer_percent: how full the ring must be to wake readers of whole pages
 * @nr_wakes: how often instance_wake_all() was called
 * @wake_work: wakes @readers
 * @look_work: wakes @readers a little later, see instance_look_again()
 * @readers: readers that wait
 * @all: owner of the files that are about all CPUs
 * @per_cpu: owners of the files of each possible CPU
 * @swapping: the lock under which @ring and @snapshot are exchanged
 * @condition: identifies the owner of the condition that decides when snapshots are
 *	taken, NULL if there is none; event_mutex
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
	const struct histrig_clock *clock;
	unsigned long ring_size;
	bool ring_used;
	struct error_log errors;
	unsigned int buffer_percent;
	unsigned int nr_wakes;
	struct irq_work wake_work;
	struct delayed_work look_work;
	wait_queue_head_t readers;
	struct instance_cpu all;
	struct instance_cpu *per_cpu;
	unsigned int swapping;
	const void *condition;
};

/* Every instance, the main one first; registry_mutex and event_mutex to change. */
extern struct list_head instance_list;

/* The tree itself. */
extern struct instance main_instance;

static inline bool instance_option(const struct instance *instance,
				   enum instance_option option)
{
	return READ_ONCE(instance->options) & BIT(option);
}

/* instance_has_option() - does its folder options have an option? */
bool instance_has_option(const struct instance *instance,
			 enum instance_option option);

/* instance_file_mode() - @mode of a new event file; event_mutex */
static inline unsigned int instance_file_mode(const struct instance *instance)
{
	return rcu_access_pointer(instance->pids.only) ||
	       rcu_access_pointer(instance->pids.never) ? EVENT_SOME_PIDS : 0;
}

/**
 * instance_get() - keep an instance from being removed
 * @instance: the instance
 *
 * For each open file of its own, and for other modules. The inode of a file keeps
 * the instance from being freed while this runs, as debugfs_remove() waits for
 * files that are being opened. Takes no lock, so that a short command is not held
 * up by a long one.
 *
 * Context: any.
 * Return: 0, or -ENODEV if the instance is being made or removed.
 */
static inline int instance_get(struct instance *instance)
{
	return atomic_inc_unless_negative(&instance->users) ? 0 : -ENODEV;
}

/* instance_put() - the opposite of instance_get() */
static inline void instance_put(struct instance *instance)
{
	atomic_dec(&instance->users);
}

/* instance_publish() - put an instance on the list and let it be used; event_mutex */
void instance_publish(struct instance *instance);

/**
 * instance_close() - take an instance off the list unless it is in use
 * @instance: the instance
 *
 * Context: process, event_mutex held.
 * Return: false if it is in use; nothing changes then.
 */
bool instance_close(struct instance *instance);

/**
 * instance_pause() - stop recording for a reader, or go on
 * @instance: the instance
 * @pause: one more reader wants no hits recorded; false: one less
 *
 * Context: process, event_mutex held.
 */
void instance_pause(struct instance *instance, bool pause);

/**
 * instance_set_cpus() - set tracing_cpumask
 * @instance: the instance
 * @cpus: CPUs that record
 *
 * Context: process, event_mutex held.
 */
void instance_set_cpus(struct instance *instance, const struct cpumask *cpus);

/**
 * instance_look_again() - wake pollers in a tenth of a second
 * @instance: the instance
 *
 * A hit has no barrier between writing its record and reading @wake, so it can
 * miss a reader that has just started to wait. A reader that waits without a
 * limit therefore looks a second time.
 *
 * Context: process.
 */
void instance_look_again(struct instance *instance);

/**
 * instance_init() - make everything that an instance records with
 * @instance: all zeros except its name
 * @ring_size: bytes for each CPU
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int instance_init(struct instance *instance, unsigned long ring_size);

/**
 * instance_exit() - free what instance_init() made
 * @instance: the instance, with no probe and no reader left
 *
 * Context: process.
 */
void instance_exit(struct instance *instance);

#endif /* HISTRIG_INSTANCE_H */
