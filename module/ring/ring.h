/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rings: the buffers that recorded events stay in until a reader consumes them.
 *
 * A ring has a buffer for each CPU. Only hits on that CPU write to it, in any
 * context and without a lock; layout.h describes how writers and readers
 * cooperate. The kernel's own ring buffer would need 340 instructions to
 * reserve and commit an entry, and a module cannot choose its clock.
 *
 * A reader that consumes holds the lock of its CPU or of all CPUs, see
 * ring_lock(). A ring is freed when its owner and all readers have dropped
 * their references. The owner does so when no probe can see the ring any more.
 */
#ifndef HISTRIG_RING_H
#define HISTRIG_RING_H

#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/ring_buffer.h>
#include <linux/rwsem.h>
#include <linux/types.h>

#include "clock.h"

/* Size in bytes of a CPU's buffer in an unused ring, rounded up to 2 pages. */
#define RING_SIZE_MIN		1
/* Size in bytes of a CPU's buffer in a used ring, as in the kernel. */
#define RING_SIZE_USED		1441792UL

struct irq_work;
struct ring_cpu;
struct ring_iter;

/**
 * struct ring - a ring
 * @refs: references of its owner and its readers
 * @cpus: the buffers of the CPUs, see layout.h
 * @now: reads the clock that stamps entries
 * @overwrite: new entries replace the oldest ones when the buffer is full
 * @waker: wakes readers that wait for the ring to fill
 * @start: time of the last ring_reset() of all CPUs, by the ring's clock
 * @all: held for writing to consume from all CPUs, to resize or to reset; held
 *	for reading to consume from one CPU
 * @held: set by ring_hold(); a task that has taken @all waits until it is false
 * @nr_pages: number of pages that a CPU gets when it is plugged in
 * @node: entry in the list of rings that CPU hotplug walks
 */
struct ring {
	struct kref refs;
	struct ring_cpu __percpu *cpus;
	u64 (*now)(void);
	bool overwrite;
	struct irq_work *waker;
	u64 start;
	struct rw_semaphore all;
	bool held;
	unsigned long nr_pages;
	struct hlist_node node;
};

/**
 * struct ring_entry - an entry that was read
 * @record: the record
 * @size: length of @record in bytes, may be rounded up to 4
 * @ts: its time by the clock of the ring
 * @lost: number of entries overwritten unread before it
 */
struct ring_entry {
	const void *record;
	unsigned int size;
	u64 ts;
	unsigned long lost;
};

#define RING_ALL	RING_BUFFER_ALL_CPUS

/**
 * ring_create() - make a ring
 * @size: bytes for each CPU
 * @overwrite: new entries replace the oldest ones
 * @clock: the clock that stamps entries
 * @waker: wakes readers that wait until ring_filled() is true
 *
 * Context: process, may sleep.
 * Return: the ring, or NULL if out of memory.
 */
struct ring *ring_create(unsigned long size, bool overwrite,
			 const struct histrig_clock *clock,
			 struct irq_work *waker);

/* ring_get() - take a reference to a ring that is not freed. Any context */
void ring_get(struct ring *ring);

/* ring_get_unless_zero() - ring_get() under RCU; false if the ring is freed */
bool ring_get_unless_zero(struct ring *ring);

/* ring_put() - drop a reference; @ring may be NULL; may sleep */
void ring_put(struct ring *ring);

/**
 * ring_lock() - exclude other tasks from consuming, resizing and resetting
 * @ring: the ring
 * @cpu: a CPU to consume from, or RING_ALL. Other tasks may consume from other
 *	CPUs
 *
 * Context: process, may sleep.
 */
void ring_lock(struct ring *ring, int cpu);

void ring_unlock(struct ring *ring, int cpu);

/**
 * ring_hold() - use all CPUs' buffers without taking a lock, see event/hold.h
 * @ring: the ring
 *
 * Context: any, but NMI only in a panic; one caller at a time.
 * Return: true, and the caller must call ring_release(); false if a task has
 * locked the ring.
 */
bool ring_hold(struct ring *ring);

/* ring_release() - undo ring_hold(); wakes up no task */
void ring_release(struct ring *ring);

/**
 * ring_peek() - look at the oldest entry of a CPU
 * @ring: the ring
 * @cpu: the CPU
 * @entry: filled in; valid until ring_unlock() or the next call for the CPU
 *
 * Context: process, ring_lock() held.
 * Return: false if there is no entry.
 */
bool ring_peek(struct ring *ring, int cpu, struct ring_entry *entry);

/* ring_consume() - remove the oldest entry of a CPU, with ring_lock() held */
void ring_consume(struct ring *ring, int cpu);

/**
 * ring_skip() - remove the oldest entries of a CPU, page by page
 * @ring: the ring
 * @cpu: the CPU
 * @keep: number of entries that stay at least
 *
 * Context: any; the ring is locked, or held by ring_hold().
 * Return: the number of entries removed.
 */
unsigned long ring_skip(struct ring *ring, int cpu, unsigned long keep);

/* ring_empty() - is there nothing to read from @cpu or RING_ALL? Any context */
bool ring_empty(struct ring *ring, int cpu);

/**
 * ring_filled() - has a waiting reader enough to read?
 * @ring: the ring
 * @cpu: the CPU
 * @percent: share of the CPU's pages that must be in use, 0 for any entry
 *
 * If @percent is not 0 and too few pages are in use, the hit that starts the
 * last of the missing pages shall wake the readers. That hit may miss a request
 * made at the same time, or come too early. Then readers sleep until a hit
 * starts another page, which never happens in a full ring that drops new
 * entries. For @percent 0, the caller sets @wake of struct instance. For a CPU
 * without a buffer, no hit is asked, so readers must look again by themselves.
 *
 * Context: any.
 * Return: true if there is enough.
 */
bool ring_filled(struct ring *ring, int cpu, unsigned int percent);

/*
 * ring_page_filled() - has a waiting reader of pages enough to read?
 *
 * Like ring_filled(), but requires a full page for ring_read_page(). Asks hits
 * to wake readers even if @percent is 0.
 */
bool ring_page_filled(struct ring *ring, int cpu, unsigned int percent);

/**
 * ring_iter_start() - start to read a CPU's entries without consuming them
 * @ring: the ring, which must exist until ring_iter_end()
 * @cpu: the CPU
 *
 * The iterator ends after the entries that are in the ring now.
 *
 * Context: process, may sleep; takes the CPU's lock.
 * Return: an iterator for ring_iter_end(). NULL if out of memory, or if the CPU
 * never had a buffer.
 */
struct ring_iter *ring_iter_start(struct ring *ring, int cpu);

void ring_iter_end(struct ring_iter *iter);

/**
 * ring_iter_peek() - look at the entry that an iterator is at
 * @iter: the iterator
 * @entry: filled in; valid until the next call for @iter. Its @lost is -1UL if
 *	an unknown number of entries were lost before it, else 0
 *
 * Context: process, ring_lock() of the CPU held.
 * Return: false if there is no further entry.
 */
bool ring_iter_peek(struct ring_iter *iter, struct ring_entry *entry);

/* ring_iter_next() - go to the next entry, with ring_lock() of the CPU held */
void ring_iter_next(struct ring_iter *iter);

/* ring_iter_empty() - has an iterator reached its end? Any context */
bool ring_iter_empty(struct ring_iter *iter);

/**
 * ring_read_page() - consume a page of entries in the layout of trace_pipe_raw
 * @ring: the ring
 * @cpu: the CPU
 * @page: a page of the caller, zeroed when it was allocated. Filled in or
 *	exchanged for a page of the ring, even if the call fails
 * @full: do not take the page that is still being written
 *
 * Context: process, may sleep; takes the CPU's lock.
 * Return: 0, or -EAGAIN if there is nothing to read.
 */
int ring_read_page(struct ring *ring, int cpu, void **page, bool full);

/**
 * ring_resize() - change the size of the buffers, keeping the newest entries
 * @ring: the ring
 * @size: bytes for each CPU
 * @cpu: a CPU, or RING_ALL
 *
 * Context: process, may sleep; takes the lock of all CPUs.
 * Return: 0, or -ENOMEM, which leaves the size unchanged.
 */
int ring_resize(struct ring *ring, unsigned long size, int cpu);

/*
 * ring_size() - the size of a CPU's buffer in bytes; for RING_ALL, the size
 * that a CPU gets when it is plugged in. Any context
 */
unsigned long ring_size(struct ring *ring, int cpu);

/*
 * ring_set_clock() - choose the clock that stamps entries
 *
 * Removes all entries, because times of two clocks cannot be compared.
 *
 * Context: process, may sleep; takes the lock of all CPUs.
 */
void ring_set_clock(struct ring *ring, const struct histrig_clock *clock);

/* ring_set_overwrite() - shall new entries replace the oldest? Any context */
void ring_set_overwrite(struct ring *ring, bool overwrite);

/**
 * struct ring_stats - counts of a CPU's entries
 * @entries: entries that can be read
 * @overrun: entries that were overwritten unread
 * @commit_overrun: entries lost because an interrupted hit still wrote to the
 *	page that they needed
 * @bytes: bytes of @entries, and unused bytes at the ends of their pages
 * @dropped: entries lost for any other reason
 * @read: entries that were consumed
 */
struct ring_stats {
	unsigned long entries;
	unsigned long overrun;
	unsigned long commit_overrun;
	unsigned long bytes;
	unsigned long dropped;
	unsigned long read;
};

/* ring_get_stats() - count a CPU's entries; may sleep, takes the CPU's lock */
void ring_get_stats(struct ring *ring, int cpu, struct ring_stats *stats);

/* ring_entries() - number of entries of a CPU that can be read. Any context */
unsigned long ring_entries(struct ring *ring, int cpu);

/* ring_overrun() - number of entries overwritten unread. Any context */
unsigned long ring_overrun(struct ring *ring, int cpu);

/*
 * ring_reset() - remove all entries and clear the counts of a CPU, or of
 * RING_ALL
 *
 * Context: process, may sleep; takes the lock of all CPUs.
 */
void ring_reset(struct ring *ring, int cpu);

/* ring_init() - register with CPU hotplug, before the first ring; 0 or errno */
int ring_init(void);

/* ring_exit() - undo ring_init(), after the last ring is freed */
void ring_exit(void);

#endif /* HISTRIG_RING_H */
