/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The times of calls in user code, for kernels whose uprobes pass no data from
 * a call to its return.
 *
 * Each probe that shows $duration has a hash table. Its keys are the task, the
 * function and the stack pointer at the function's entry. The stack pointer
 * differs in nested calls; after the return, returned_stack() computes it
 * again. Calls that never return leave their entries, so a new entry replaces
 * the oldest of a full struct call_part. A return that finds no entry counts as
 * a lost hit.
 */
#ifndef HISTRIG_PROBE_HOT_CALL_TIME_H
#define HISTRIG_PROBE_HOT_CALL_TIME_H

#include <linux/bits.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#define CALL_PARTS_BITS	10
#define CALL_PARTS	BIT(CALL_PARTS_BITS)
#define CALLS_IN_PART	8

/**
 * struct call_time - a call
 * @task: the task
 * @born: start time of the task, because another task may reuse @task's memory
 * @function: address of the function
 * @stack: stack pointer at the function's first instruction
 * @time: time of the call in nanoseconds; 0 in an unused entry
 */
struct call_time {
	const struct task_struct *task;
	u64 born;
	unsigned long function;
	unsigned long stack;
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

/*
 * Stores @now, which must not be 0, as the time of a call of the current task.
 * @parts has CALL_PARTS elements. Context: task.
 */
void call_time_keep(struct call_part *parts, unsigned long function,
		    unsigned long stack, u64 now);

/* Returns and removes the time of a call that returns; 0 if there is none. */
u64 call_time_take(struct call_part *parts, unsigned long function,
		   unsigned long stack);

#endif /* HISTRIG_PROBE_HOT_CALL_TIME_H */
