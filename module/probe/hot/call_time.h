/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When functions in user code were called, for kernels whose uprobes do not
 * carry anything from a call to its return.
 *
 * A hash table, one for each probe that shows $duration. A call is known by its
 * task and by the stack pointer, which is the same again after the return, and
 * which differs for each of the calls of a recursive function. Calls that never
 * return, because the task dies or jumps out of them, leave their entries
 * behind; so an entry that finds its part of the table full takes the place of
 * the oldest one. A return whose call has no entry counts as a lost hit.
 *
 * Tasks call these functions; they hold a spinlock for some ten instructions.
 */
#ifndef HISTRIG_PROBE_HOT_CALL_TIME_H
#define HISTRIG_PROBE_HOT_CALL_TIME_H

#include <linux/bits.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>

/* Size of the table: parts, and entries in each. */
#define CALL_PARTS_BITS	10
#define CALL_PARTS	BIT(CALL_PARTS_BITS)
#define CALLS_IN_PART	8

/**
 * struct call_time - a call
 * @task: the task
 * @born: when the task began, since another one may get the memory of @task
 * @function: address of the function
 * @stack: stack pointer at the function's first instruction
 * @time: when that was, in nanoseconds; 0 for an unused entry
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
 * @lock: guards @call
 * @call: the entries
 */
struct call_part {
	spinlock_t lock;	/* guards @call */
	struct call_time call[CALLS_IN_PART];
};

/**
 * call_time_keep() - keep the time of a call of the current task
 * @parts: a table of CALL_PARTS parts
 * @function: address of the function
 * @stack: stack pointer at its first instruction
 * @now: the time, not 0
 */
void call_time_keep(struct call_part *parts, unsigned long function,
		    unsigned long stack, u64 now);

/**
 * call_time_take() - look up and forget the time of a call that returns
 * @parts: as for call_time_keep()
 * @function: address of the function
 * @stack: stack pointer at its first instruction
 *
 * Return: the time, or 0 if it is not known.
 */
u64 call_time_take(struct call_part *parts, unsigned long function,
		   unsigned long stack);

#endif /* HISTRIG_PROBE_HOT_CALL_TIME_H */
