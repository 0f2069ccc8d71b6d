/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rings: where the records of enabled events wait for a reader.
 *
 * A shim over the ring buffer that the kernel exports, one buffer a CPU. The
 * clock of that buffer cannot be chosen by a module, so each entry starts with
 * a time stamp of ours, and whoever wants pages in the layout of tracefs gets
 * them made over (see page.h).
 *
 * Writers are probes in any context. The kernel's buffer refuses a writer that
 * interrupts another one on the same level, and one that finds no room when it
 * may not overwrite; each refusal is counted (ring_dropped()).
 *
 * Readers that consume hold the lock of the CPU they read from, or of all of
 * them, ring_lock(). A ring is freed when its owner and every reader have given
 * back their references; the owner does when no probe can see it any more.
 */
#ifndef HISTRIG_RING_H
#define HISTRIG_RING_H

#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/ring_buffer.h>
#include <linux/rwsem.h>
#include <linux/types.h>

#include <asm/local.h>

#include "clock.h"

/* Smallest buffer of a CPU, which is what one has until it is used. */
#define RING_SIZE_MIN		1
/* A buffer that is used, in bytes for each CPU; as the kernel's own. */
#define RING_SIZE_USED		1441792UL

/**
 * struct ring_cpu - what a ring keeps for a CPU
 * @failed: records that the buffer refused since the ring was made
 * @forgotten: those of @failed that a reset made forgotten
 * @read_lock: held by who consumes from this CPU alone
 */
struct ring_cpu {
	local_t failed;
	unsigned long forgotten;
	/* only one reader may move a CPU's oldest entry on */
	struct mutex read_lock;
};

/**
 * struct ring - a ring
 * @refs: its owner's and its readers'
 * @buffer: the kernel's buffer
 * @now: the clock that stamps entries
 * @start: what the clock showed when all entries were forgotten last
 * @all: held for writing by who consumes from all CPUs, for reading by who
 *	consumes from one
 * @cpus: what it keeps for each CPU
 */
struct ring {
	struct kref refs;
	struct trace_buffer *buffer;
	u64 (*now)(void);
	u64 start;
	struct rw_semaphore all;
	struct ring_cpu __percpu *cpus;
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
 *
 * Context: process, may sleep.
 * Return: the ring, or NULL without memory.
 */
struct ring *ring_create(unsigned long size, bool overwrite,
			 const struct trace_clock *clock);

/* ring_get() - let a ring stay until ring_put() */
void ring_get(struct ring *ring);

/* ring_get_unless_zero() - the same for a ring that may just be going; RCU */
bool ring_get_unless_zero(struct ring *ring);

/* ring_put() - give a reference back; NULL is fine; may sleep */
void ring_put(struct ring *ring);

/**
 * ring_reserve() - room for a record
 * @ring: the ring
 * @size: bytes of the record
 * @slot: to be handed to ring_commit() or ring_discard()
 *
 * Context: any, must not migrate until the slot is given back.
 * Return: the room, aligned to 4 bytes, or NULL; the loss is counted.
 */
void *ring_reserve(struct ring *ring, unsigned int size,
		   struct ring_buffer_event **slot);

/* ring_count_failed() - count a record that was not even offered; any context */
void ring_count_failed(struct ring *ring);

/* ring_commit() - let readers see a record that has been written */
void ring_commit(struct ring *ring, struct ring_buffer_event *slot);

/* ring_discard() - give room back as if it had never been taken */
void ring_discard(struct ring *ring, struct ring_buffer_event *slot);

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

struct ring_buffer_iter;

/**
 * ring_iter_start() - read a CPU's entries without taking them away
 *
 * Context: process, may sleep.
 * Return: an iterator for ring_iter_end(), or NULL without memory.
 */
struct ring_buffer_iter *ring_iter_start(struct ring *ring, int cpu);
void ring_iter_end(struct ring_buffer_iter *iter);

/* ring_iter_peek() - where the iterator stands; as ring_peek() */
bool ring_iter_peek(struct ring_buffer_iter *iter, struct ring_entry *entry);
void ring_iter_next(struct ring_buffer_iter *iter);

/* ring_iter_empty() - is nothing left for the iterator; any context */
bool ring_iter_empty(struct ring_buffer_iter *iter);

/**
 * ring_read_page() - take a page of entries in the layout of tracefs
 * @ring: the ring
 * @cpu: the CPU
 * @spare: a page from ring_spare_page()
 * @to: PAGE_SIZE bytes
 * @full: only a page that is full
 *
 * Context: process, may sleep; takes the CPU's lock.
 * Return: bytes in @to, all behind them cleared, or -EAGAIN when there is
 * nothing.
 */
int ring_read_page(struct ring *ring, int cpu, void **spare, void *to,
		   bool full);
void *ring_spare_page(struct ring *ring, int cpu);	/* or ERR_PTR() */
void ring_put_spare_page(struct ring *ring, int cpu, void *spare);

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

/* ring_size() - bytes that a CPU has room for */
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

/* ring_entries() - entries of a CPU that nobody has consumed */
unsigned long ring_entries(struct ring *ring, int cpu);

/* ring_overrun() - entries of a CPU that were overwritten unread */
unsigned long ring_overrun(struct ring *ring, int cpu);

/* ring_reset() - forget all entries and counts; may sleep */
void ring_reset(struct ring *ring, int cpu);

/* ring_dropped() - records of a CPU that the buffer refused, overruns aside */
unsigned long ring_dropped(struct ring *ring, int cpu);

#endif /* HISTRIG_RING_H */
