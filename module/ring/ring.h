/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rings: where the records of enabled events wait for a reader.
 *
 * A buffer for each CPU, which only hits on that CPU write, without a lock and
 * in any context; layout.h says how they and the readers get along. The kernel
 * has such buffers too, and lets modules use them, but reserving and committing
 * an entry alone takes 340 instructions there, a time that is not of the
 * module's choice included.
 *
 * Readers that consume hold the lock of the CPU they read from, or of all of
 * them: ring_lock(), see docs/architecture.md for its place among all locks.
 * A ring is freed when its owner and every reader have given back their
 * references; the owner does when no probe can see it any more.
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

/* Smallest buffer of a CPU, which is what one has until it is used. */
#define RING_SIZE_MIN		1
/* A buffer that is used, in bytes for each CPU; as the kernel's own. */
#define RING_SIZE_USED		1441792UL

struct irq_work;
struct ring_cpu;
struct ring_iter;

/**
 * struct ring - a ring
 * @refs: its owner's and its readers'
 * @cpus: what it keeps for each CPU, see layout.h
 * @now: the clock that stamps entries
 * @overwrite: the oldest entries give way to the newest
 * @waker: wakes who waits until enough is in the ring
 * @start: what the clock showed when all entries were forgotten last
 * @all: held for writing by who consumes from all CPUs, for reading by who
 *	consumes from one
 * @nr_pages: of a CPU that comes
 * @node: in the list of those that want to know of CPUs that come
 */
struct ring {
	struct kref refs;
	struct ring_cpu __percpu *cpus;
	u64 (*now)(void);
	bool overwrite;
	struct irq_work *waker;
	u64 start;
	struct rw_semaphore all;
	unsigned long nr_pages;
	struct hlist_node node;
};

/**
 * struct ring_entry - an entry that was read
 * @record: the record
 * @size: its length in bytes, perhaps rounded up to 4
 * @ts: when it was made, by the clock of the ring
 * @lost: entries before it that were overwritten unread
 */
struct ring_entry {
	const void *record;
	unsigned int size;
	u64 ts;
	unsigned long lost;
};

/**
 * ring_create() - make a ring
 * @size: bytes for each CPU
 * @overwrite: the oldest entries give way to the newest
 * @clock: what stamps entries
 * @waker: wakes who waits until ring_filled() is true
 *
 * Context: process, may sleep.
 * Return: the ring, or NULL without memory.
 */
struct ring *ring_create(unsigned long size, bool overwrite,
			 const struct trace_clock *clock,
			 struct irq_work *waker);

/* ring_get() - let a ring stay until ring_put() */
void ring_get(struct ring *ring);

/* ring_get_unless_zero() - the same for a ring that may just be going; RCU */
bool ring_get_unless_zero(struct ring *ring);

/* ring_put() - give a reference back; NULL is fine; may sleep */
void ring_put(struct ring *ring);

/* ring_count_failed() - count a record that was not even offered; any context */
void ring_count_failed(struct ring *ring);

/* ring_lock() - hold off other consumers of a CPU, or of all (RING_ALL) */
void ring_lock(struct ring *ring, int cpu);
void ring_unlock(struct ring *ring, int cpu);

/**
 * ring_peek() - look at the oldest entry of a CPU
 * @entry: filled in; valid until the CPU's lock is given back, or the next call
 *
 * Context: process, ring_lock() held.
 * Return: false when there is none.
 */
bool ring_peek(struct ring *ring, int cpu, struct ring_entry *entry);

/* ring_consume() - take the oldest entry of a CPU away; as ring_peek() */
void ring_consume(struct ring *ring, int cpu);

/* ring_empty() - is nothing to be read; any context */
bool ring_empty(struct ring *ring, int cpu);

/**
 * ring_filled() - is enough to be read
 * @cpu: a CPU
 * @percent: how much of its pages must be used, 0 for any entry
 *
 * If not, whoever makes it so wakes those who wait, or, seldom, somebody later.
 * It does so when @percent is not 0.
 *
 * Context: any.
 */
bool ring_filled(struct ring *ring, int cpu, unsigned int percent);

/**
 * ring_page_filled() - is enough to be read, and a whole page of it
 *
 * As ring_filled(), but the page that is being written does not count: when this
 * is true, ring_read_page() has one that is full. Whoever makes it so wakes
 * those who wait at any @percent.
 *
 * Context: any.
 */
bool ring_page_filled(struct ring *ring, int cpu, unsigned int percent);

/**
 * ring_iter_start() - read a CPU's entries without taking them away
 *
 * Context: process, may sleep.
 * Return: an iterator for ring_iter_end(), or NULL without memory.
 */
struct ring_iter *ring_iter_start(struct ring *ring, int cpu);
void ring_iter_end(struct ring_iter *iter);

/* ring_iter_peek() - where the iterator stands; as ring_peek() */
bool ring_iter_peek(struct ring_iter *iter, struct ring_entry *entry);
void ring_iter_next(struct ring_iter *iter);

/* ring_iter_empty() - is nothing left for the iterator; any context */
bool ring_iter_empty(struct ring_iter *iter);

/**
 * ring_read_page() - take a page of entries in the layout of tracefs
 * @ring: the ring
 * @cpu: the CPU
 * @to: PAGE_SIZE bytes
 * @full: only a page that nothing is written to any more
 *
 * Context: process, may sleep; takes the CPU's lock.
 * Return: 0, or -EAGAIN when there is nothing.
 */
int ring_read_page(struct ring *ring, int cpu, void *to, bool full);

/* All CPUs, for functions that take one. */
#define RING_ALL	RING_BUFFER_ALL_CPUS

/**
 * ring_resize() - change the room of a CPU or of all
 * @size: bytes for each CPU
 *
 * Context: process, may sleep.
 * Return: 0, or -ENOMEM and the room as it was.
 */
int ring_resize(struct ring *ring, unsigned long size, int cpu);

/* ring_size() - bytes that a CPU has room for; RING_ALL: one that is yet to come */
unsigned long ring_size(struct ring *ring, int cpu);

/**
 * ring_set_clock() - stamp entries by another clock
 *
 * What is there is forgotten, for the times of two clocks do not compare.
 *
 * Context: process, may sleep; takes the lock of all CPUs.
 */
void ring_set_clock(struct ring *ring, const struct trace_clock *clock);

/* ring_set_overwrite() - let the oldest entries give way, or refuse new ones */
void ring_set_overwrite(struct ring *ring, bool overwrite);

/**
 * struct ring_stats - what happened to the entries of a CPU
 * @entries: nobody has consumed
 * @overrun: were overwritten unread
 * @commit_overrun: found an interrupted hit where they should have been
 * @bytes: of those that are in the ring
 * @dropped: found no room
 * @read: were consumed
 */
struct ring_stats {
	unsigned long entries;
	unsigned long overrun;
	unsigned long commit_overrun;
	unsigned long bytes;
	unsigned long dropped;
	unsigned long read;
};

/* ring_get_stats() - count the entries of a CPU; takes its lock */
void ring_get_stats(struct ring *ring, int cpu, struct ring_stats *stats);

/* ring_entries() - entries of a CPU that nobody has consumed */
unsigned long ring_entries(struct ring *ring, int cpu);

/* ring_overrun() - entries of a CPU that were overwritten unread */
unsigned long ring_overrun(struct ring *ring, int cpu);

/* ring_reset() - forget all entries and counts; may sleep */
void ring_reset(struct ring *ring, int cpu);

/* ring_init() - before the first ring is made; 0 or an errno */
int ring_init(void);
void ring_exit(void);

#endif /* HISTRIG_RING_H */
