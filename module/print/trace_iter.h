/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace iterators: walk the entries of a ring in order, and print them.
 *
 * An iterator merges the entries of all CPUs by time, or walks those of one
 * CPU. A consuming iterator (trace_pipe) removes the entries that it has shown;
 * all others (trace) leave them in the ring. An entry is copied before it is
 * printed, since the next access to the ring may overwrite it.
 *
 * An iterator belongs to an open file or to dumps, and only one task at a time
 * uses it.
 */
#ifndef HISTRIG_TRACE_ITER_H
#define HISTRIG_TRACE_ITER_H

#include <linux/cpumask.h>
#include <linux/trace_seq.h>

#include "../event/print.h"
#include "../instance/instance.h"
#include "../ring/ring.h"

/* Entries were lost, but their number is not known. */
#define TRACE_ITER_LOST_SOME	(-1UL)

struct seq_file;
struct trace_line_args;

/**
 * struct trace_iter_cpu - the position of an iterator on a CPU
 * @iter: reads the CPU's entries without consuming them; NULL in an iterator
 *	that consumes, or if the CPU had no buffer
 * @next: the oldest entry that trace_iter_next() has not returned
 * @last: time of the entry before @next
 * @peeked: @next is filled in
 * @lost: entries before @next were lost, which a line has still to report
 * @skipped: number of entries that trace_iter_skip() has left out
 * @started: an entry of the CPU has been shown
 */
struct trace_iter_cpu {
	struct ring_iter *iter;
	struct ring_entry next;
	u64 last;
	bool peeked;
	bool lost;
	unsigned long skipped;
	bool started;
};

/**
 * struct trace_iter - an iterator and its current entry
 * @instance: the instance whose options determine how entries are printed
 * @tracer: the instance's tracer when the iterator was made
 * @tracer_data: data of @tracer for printing
 * @ring: the ring, NULL to read nothing. Only the user of an iterator that consumes may
 *	change it, with trace_iter_set_ring()
 * @cpu: the CPU to read, or RING_ALL
 * @mask: @cpu as a mask of CPUs
 * @latency: print lines in latency format
 * @args: prints arguments of calls. Set between trace_iter_lock() and
 *	trace_iter_unlock() if a tracer has recorded arguments, else NULL
 * @atomic: print without sleeping; user stacks are printed as addresses
 * @is_worst: @ring is the snapshot of the worst latency, and @worst is filled
 *	in
 * @worst: the task and the time of the snapshot; else all zeros
 * @keeps: trace_iter_start() was called, so entries stay in the ring. A CPU without an
 *	iterator had no buffer then; newer entries of it are not shown
 * @in_ns: times are in nanoseconds
 * @start: the value that ring->start had at the last trace_iter_lock()
 * @annotate: print a line before the first entry of each CPU, because older
 *	entries were lost
 * @nr: number of entries that trace_iter_next() has returned
 * @at: the CPU of the current entry
 * @ts: time of the current entry
 * @next_ts: time of the entry after the current one, in latency format only
 * @lost: number of entries lost before the current one, or TRACE_ITER_LOST_SOME
 * @ahead: the iterator consumes, and trace_iter_following() has removed the
 *	current entry from the ring before its line was shown
 * @taken: the current line also shows the following entry, see
 *	trace_iter_take()
 * @size: length of @record in bytes
 * @record: record of the current entry
 * @seq: the output
 * @print: working memory of event_print()
 * @cpus: the position on each CPU
 */
struct trace_iter {
	struct instance *instance;
	const struct tracer *tracer;
	void *tracer_data;
	struct ring *ring;
	int cpu;
	const struct cpumask *mask;
	bool latency;
	const struct trace_line_args *args;
	bool atomic;
	bool is_worst;
	struct instance_max_trace worst;
	bool keeps;
	bool in_ns;
	bool annotate;
	u64 start;

	unsigned long nr;
	int at;
	u64 ts;
	u64 next_ts;
	unsigned long lost;
	bool ahead;
	bool taken;
	unsigned int size;
	u8 record[PAGE_SIZE] __aligned(8);

	struct trace_seq seq;
	struct event_print print;
	struct trace_iter_cpu cpus[];
};

/**
 * trace_iter_create() - make an iterator
 * @instance: the instance, which must outlive the iterator
 * @ring: the ring to read, or NULL; the iterator takes over the reference
 * @cpu: a CPU, or RING_ALL
 *
 * The iterator consumes, unless trace_iter_start() is called for it.
 *
 * Context: process, event_mutex held.
 * Return: the iterator. NULL if out of memory, after dropping the reference.
 */
struct trace_iter *trace_iter_create(struct instance *instance,
				     struct ring *ring, int cpu);

/* trace_iter_forget_tracer() - drop the tracer, print like nop; may sleep */
void trace_iter_forget_tracer(struct trace_iter *iter);

/* trace_iter_free() - free an iterator and drop its ring; may sleep */
void trace_iter_free(struct trace_iter *iter);

/**
 * trace_iter_start() - go to the first entry, to read without consuming
 * @iter: the iterator, not locked
 *
 * Ends at the entry that is the newest now, because hits may arrive faster than
 * the iterator prints.
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int trace_iter_start(struct trace_iter *iter);

/**
 * trace_iter_set_ring() - consume from another ring
 * @iter: an iterator that consumes, not locked, with its mask
 * @ring: the ring, or NULL. The caller has a reference to it, or keeps it in another way
 *
 * The times of entries in the old ring do not matter for those of @ring.
 *
 * Context: any.
 */
void trace_iter_set_ring(struct trace_iter *iter, struct ring *ring);

/**
 * trace_iter_skip() - leave out entries that are not part of the worst latency
 * @iter: an iterator that has just been started
 *
 * Leaves out entries from before the latency, because tracers do not clear the
 * ring. If @iter->worst.one_cpu is set, also leaves out other CPUs.
 *
 * Context: process, trace_iter_lock() held.
 */
void trace_iter_skip(struct trace_iter *iter);

/**
 * trace_iter_lock() - prepare for reading the ring
 * @iter: the iterator
 *
 * While an iterator is not locked, other readers may consume from its ring, and
 * the ring may be resized or reset. The iterator's @record and @seq stay valid.
 *
 * Context: process, may sleep. No event is removed until trace_iter_unlock().
 */
void trace_iter_lock(struct trace_iter *iter);

/* trace_iter_unlock() - undo trace_iter_lock() */
void trace_iter_unlock(struct trace_iter *iter);

/**
 * trace_iter_hold() - prepare for reading the ring without waiting for a lock
 * @iter: the iterator, which has a ring and whose @cpu is RING_ALL
 *
 * Context: any, but NMI only in a panic; one caller at a time.
 * Return: true, and the caller must call trace_iter_release(); false if the
 * ring is in use.
 */
bool trace_iter_hold(struct trace_iter *iter);

/* trace_iter_release() - undo trace_iter_hold(); wakes up no task */
void trace_iter_release(struct trace_iter *iter);

/*
 * trace_iter_next() - go to the next entry; false if there is none; trace_iter_lock()
 * held
 */
bool trace_iter_next(struct trace_iter *iter);

/* trace_iter_consume() - remove a consuming, locked iterator's current entry */
void trace_iter_consume(struct trace_iter *iter);

/**
 * trace_iter_following() - look at the next entry of the current entry's CPU
 * @iter: the iterator
 * @size: set to the length of that entry in bytes
 *
 * A consuming iterator removes the current entry from the ring. It keeps a
 * copy, which trace_iter_next() returns again if the line does not fit.
 *
 * Context: process, trace_iter_lock() held.
 * Return: the record, valid until the next call on @iter; NULL if there is none, or if entries
 * before it were lost.
 */
const void *trace_iter_following(struct trace_iter *iter, unsigned int *size);

/*
 * trace_iter_take() - also show the entry that trace_iter_following() has just returned;
 * trace_iter_lock() held
 */
void trace_iter_take(struct trace_iter *iter);

/* trace_iter_empty() - is there no entry left? Any context */
bool trace_iter_empty(const struct trace_iter *iter);

/* Lines of the trace file: comments at the top, and one for each entry. */

/**
 * trace_line_print() - append the line of an iterator's current entry
 * @iter: the iterator; the line goes to its @seq, in the format of the options
 *	of its instance
 *
 * Context: process, trace_iter_lock() held; or any, trace_iter_hold() held and
 *	@atomic set.
 * Return: false if the line did not fit.
 */
bool trace_line_print(struct trace_iter *iter);

/* Parts of a line, for tracers that print their lines themselves. */

/* trace_line_put_symbol() - append a symbol; the options sym-* determine how */
void trace_line_put_symbol(struct trace_iter *iter, unsigned long ip);

/* trace_line_put_place() - the same, with the offset from the symbol in any case */
void trace_line_put_place(struct trace_iter *iter, unsigned long ip);

/**
 * struct trace_line_args - how the arguments of calls are printed
 * @lock: locks the types of arguments; may sleep
 * @unlock: undoes @lock
 * @put: appends the FUNCTION_ARGS arguments of a call, after @lock
 *
 * function/args.c sets these hooks. Locks are taken in this order: types, CPU
 * hotplug, ring. So trace_iter_lock() locks the types before the ring.
 */
struct trace_line_args {
	void (*lock)(void);
	void (*unlock)(void);
	void (*put)(struct trace_iter *iter, unsigned long ip,
		    const unsigned long *args);
};

/* NULL until a tracer records arguments. */
extern const struct trace_line_args *trace_line_args;

/*
 * trace_line_hide() - hide control characters, if hide-control-chars is set
 *
 * @from is the offset in the iterator's @seq at which to begin.
 */
void trace_line_hide(struct trace_iter *iter, unsigned int from);

/* trace_line_put_flags() - append the context of the hit, like "d..2." */
void trace_line_put_flags(struct trace_iter *iter);

/* trace_line_put_text() - append the current line without task, CPU and time */
void trace_line_put_text(struct trace_iter *iter);

/* trace_line_delay_mark() - the mark of a long delay; ' ' for a short one */
char trace_line_delay_mark(u64 ns);

/**
 * trace_header_print() - print the lines before the first entry
 * @m: the file
 * @iter: an iterator that has been started
 *
 * Context: process, trace_iter_lock() held.
 */
void trace_header_print(struct seq_file *m, struct trace_iter *iter);

/* trace_header_print_latency() - print the header of the latency format */
void trace_header_print_latency(struct seq_file *m, struct trace_iter *iter);

#endif /* HISTRIG_TRACE_ITER_H */
