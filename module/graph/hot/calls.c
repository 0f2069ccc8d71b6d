// SPDX-License-Identifier: GPL-2.0
/* Beginnings and ends of calls, see ../calls.h. */
#include <linux/hash.h>
#include <linux/rcupdate.h>
#include <linux/sched/task_stack.h>
#include <linux/trace_clock.h>

#include "../../compat/compiler.h"
#include "../../compat/context.h"
#include "../../compat/ftrace.h"
#include "../calls.h"

/*
 * The kernel stores a word of data with each pending call. We store the call's depth there,
 * and in higher bits @session of struct calls, because a call may return in a later session.
 */
#define SESSION_SHIFT	8
#define DEPTH_MASK	(BIT(SESSION_SHIFT) - 1)

unsigned long calls_trampoline;

static __always_inline struct call_stack *
stack_at(struct call_table *table, const struct task_struct *task,
	 unsigned int i)
{
	const unsigned long hash = (unsigned long)task * GOLDEN_RATIO_64;

	return &table->stacks[((hash >> table->shift) + i) & table->mask];
}

static __always_inline struct call_stack *
find_stack(struct call_table *table, const struct task_struct *task)
{
	struct call_stack *stack;
	unsigned int i;

	for (i = 0; i < CALL_STACK_PROBES; i++) {
		stack = stack_at(table, task, i);
		if (likely(READ_ONCE(stack->task) == task))
			return stack;
	}
	return NULL;
}

static noinline bool has_space(struct call_table *table)
{
	unsigned int i;

	for (i = 0; i < CALL_STACK_PROBES; i++)
		if (!READ_ONCE(stack_at(table, current, i)->task))
			return true;
	return false;
}

static noinline struct call_stack *calls_take_stack(struct call_table *table)
{
	struct task_struct *owner;
	struct call_stack *stack;
	unsigned int i;

	for (i = 0; i < CALL_STACK_PROBES; i++) {
		stack = stack_at(table, current, i);
		owner = READ_ONCE(stack->task) ?:
			cmpxchg(&stack->task, NULL, current);
		if (!owner)
			atomic_inc(&table->used);
		/* An interrupt in this task may have claimed the slot first. */
		if (!owner || owner == current)
			return stack;
	}
	return NULL;
}

static void give_stack(struct call_table *table, struct call_stack *stack)
{
	stack->nr = 0;
	stack->off = 0;
	atomic_dec(&table->used);
	/* Pairs with calls_take_stack(), so that the next task finds the stack empty. */
	smp_store_release(&stack->task, NULL);
}

/*
 * Should the current task, which has no pending call, give its stack back? An interrupt must not:
 * it may have interrupted calls_enter(), which goes on to use the stack.
 */
static __always_inline bool is_crowded(const struct call_table *table)
{
	return unlikely(atomic_read(&table->used) > table->mask / 4) && !record_context();
}

/*
 * Tests whether a pending call must have ended when a new call begins. On the same stack,
 * a new call within the pending one has a lower stack pointer. Both stack pointers are
 * equal if the pending call's function ends with a jump to the new function. In this case,
 * the new call returns to the trampoline, and the pending call has not ended.
 */
static __always_inline bool has_ended(const struct call_frame *frame,
				      unsigned long sp, unsigned long parent)
{
	if (likely(!((frame->sp ^ sp) & ~(THREAD_SIZE - 1))))
		return frame->sp < sp ||
		       (frame->sp == sp && parent != calls_trampoline);
	/* A pending call on an interrupt's stack has ended if the new call is on the task's. */
	return sp - (unsigned long)task_stack_page(current) < THREAD_SIZE;
}

int calls_pass(struct calls *calls, unsigned long ip, unsigned int depth,
	       unsigned int around)
{
	return CALL_PASS;
}

static noinline void calls_miss(struct calls *calls)
{
	unsigned long __percpu *untraced = READ_ONCE(calls->untraced);

	if (READ_ONCE(calls->begin) == calls_pass)
		return;
	if (calls->selects && !calls->selects(calls))
		return;
	atomic_long_inc(&calls->missed);
	if (untraced)
		this_cpu_inc(*untraced);
}

static __always_inline bool calls_enter(struct calls *calls, unsigned long ip,
					unsigned long parent, unsigned long sp,
					struct pt_regs *regs,
					unsigned long *data)
{
	struct call_stack *stack = find_stack(calls->table, current);
	unsigned int nr = 0, around = 0;
	struct call_frame *frame;
	int flags;

	if (stack) {
		for (nr = stack->nr; nr; nr--)
			if (likely(!has_ended(&stack->frames[nr - 1], sp,
					      parent)))
				break;
		stack->nr = nr;
		if (nr)
			around = stack->frames[nr - 1].flags;
	}
	if (unlikely(nr == CALLS_DEPTH || (!stack && !has_space(calls->table))))
		goto missed;
	flags = calls->begin(calls, ip, nr, around);
	if (flags < 0)
		return false;
	if (unlikely(!stack)) {
		stack = calls_take_stack(calls->table);
		if (!stack)
			goto missed;
	}
	*data = (unsigned long)calls->session << SESSION_SHIFT | nr;
	if (RETURNS_REFUSE && unlikely(!return_probe_hook(data, sp)))
		goto missed;
	if (calls->entered)
		flags = calls->entered(calls, ip, parent, nr, flags, regs);
	/*
	 * Interrupts read @sp of the frame once @nr is written, so write @sp before @nr. An
	 * interrupt between these two writes uses the same frame and leaves another @sp
	 * there, so write @sp again.
	 */
	frame = &stack->frames[nr];
	WRITE_ONCE(frame->sp, sp);
	barrier();
	WRITE_ONCE(stack->nr, nr + 1);
	barrier();
	WRITE_ONCE(frame->sp, sp);
	frame->flags = flags;
	frame->inner = 0;
	frame->start = trace_clock_local();
	return true;

missed:
	calls_miss(calls);
	return false;
}

static bool calls_enter_hook(struct return_probe *hook, unsigned long ip,
			     unsigned long parent, unsigned long sp,
			     struct pt_regs *regs, unsigned long *words)
{
	struct calls *calls = container_of(hook, struct calls, hook);
	int context = -1;
	bool ret;

	if (likely(traced_rcu_watching()))
		context = traced_enter(ENTER_PREEMPTIBLE);
	if (unlikely(context < 0)) {
		calls_miss(calls);
		return false;
	}
	ret = calls_enter(calls, ip, parent, sp, regs, words);
	traced_leave(context, ENTER_PREEMPTIBLE);
	return ret;
}

static __always_inline void calls_leave(struct calls *calls,
					const struct return_exit *exit, u64 now)
{
	struct call_stack *stack = find_stack(calls->table, current);
	const unsigned long data = exit->words[0];
	const unsigned int depth = data & DEPTH_MASK;
	struct call_frame *frame;
	struct call call __uninitialized;

	if (unlikely(data >> SESSION_SHIFT != calls->session ||
		     !stack || depth >= stack->nr))
		return;
	frame = &stack->frames[depth];
	call.ip = exit->ip;
	call.depth = depth;
	call.flags = frame->flags;
	call.start = frame->start;
	call.end = now;
	call.inner = frame->inner;
	call.retval = exit->retval;
	call.irqs_masked = exit->irqs_masked;
	barrier();
	/* From here on, an interrupt may use the frame. */
	WRITE_ONCE(stack->nr, depth);
	if (depth)
		frame[-1].inner += now - call.start;
	calls->leave(calls, &call);
	if (!depth && is_crowded(calls->table))
		give_stack(calls->table, stack);
}

static void calls_leave_hook(struct return_probe *hook, const struct return_exit *exit)
{
	struct calls *calls = container_of(hook, struct calls, hook);
	const u64 now = trace_clock_local();
	int context = -1;

	if (likely(traced_rcu_watching()))
		context = traced_enter(true);
	if (unlikely(context < 0)) {
		calls_miss(calls);
		return;
	}
	calls_leave(calls, exit, now);
	traced_leave(context, true);
}

const struct return_hooks calls_hooks = {
	.masks_irqs = true,
	.enter = calls_enter_hook,
	.leave = calls_leave_hook,
};

void calls_task_freed(void *data, struct task_struct *task)
{
	struct calls *calls = data;
	struct call_stack *stack = find_stack(calls->table, task);

	if (stack)
		give_stack(calls->table, stack);
}

void calls_task_switch(void *data, bool preempt, struct task_struct *prev,
		       struct task_struct *next SCHED_SWITCH_STATE)
{
	struct calls *calls = data;
	const u64 now = trace_clock_local();
	struct call_stack *stack = find_stack(calls->table, prev);
	unsigned int i;

	if (stack)
		stack->off = now;
	stack = find_stack(calls->table, next);
	if (!stack || !stack->off)
		return;
	for (i = 0; i < stack->nr; i++)
		stack->frames[i].start += now - stack->off;
	stack->off = 0;
}
