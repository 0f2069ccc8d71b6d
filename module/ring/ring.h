/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rings: the buffers that hold recorded events until a reader takes them.
 *
 * A ring has a buffer for each CPU. Only hits on that CPU write to it, in any
 * context and without a lock; layout.h describes how writers and readers
 * cooperate. A module could use the kernel's own ring buffer instead. But that
 * buffer takes 340 instructions to reserve and commit an entry, and does not
 * let a module choose its clock.
 *
 * A reader that consumes holds the lock of its CPU, or of all CPUs, see
 * ring_lock(). A ring is freed when its owner and all readers have dropped
 * their references. The owner drops its reference when no probe can see the
 * ring any more.
 *
 * docs/architecture.md lists the order of all locks.
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

/*
 * Size in bytes of a CPU's buffer in a ring that is not used yet. It is rounded
 * up to the smallest possible buffer.
 */
#define RING_SIZE_MIN		1
/* Size in bytes of a CPU's buffer in a used ring; the same as in the kernel. */
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

/* All CPUs, for functions that take the number of a CPU. */
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

/**
 * ring_get() - take a reference on a ring
 * @ring: a ring that cannot be freed during the call
 *
 * Context: any.
 */
void ring_get(struct ring *ring);

/**
 * ring_get_unless_zero() - take a reference on a ring unless it is being freed
 * @ring: a ring, under RCU
 *
 * Context: any.
 * Return: true if the reference was taken.
 */
bool ring_get_unless_zero(struct ring *ring);

/**
 * ring_put() - drop a reference
 * @ring: the ring, or NULL
 *
 * Context: process, may sleep.
 */
void ring_put(struct ring *ring);

/**
 * ring_lock() - keep other tasks from consuming, resizing and resetting
 * @ring: the ring
 * @cpu: a CPU to consume from, or RING_ALL
 *
 * If @cpu is a CPU, other tasks may still consume from the other CPUs.
 *
 * Context: process, may sleep.
 */
void ring_lock(struct ring *ring, int cpu);

/**
 * ring_unlock() - undo ring_lock()
 * @ring: the ring
 * @cpu: the @cpu that was passed to ring_lock()
 *
 * Context: process.
 */
void ring_unlock(struct ring *ring, int cpu);

/**
 * ring_hold() - keep others away from all CPUs without a lock, see event/hold.h
 * @ring: the ring
 *
 * Context: any but NMI; one caller at a time.
 * Return: true, and the caller must call ring_release(); or false if a task has
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

/**
 * ring_consume() - remove the oldest entry of a CPU
 * @ring: the ring
 * @cpu: the CPU
 *
 * Context: process, ring_lock() held.
 */
void ring_consume(struct ring *ring, int cpu);

/**
 * ring_skip() - remove the oldest entries of a CPU, page by page
 * @ring: the ring
 * @cpu: the CPU
 * @pages: how many pages may stay, including the one that is being written
 *
 * Context: any; the ring is locked, or held by ring_hold().
 * Return: the number of entries removed.
 */
unsigned long ring_skip(struct ring *ring, int cpu, unsigned long pages);

/**
 * ring_empty() - check whether there is nothing to read
 * @ring: the ring
 * @cpu: a CPU, or RING_ALL
 *
 * Context: any.
 * Return: true if no entry is left.
 */
bool ring_empty(struct ring *ring, int cpu);

/**
 * ring_filled() - check whether a waiting reader has enough to read
 * @ring: the ring
 * @cpu: the CPU
 * @percent: share of the CPU's pages that must be in use, 0 for any entry
 *
 * If @percent is not 0 and too few pages are in use, the function asks hits to
 * wake the readers. The hit that starts the last page needed does so. That hit
 * may miss a request made at the same time, or wake a reader before the page
 * counts as used. Then the readers sleep until a hit starts another page, which
 * never happens in a full ring that drops new entries. If @percent is 0, the
 * function asks for nothing; the caller sets @wake of struct instance instead.
 *
 * Context: any.
 * Return: true if there is enough.
 */
bool ring_filled(struct ring *ring, int cpu, unsigned int percent);

/**
 * ring_page_filled() - check whether a waiting reader finds enough full pages
 * @ring: the ring
 * @cpu: the CPU
 * @percent: share of the CPU's pages that must be in use
 *
 * Like ring_filled(), but requires a page besides the one being written, so
 * that ring_read_page() finds a full page. Asks hits to wake the readers even
 * if @percent is 0.
 *
 * Context: any.
 * Return: true if there is enough.
 */
bool ring_page_filled(struct ring *ring, int cpu, unsigned int percent);

/**
 * ring_iter_start() - start to read a CPU's entries without consuming them
 * @ring: the ring, which must stay until ring_iter_end()
 * @cpu: the CPU
 *
 * The iterator covers the entries that are in the ring at the time of this
 * call, and ends after them.
 *
 * Context: process, may sleep; takes the CPU's lock.
 * Return: an iterator for ring_iter_end(). NULL if out of memory, or if the CPU
 * never had a buffer.
 */
struct ring_iter *ring_iter_start(struct ring *ring, int cpu);

/**
 * ring_iter_end() - free an iterator
 * @iter: the iterator
 *
 * Context: process.
 */
void ring_iter_end(struct ring_iter *iter);

/**
 * ring_iter_peek() - look at the entry that an iterator is at
 * @iter: the iterator
 * @entry: filled in; valid until the next call for @iter. Its @lost is 0 or,
 *	because the iterator does not count lost entries, -1UL if any were lost
 *
 * Context: process, ring_lock() of the CPU held.
 * Return: false if there is no further entry.
 */
bool ring_iter_peek(struct ring_iter *iter, struct ring_entry *entry);

/**
 * ring_iter_next() - move an iterator to the next entry
 * @iter: the iterator
 *
 * Context: process, ring_lock() of the CPU held.
 */
void ring_iter_next(struct ring_iter *iter);

/**
 * ring_iter_empty() - check whether an iterator has reached its end
 * @iter: the iterator
 *
 * Context: any.
 * Return: true if there is no further entry.
 */
bool ring_iter_empty(struct ring_iter *iter);

/**
 * ring_read_page() - consume a page of entries in the layout of trace_pipe_raw
 * @ring: the ring
 * @cpu: the CPU
 * @page: a page of the caller that was zeroed when it was allocated. Filled in,
 *	or exchanged for a page of the ring, even if the call fails
 * @full: do not take the page that is still being written
 *
 * Context: process, may sleep; takes the CPU's lock.
 * Return: 0, or -EAGAIN if there is nothing to read.
 */
int ring_read_page(struct ring *ring, int cpu, void **page, bool full);

/**
 * ring_resize() - change the size of the buffers
 * @ring: the ring
 * @size: bytes for each CPU
 * @cpu: a CPU, or RING_ALL
 *
 * Keeps the newest entries.
 *
 * Context: process, may sleep; takes the lock of all CPUs.
 * Return: 0, or -ENOMEM, which leaves the size unchanged.
 */
int ring_resize(struct ring *ring, unsigned long size, int cpu);

/**
 * ring_size() - get the size of a buffer
 * @ring: the ring
 * @cpu: a CPU, or RING_ALL for the size that a CPU gets when plugged in
 *
 * Context: any.
 * Return: bytes.
 */
unsigned long ring_size(struct ring *ring, int cpu);

/**
 * ring_set_clock() - choose the clock that stamps entries
 * @ring: the ring
 * @clock: the clock
 *
 * Removes all entries, because times of two clocks cannot be compared.
 *
 * Context: process, may sleep; takes the lock of all CPUs.
 */
void ring_set_clock(struct ring *ring, const struct histrig_clock *clock);

/**
 * ring_set_overwrite() - choose what happens when a buffer is full
 * @ring: the ring
 * @overwrite: true if new entries replace the oldest ones, false if they are
 *	dropped
 *
 * Context: any.
 */
void ring_set_overwrite(struct ring *ring, bool overwrite);

/**
 * struct ring_stats - counts of a CPU's entries
 * @entries: entries that can be read
 * @overrun: entries that were overwritten unread
 * @commit_overrun: entries lost because an interrupted hit was still writing to
 *	the page they needed
 * @bytes: bytes of @entries
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

/**
 * ring_get_stats() - count the entries of a CPU
 * @ring: the ring
 * @cpu: the CPU
 * @stats: filled in
 *
 * Context: process, may sleep; takes the CPU's lock.
 */
void ring_get_stats(struct ring *ring, int cpu, struct ring_stats *stats);

/**
 * ring_entries() - count the entries of a CPU that can be read
 * @ring: the ring
 * @cpu: the CPU
 *
 * Context: any.
 * Return: the number of entries.
 */
unsigned long ring_entries(struct ring *ring, int cpu);

/**
 * ring_overrun() - count the entries of a CPU that were overwritten unread
 * @ring: the ring
 * @cpu: the CPU
 *
 * Context: any.
 * Return: the number of entries.
 */
unsigned long ring_overrun(struct ring *ring, int cpu);

/**
 * ring_reset() - remove all entries and clear the counts
 * @ring: the ring
 * @cpu: a CPU, or RING_ALL
 *
 * Context: process, may sleep; takes the lock of all CPUs.
 */
void ring_reset(struct ring *ring, int cpu);

/**
 * ring_init() - register with CPU hotplug, before the first ring is made
 *
 * Context: process, may sleep.
 * Return: 0 or an errno.
 */
int ring_init(void);

/**
 * ring_exit() - undo ring_init(), after the last ring is freed
 *
 * Context: process, may sleep.
 */
void ring_exit(void);

#endif /* HISTRIG_RING_H */
