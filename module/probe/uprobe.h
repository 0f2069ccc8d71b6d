/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes in user code: on an instruction of a file (p), or on the return of the
 * function that begins there (r).
 *
 * A definition names the file and an offset, a symbol, or a marker (USDT
 * probe). As in the kernel, a definition holds a reference to the file's path, so
 * the filesystem cannot be unmounted. While an event file wants hits, the kernel
 * keeps a breakpoint in all programs that map the file. The kernel reads the
 * instruction only when it inserts the breakpoint.
 */
#ifndef HISTRIG_PROBE_UPROBE_H
#define HISTRIG_PROBE_UPROBE_H

#include <linux/bits.h>
#include <linux/path.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>

#include "../compat/uprobe.h"
#include "probe.h"

/*
 * The times of calls in user code, for kernels whose uprobes pass no data from
 * a call to its return.
 *
 * Each probe that shows $duration has a hash table. Its keys are the task, the
 * function and the stack pointer at the function's entry. The stack pointer
 * differs in nested calls; after the return, returned_stack() computes it
 * again. Calls that never return leave their entries, so in a full struct
 * call_part a new entry replaces the oldest one of its user, or else the oldest.
 * A return that finds no entry counts as a lost hit.
 */
#define CALL_PARTS_BITS	10
#define CALL_PARTS	BIT(CALL_PARTS_BITS)
#define CALLS_IN_PART	8

/**
 * struct call_time - a call
 * @task: the task
 * @born: start time of the task, because another task may reuse @task's memory
 * @function: address of the function
 * @stack: stack pointer at the function's first instruction
 * @user: the user who made the call
 * @time: time of the call in nanoseconds; 0 in an unused entry
 */
struct call_time {
	const struct task_struct *task;
	u64 born;
	unsigned long function;
	unsigned long stack;
	kuid_t user;
	u64 time;
};

/**
 * struct call_part - the entries with the same hash
 * @lock: protects @call; tasks hold it for about ten instructions
 * @call: the entries
 */
struct call_part {
	spinlock_t lock;	/* for @call */
	struct call_time call[CALLS_IN_PART];
};

/**
 * struct user_probe - a probe in user code
 * @probe: the common part of all probes
 * @at: the breakpoint
 * @path: the file
 * @file_name: the file as the user wrote it
 * @offset: offset of the instruction in the file, in bytes
 * @counter: file offset of the reference counter, a word that is incremented
 *	while the probe is armed; 0 if there is none
 * @is_return: hits are returns of the function
 * @has_duration: an argument is $duration
 * @calls: pending calls if @has_duration is set; NULL if UPROBE_HITS_SHARE_WORD
 * @inserted: the breakpoint is inserted; protected by event_mutex
 * @removals: the count of removed breakpoints after @at was removed, see
 *	uprobe_settle()
 */
struct user_probe {
	struct probe probe;
	struct breakpoint at;
	struct path path;
	char *file_name;
	unsigned long offset;
	unsigned long counter;
	bool is_return;
	bool has_duration;
	struct call_part *calls;
	bool inserted;
	unsigned long removals;
};

/**
 * struct user_buf - per-CPU buffer for records that are too long for the stack
 * @record: RECORD_SIZE_MAX bytes
 * @taken: bit 0 is set while a hit uses @record
 *
 * A hit may sleep while it uses the buffer, and continue on another CPU. Hits
 * that find their CPU's buffer in use allocate memory.
 */
struct user_buf {
	void *record;
	unsigned long taken;
};

DECLARE_PER_CPU(struct user_buf, user_bufs);

static inline struct user_probe *to_user_probe(const struct probe *probe)
{
	return container_of(probe, struct user_probe, probe);
}

/*
 * Sets the handlers by @is_return. Call this before the breakpoint is inserted.
 */
void uprobe_set_handlers(struct user_probe *probe);

#endif /* HISTRIG_PROBE_UPROBE_H */
