// SPDX-License-Identifier: GPL-2.0
/* The times of calls in user code, see call_time.h. */
#include <linux/hash.h>

#include "call_time.h"

static struct call_part *part_of(struct call_part *parts, unsigned long stack)
{
	/*
	 * Hash the task first, because stack pointers of threads often end in
	 * the same digits.
	 */
	return &parts[hash_long(stack ^ hash_ptr(current, BITS_PER_LONG),
				CALL_PARTS_BITS)];
}

static bool is_call(const struct call_time *call, unsigned long function,
		    unsigned long stack)
{
	return call->time && call->stack == stack &&
	       call->function == function && call->task == current &&
	       call->born == current->start_time;
}

void call_time_keep(struct call_part *parts, unsigned long function,
		    unsigned long stack, u64 now)
{
	struct call_part *part = part_of(parts, stack);
	struct call_time *best = part->call, *call;

	spin_lock(&part->lock);
	for (call = part->call; call < part->call + CALLS_IN_PART; call++) {
		/* The task jumped out of this call, so reuse its entry. */
		if (is_call(call, function, stack)) {
			best = call;
			break;
		}
		if (call->time < best->time)
			best = call;
	}
	*best = (struct call_time) {
		.task = current,
		.born = current->start_time,
		.function = function,
		.stack = stack,
		.time = now,
	};
	spin_unlock(&part->lock);
}

u64 call_time_take(struct call_part *parts, unsigned long function,
		   unsigned long stack)
{
	struct call_part *part = part_of(parts, stack);
	struct call_time *call;
	u64 time = 0;

	spin_lock(&part->lock);
	for (call = part->call; call < part->call + CALLS_IN_PART; call++) {
		if (is_call(call, function, stack)) {
			time = call->time;
			call->time = 0;
			break;
		}
	}
	spin_unlock(&part->lock);
	return time;
}
