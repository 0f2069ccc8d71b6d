// SPDX-License-Identifier: GPL-2.0
/* Learning steps, see steps.h. */
#include <linux/build_bug.h>
#include <linux/irq_work.h>
#include <linux/module.h>

#include "steps.h"

#if STACK_HAS_STEPS

u64 stack_steps[STEP_SETS][STEP_WAYS];
u64 step_lessons[STEP_LESSONS];

/* The stack on which steps are tried: each word contains its own index. */
unsigned long steps_trial[STEPS_TRIAL];

/*
 * Words of steps_trial: a trial's stack pointer, its frame pointer, and by how much the frame
 * pointer of a second trial is higher.
 */
#define TRIAL_SP	8
#define TRIAL_FP	(STEPS_TRIAL / 2)
#define TRIAL_MOVE	16

/* Tries a step on the trial stack. Returns where the caller's frame begins, in words. */
static int step_try(struct unwind_place *to, unsigned long ip, bool exact,
		    unsigned int fp)
{
	const struct unwind_place from = {
		.ip = ip,
		.sp = (unsigned long)&steps_trial[TRIAL_SP],
		.fp = (unsigned long)&steps_trial[fp],
	};
	struct unwind_state state;
	int frame;

	if (!unwind_try(&state, &from, exact, steps_trial, STEPS_TRIAL))
		return -1;
	*to = unwind_place_at(&state);
	frame = (const unsigned long *)to->sp - steps_trial;
	/* The return address must be the word below the frame. */
	return to->ip == frame - 1 ? frame : -1;
}

/*
 * Finds the step over a call. Two trials with different frame pointers show from which
 * register the unwinder counts, and words of the trial stack what it reads.
 */
static u64 step_over_call(unsigned long at, unsigned long ip, bool exact)
{
	struct unwind_place to, to_moved;
	int moved = step_try(&to_moved, ip, exact, TRIAL_FP + TRIAL_MOVE);
	int frame = step_try(&to, ip, exact, TRIAL_FP);
	int saved = 0;

	BUILD_BUG_ON(STEPS_TRIAL > STEP_SAVED_MAX);
	if (frame < 0 || moved < 0)
		return 0;
	if (to.fp != (unsigned long)&steps_trial[TRIAL_FP] ||
	    to_moved.fp != (unsigned long)&steps_trial[TRIAL_FP + TRIAL_MOVE]) {
		if (to.fp < TRIAL_SP || to.fp >= frame ||
		    to.fp - frame != to_moved.fp - moved)
			return 0;
		saved = (int)to.fp - frame;
	}
	if (moved == frame)
		return step_word(at, STEP_SP, frame - TRIAL_SP, saved);
	/* Leave the few frames that end below their frame pointer to the unwinder. */
	if (moved == frame + TRIAL_MOVE && frame > TRIAL_FP)
		return step_word(at, STEP_FP, frame - TRIAL_FP, saved);
	return 0;
}

/* Does a step lead to where the unwinder has got? */
static bool step_leads_to(u32 step, const struct unwind_place *from,
			  const struct unwind_place *to)
{
	const unsigned long *frame = step_distance(step) +
		(const unsigned long *)(step_kind(step) == STEP_SP ? from->sp : from->fp);
	unsigned long fp = from->fp;

	if ((unsigned long)frame != to->sp || to->sp <= from->sp)
		return false;
	if (step_saved(step))
		fp = READ_ONCE_NOCHECK(frame[step_saved(step)]);
	return fp == to->fp;
}

static u64 step_to_regs(unsigned long at, unsigned long bytes)
{
	const unsigned long distance = bytes / sizeof(long);

	return distance > STEP_DISTANCE_MAX || bytes % sizeof(long) ?
	       step_word(at, STEP_UNKNOWN, 0, 0) :
	       step_word(at, STEP_TO_REGS, distance, 0);
}

static u64 step_of(unsigned long at, const struct unwind_place *from,
		   bool exact, const struct unwind_state *to)
{
	const struct unwind_place there = unwind_place_at(to);
	const struct pt_regs *regs = unwind_regs(to);
	const u64 unknown = step_word(at, STEP_UNKNOWN, 0, 0);
	u64 step;

	if (unwind_done((struct unwind_state *)to))
		return step_word(at, STEP_END, 0, 0);
	if (regs)
		return step_to_regs(at, (unsigned long)regs - from->sp);
	if (!unwind_is_plain(to))
		return unknown;
	step = step_over_call(at, from->ip, exact);
	return step && step_leads_to(step >> 32, from, &there) ? step : unknown;
}

bool steps_learn(const struct unwind_place *from, bool exact,
		 const struct unwind_state *to)
{
	const unsigned long at = step_address(from->ip, exact);
	u64 *lesson = &step_lessons[at % STEP_LESSONS], step;
	u32 known;

	/* After an error of the unwinder, learn nothing: the next hit may not meet the error. */
	if (at < STEP_LOWEST || READ_ONCE(*lesson) || step_find(at, &known) ||
	    to->error)
		return false;
	step = step_of(at, from, exact, to);
	if (within_module(at, THIS_MODULE))
		step |= (u64)STEP_OURS << 32;
	WRITE_ONCE(*lesson, step);
	irq_work_queue(&step_lessons_irq);
	return true;
}

#endif
