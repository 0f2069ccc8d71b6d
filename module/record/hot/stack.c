// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel stack traces, see stack.h.
 *
 * Where the architecture exports an unwinder, stepping it costs two thirds of
 * stack_trace_save(), which makes an indirect call for each frame and looks up each address.
 * Most stacks need no unwinder, see steps.h.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../compat/order.h"
#include "../../compat/unwind.h"
#include "stack.h"
#include "steps.h"

/* Shall a trace leave out this frame at its top, which is not one of ours? */
static __always_inline bool stack_skips_caller(unsigned long address,
					       const struct stack_skip *skip,
					       unsigned int *below)
{
	const struct event_iterator *it;

	for (it = skip->iterators; it; it = READ_DEPENDENT(it->next)) {
		if (address - it->start < it->size) {
			*below = 0;
			return true;
		}
	}
	if (likely(!*below) || (!STACK_HAS_STEPS && address == skip->place))
		return false;
	--*below;
	return true;
}

static bool stack_skips(unsigned long address, const struct stack_skip *skip,
			unsigned int *below)
{
	return within_module(address, THIS_MODULE) ||
	       stack_skips_caller(address, skip, below);
}

/*
 * Does the trace begin in user code, which no kernel code has called? Looks at the address, too,
 * because function tracing does not know the mode on all architectures.
 */
static __always_inline bool stack_of_user(const struct stack_skip *skip)
{
	return unlikely(skip->regs && user_mode(skip->regs) &&
			(long)instruction_pointer(skip->regs) >= 0);
}

#if STACK_HAS_STEPS

/* Maximum number of steps that a hit learns: learning takes long, and interrupts may be off. */
#define LESSONS_MAX	2

/* Collects with the unwinder. @from is where the trace begins, NULL if no step is to be learned. */
static noinline unsigned int stack_unwind(unsigned long *entries,
					  unsigned int max,
					  const struct stack_skip *skip,
					  const struct unwind_place *from)
{
	struct unwind_place at = from ? *from : (struct unwind_place) {};
	struct unwind_state state __uninitialized;
	unsigned int nr = 0, below = skip->below;
	unsigned int lessons = from ? LESSONS_MAX : 0;
	bool begun = skip->regs, exact = begun;
	const struct pt_regs *regs;
	unsigned long address;

	/* The unwinder begins with the caller, so add the place itself. */
	if (skip->regs)
		entries[nr++] = instruction_pointer(skip->regs);
	unwind_start(&state, current, skip->regs, NULL);
	for (;;) {
		/*
		 * Without registers, the unwinder begins in this function, below @from. Learn
		 * nothing until it is above @from.
		 */
		begun |= lessons && unwind_place_at(&state).sp > from->sp;
		if (lessons && begun) {
			lessons -= steps_learn(&at, exact, &state);
			if (!unwind_is_plain(&state))
				lessons = 0;
			at = unwind_place_at(&state);
			exact = false;
		}
		regs = unwind_regs(&state);
		if (unwind_done(&state) || (regs && user_mode((struct pt_regs *)regs)))
			break;
		/*
		 * 0 if this is no address of code. The unwinder may go wrong without noticing if
		 * it began at an instruction within a function.
		 */
		address = unwind_get_return_address(&state);
		if (!address)
			break;
		if (nr || !stack_skips(address, skip, &below)) {
			entries[nr] = address;
			if (++nr == max)
				break;
		}
		unwind_next_frame(&state);
	}
	return nr;
}

/* Results of stack_walk() other than a number of addresses. */
#define WALK_FAILED	-1	/* the unwinder must collect the trace */
#define WALK_UNKNOWN	-2	/* it must, and the missing step is to be learned */

/*
 * Follows a step that is not a STEP_SP. Returns 1 if it leads to a caller, whose frame then
 * begins at @frame; 0 if there is no caller; or WALK_FAILED.
 */
static __always_inline int step_rarely(u32 step, const struct unwind_place *at,
				       unsigned long end,
				       const unsigned long **frame)
{
	const enum step_kind kind = step_kind(step);

	/* Registers at the end of the stack are those of user space, so there is no caller. */
	if (kind == STEP_END ||
	    (kind == STEP_TO_REGS && (unsigned long)*frame == end))
		return 0;
	*frame = (const unsigned long *)at->fp + step_distance(step);
	/* Check the frame, because the frame pointer may have any value. */
	return kind == STEP_FP && !(at->fp % sizeof(long)) &&
	       (unsigned long)*frame > at->sp &&
	       (unsigned long)(*frame + step_saved(step)) >= at->sp ? 1 : WALK_FAILED;
}

/* Collects by steps. */
static __always_inline int stack_walk(unsigned long *entries, unsigned int max,
				      const struct stack_skip *skip,
				      struct unwind_place at)
{
	const unsigned long end = (unsigned long)task_pt_regs(current);
	unsigned long look = step_address(at.ip, skip->regs);
	unsigned int nr = 0, below = skip->below;
	const unsigned long *frame;
	u32 step;
	int ret;

	if (unlikely(at.sp - (unsigned long)task_stack_page(current) >= THREAD_SIZE))
		return WALK_FAILED;
	for (;;) {
		if (unlikely(at.ip < STEP_LOWEST))
			return WALK_FAILED;
		if (unlikely(!step_find(look, &step)))
			return WALK_UNKNOWN;
		if (likely(nr) || look == at.ip ||
		    (!(step & STEP_OURS) &&
		     !stack_skips_caller(at.ip, skip, &below))) {
			entries[nr] = at.ip;
			/*
			 * An address whose step is unknown may be that of a trampoline, which
			 * the unwinder replaces.
			 */
			if (++nr == max)
				return step_kind(step) == STEP_UNKNOWN ? WALK_FAILED : nr;
		}
		frame = (const unsigned long *)at.sp + step_distance(step);
		if (unlikely(step & STEP_RARE)) {
			ret = step_rarely(step, &at, end, &frame);
			if (ret <= 0)
				return ret ?: nr;
		}
		if (unlikely((unsigned long)frame > end))
			return WALK_FAILED;
		if (step_saved(step))
			at.fp = READ_ONCE_NOCHECK(frame[step_saved(step)]);
		at.ip = READ_ONCE_NOCHECK(frame[-1]);
		at.sp = (unsigned long)frame;
		look = step_address(at.ip, false);
	}
}

unsigned int stack_collect(unsigned long *entries, unsigned int max,
			   const struct stack_skip *skip)
{
	const struct unwind_place from =
		skip->regs ? unwind_place_of(skip->regs) : unwind_here();
	int nr;

	if (stack_of_user(skip))
		return 0;
	nr = stack_walk(entries, max, skip, from);
	if (likely(nr >= 0))
		return nr;
	return stack_unwind(entries, max, skip,
			    nr == WALK_UNKNOWN ? &from : NULL);
}

void stack_set_trampoline(unsigned long start, unsigned long size)
{
}

#else

static unsigned long trampoline, trampoline_size;

void stack_set_trampoline(unsigned long start, unsigned long size)
{
	WRITE_ONCE(trampoline_size, size);
	WRITE_ONCE(trampoline, start);
}

/*
 * No exported function can start a trace at given registers, so searches the trace for their
 * place. Returns its index, or @nr.
 */
static unsigned int stack_find(unsigned long *entries, unsigned int nr,
			       const struct pt_regs *regs)
{
	const unsigned long ip = instruction_pointer((struct pt_regs *)regs);
	unsigned int top;

	for (top = 0; top < nr; top++)
		if (entries[top] == ip)
			return top;
	for (top = 0; top < nr; top++)
		if (entries[top] - READ_ONCE(trampoline) < READ_ONCE(trampoline_size))
			break;
	return top;
}

unsigned int stack_collect(unsigned long *entries, unsigned int max,
			   const struct stack_skip *skip)
{
	unsigned int nr, top = 0, below = skip->below;
	bool found = false;

	if (stack_of_user(skip))
		return 0;
	nr = stack_trace_save(entries, max + STACK_SLACK, 0);
	if (skip->regs) {
		top = stack_find(entries, nr, skip->regs);
		found = top < nr;
	}
	if (!found)
		for (top = 0; top < nr && stack_skips(entries[top], skip, &below); )
			top++;
	/* Some hits call more of our functions than the slack has: leave these out in advance. */
	if (unlikely(top > STACK_SLACK && nr == max + STACK_SLACK)) {
		nr = stack_trace_save(entries, max, top);
		top = 0;
	}
	nr = min(nr - top, max);
	memmove(entries, entries + top, nr * sizeof(*entries));
	if (found && nr)
		entries[0] = instruction_pointer(skip->regs);
	return nr;
}

#endif
