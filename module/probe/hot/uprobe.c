// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of probes in user code, see ../uprobe.h.
 *
 * The kernel calls these functions in the task that executes the code, on its
 * way back to user space. They may sleep while they fault in memory. They
 * disable preemption only when the record is complete, to hit the event.
 */
#include <linux/bitops.h>
#include <linux/cred.h>
#include <linux/hash.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uidgid.h>

#include "../../compat/compiler.h"
#include "../../compat/user_stack.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../uprobe.h"
#include "fetch.h"
#include "hit.h"

DEFINE_PER_CPU(struct user_buf, user_bufs);

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

/*
 * Returns the entry to use for a call of the current task. If all are in use, this is the oldest
 * one of the same user, or else the oldest. So a user takes at most one entry of a part from
 * others.
 */
static struct call_time *call_time_entry(struct call_part *part, unsigned long function,
					 unsigned long stack)
{
	struct call_time *oldest = part->call, *own = NULL, *call;

	for (call = part->call; call < part->call + CALLS_IN_PART; call++) {
		/* The task has left this call without a return, so reuse its entry. */
		if (is_call(call, function, stack))
			return call;
		if (call->time < oldest->time)
			oldest = call;
		if (uid_eq(call->user, current_uid()) && (!own || call->time < own->time))
			own = call;
	}
	return oldest->time && own ? own : oldest;
}

/* Stores @now, which must not be 0, as the time of a call of the current task. */
static void call_time_keep(struct call_part *parts, unsigned long function,
			   unsigned long stack, u64 now)
{
	struct call_part *part = part_of(parts, stack);

	spin_lock(&part->lock);
	*call_time_entry(part, function, stack) = (struct call_time) {
		.task = current,
		.born = current->start_time,
		.function = function,
		.stack = stack,
		.user = current_uid(),
		.time = now,
	};
	spin_unlock(&part->lock);
}

/* Returns and removes the time of a call that returns; 0 if there is none. */
static u64 call_time_take(struct call_part *parts, unsigned long function,
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

struct user_hit {
	struct fetch_source from;
	unsigned long address[2];
};

static __always_inline void uprobe_take_hit(const struct user_probe *user,
					    const struct user_hit *hit,
					    void *record)
{
	const struct probe *probe = &user->probe;
	unsigned long *to = record + PROBE_HEAD;
	unsigned int size;

	probe_clear_gap(record);
	to[0] = hit->address[0];
	if (user->is_return)
		to[1] = hit->address[1];
	size = fetch_args(probe->args, &hit->from, record, probe->head,
			  probe->record_size);
	preempt_disable_notrace();
	event_hit_files(&probe->event->event, NULL, record, size);
	preempt_enable_notrace();
}

static void lose_hit(const struct user_probe *user)
{
	preempt_disable_notrace();
	event_lose_files(&user->probe.event->event, NULL);
	preempt_enable_notrace();
}

/* Handles a hit whose record is too long for the stack. */
static noinline void take_long_hit(const struct user_probe *user,
				   const struct user_hit *hit)
{
	struct user_buf *buf = raw_cpu_ptr(&user_bufs);
	void *record;

	if (likely(!test_and_set_bit_lock(0, &buf->taken))) {
		uprobe_take_hit(user, hit, buf->record);
		clear_bit_unlock(0, &buf->taken);
		return;
	}
	record = kmalloc(RECORD_SIZE_MAX, GFP_KERNEL);
	if (record)
		uprobe_take_hit(user, hit, record);
	else
		lose_hit(user);
	kfree(record);
}

static noinline void take_short_hit(const struct user_probe *user,
				    const struct user_hit *hit)
{
	char record[RECORD_ON_STACK_MAX] __aligned(8) __uninitialized;

	uprobe_take_hit(user, hit, record);
}

static __always_inline void take_any_hit(const struct user_probe *user,
					 const struct user_hit *hit)
{
	if (user->probe.record_size <= RECORD_ON_STACK_MAX)
		take_short_hit(user, hit);
	else
		take_long_hit(user, hit);
}

static __always_inline void keep_time(const struct user_probe *user,
				      struct pt_regs *regs, u64 *word)
{
	const u64 now = histrig_clock_cpu();

	if (UPROBE_HITS_SHARE_WORD)
		*word = now;
	else
		call_time_keep(user->calls, instruction_pointer(regs),
			       user_stack_pointer(regs), now);
}

/* Returns the time of the call that keep_time() stored, 0 if there is none. */
static __always_inline u64 kept_time(const struct user_probe *user,
				     unsigned long function,
				     struct pt_regs *regs, const u64 *word)
{
	if (UPROBE_HITS_SHARE_WORD)
		return *word;
	return call_time_take(user->calls, function, returned_stack(regs));
}

/* Are so many returns pending that the kernel does not follow that of this call? */
static __always_inline bool is_too_deep(void)
{
	const struct uprobe_task *utask = current->utask;

	return utask && utask->depth >= MAX_URETPROBE_DEPTH;
}

/*
 * Handles a hit of the breakpoint. For a return probe, this is a call; like the
 * kernel, the probe counts calls, not returns, as its hits.
 */
static __always_inline void uprobe_place_hit(struct breakpoint *at,
					     struct pt_regs *regs, u64 *word)
{
	const struct user_probe *user =
		container_of(at, struct user_probe, at);
	const unsigned long address = instruction_pointer(regs);
	unsigned long wait_end = 0;
	const struct user_hit hit = {
		.from = {
			.regs = regs,
			.file_base = address - user->offset,
			.wait_end = &wait_end,
		},
		.address = { address },
	};

	this_cpu_inc(*user->probe.hits);
	if (!user->is_return)
		take_any_hit(user, &hit);
	else if (unlikely(is_too_deep()))
		lose_hit(user);
	else if (user->has_duration)
		keep_time(user, regs, word);
}

static __always_inline void uprobe_return_hit(struct breakpoint *at,
					      unsigned long function,
					      struct pt_regs *regs,
					      const u64 *word)
{
	const struct user_probe *user =
		container_of(at, struct user_probe, at);
	unsigned long wait_end = 0;
	struct user_hit hit = {
		.from = {
			.regs = regs,
			.file_base = function - user->offset,
			.wait_end = &wait_end,
		},
		.address = { function, instruction_pointer(regs) },
	};
	u64 began;

	if (user->has_duration) {
		began = kept_time(user, function, regs, word);
		if (!began) {
			lose_hit(user);
			return;
		}
		hit.from.duration = probe_duration(began);
	}
	take_any_hit(user, &hit);
}

DEFINE_BREAKPOINT_HITS(uprobe_place_hit, uprobe_return_hit)

void uprobe_set_handlers(struct user_probe *probe)
{
	probe->at.consumer.handler = uprobe_place_hit_handler;
	if (probe->is_return)
		probe->at.consumer.ret_handler = uprobe_return_hit_handler;
}
