/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Readers: the entries of a ring, one after the other, as text.
 *
 * A reader merges the entries of all CPUs by time, or goes through those of one
 * CPU. One that consumes takes away what it has shown (trace_pipe), any other
 * leaves everything where it is (trace). Each entry is copied before it is
 * printed, for its place may be needed by the next one.
 *
 * A reader belongs to an open file, which holds off a second user.
 */
#ifndef HISTRIG_READER_H
#define HISTRIG_READER_H

#include <linux/cpumask.h>
#include <linux/trace_seq.h>

#include "../event/print.h"
#include "../ring/ring.h"

struct instance;

/* How many entries were lost is not known. */
#define READER_LOST_SOME	(-1UL)

/**
 * struct reader_cpu - where a reader stands on a CPU
 * @iter: reads without consuming, NULL for a reader that consumes
 * @next: the oldest entry that has not been taken
 * @last: time of the entry before it
 * @there: @next is filled in
 * @lost: entries before @next were lost that no line has told of
 * @started: an entry of the CPU has been shown
 */
struct reader_cpu {
	struct ring_iter *iter;
	struct ring_entry next;
	u64 last;
	bool there;
	bool lost;
	bool started;
};

/**
 * struct reader - a reader and the entry that it is at
 * @instance: whose options say how entries are printed
 * @ring: what is read, NULL for nothing
 * @cpu: the CPU that is read, or RING_ALL
 * @mask: the same as a mask
 * @latency: lines in latency format
 * @in_ns: times are in nanoseconds
 * @start: what @ring's clock started from when it was looked at last
 * @annotate: say where the entries of a CPU start, as older ones were lost
 * @nr: entries that were taken so far
 * @at: the CPU that the entry is from
 * @ts: its time
 * @next_ts: that of the one after it
 * @lost: entries lost before it
 * @size: its length in bytes
 * @record: the entry
 * @seq: the text
 * @print: room for who prints
 * @cpus: where it stands on each CPU
 */
struct reader {
	struct instance *instance;
	struct ring *ring;
	int cpu;
	const struct cpumask *mask;
	bool latency;
	bool in_ns;
	bool annotate;
	u64 start;

	unsigned long nr;
	int at;
	u64 ts;
	u64 next_ts;
	unsigned long lost;
	unsigned int size;
	u8 record[PAGE_SIZE] __aligned(8);

	struct trace_seq seq;
	struct event_print print;
	struct reader_cpu cpus[];
};

/**
 * reader_make() - make a reader
 * @instance: that is to stay as long as the reader
 * @ring: what to read; the reference becomes the reader's. NULL for nothing
 * @cpu: a CPU or RING_ALL
 *
 * It consumes, unless reader_start() follows.
 *
 * Context: process, event_mutex held.
 * Return: the reader, or NULL without memory; @ring is given back then.
 */
struct reader *reader_make(struct instance *instance, struct ring *ring,
			   int cpu);
void reader_free(struct reader *reader);

/**
 * reader_use() - let a reader that stands nowhere read another ring
 * @ring: as for reader_make()
 *
 * Context: process.
 */
void reader_use(struct reader *reader, struct ring *ring);

/**
 * reader_start() - go to the first entry, to read without consuming
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int reader_start(struct reader *reader);

/**
 * reader_lock() - read on
 *
 * While a reader is not locked, others may move on the ring. What stands in
 * @record and @seq stays.
 *
 * Context: process; no event goes until reader_unlock().
 */
void reader_lock(struct reader *reader);
void reader_unlock(struct reader *reader);

/**
 * reader_next() - take the next entry
 *
 * Context: process, reader_lock() held.
 * Return: false when there is none.
 */
bool reader_next(struct reader *reader);

/* reader_consume() - take the current entry away; reader_lock() held */
void reader_consume(struct reader *reader);

/* reader_empty() - is there nothing to read; any time */
bool reader_empty(const struct reader *reader);

#endif /* HISTRIG_READER_H */
