/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How to find the callers of functions, learned from the kernel's unwinder.
 *
 * For an address of code the unwinder looks up where the caller's frame begins: at a fixed
 * distance from the stack pointer or the frame pointer. It needs some 300 instructions for a
 * frame. A hit asks it once for each address, and a worker stores the answer as a step in one
 * word, which hits read without locks.
 *
 * Steps lead only over plain calls on the stack of a task. Interrupts, exceptions, other
 * stacks and hooked returns are left to the unwinder, and so is code whose memory may get other
 * code without notice.
 */
#ifndef HISTRIG_STEPS_H
#define HISTRIG_STEPS_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/types.h>

#include "../../compat/unwind.h"

/* steps_init() - begin to learn steps; returns an errno */
int steps_init(void);

/* steps_exit() - no hit uses steps any more */
void steps_exit(void);

#if STACK_HAS_STEPS

/* Number of words of a stack on which steps are tried. Longer steps are left to the unwinder. */
#define STEPS_TRIAL	512

extern unsigned long steps_trial[STEPS_TRIAL];

/* What a step does. */
enum step_kind {
	STEP_SP,	/* the caller's frame is at a distance from the stack pointer */
	STEP_FP,	/* from the frame pointer */
	STEP_TO_REGS,	/* saved registers are at a distance from the stack pointer */
	STEP_END,	/* there is no caller */
	STEP_UNKNOWN,	/* only the unwinder can find the caller */
};

/*
 * The step from an address is a word:
 *	bits 31 to 0	lower half of the address; the upper half is -1 in all code
 *	bits 47 to 32	the distance in words
 *	bits 50 to 48	enum step_kind
 *	bit 51		the address is in this module
 *	bits 63 to 52	where the function has saved the frame pointer, in words from the caller's
 *			frame, negative; 0 if it keeps its value
 */
/* Masks for the upper half of the word. Most steps are STEP_SP, whose STEP_RARE bits are 0. */
#define STEP_RARE	(7 << 16)
#define STEP_OURS	BIT(19)
#define STEP_SAVED_MAX	2047
#define STEP_DISTANCE_MAX	0xffff

static inline u64 step_word(unsigned long at, enum step_kind kind,
			    unsigned int distance, int saved)
{
	return (u64)(distance | kind << 16 | (u32)saved << 20) << 32 | (u32)at;
}

/* The functions below take the upper half of a step's word. */
static __always_inline enum step_kind step_kind(u32 step)
{
	return step >> 16 & 7;
}

/* Distances in words. */
static __always_inline unsigned long step_distance(u32 step)
{
	return step & STEP_DISTANCE_MAX;
}

static __always_inline long step_saved(u32 step)
{
	return (s32)step >> 20;
}

/* The step from an address may be in any word of the address's set. */
#define STEP_SETS	2048
#define STEP_WAYS	4

extern u64 stack_steps[STEP_SETS][STEP_WAYS];

static __always_inline u64 *step_set(unsigned long at)
{
	return stack_steps[at % STEP_SETS];
}

/* Searches the further words of a set. Returns 0 if none is the address's. */
static __always_inline u64 step_find_further(const u64 *set, unsigned long at)
{
	unsigned int i;
	u64 word;

	for (i = 1; i < STEP_WAYS; i++) {
		word = READ_ONCE(set[i]);
		if ((u32)word == (u32)at)
			return word;
	}
	return 0;
}

/* Finds the step from an address. Returns false if it is not known. */
static __always_inline bool step_find(unsigned long at, u32 *step)
{
	const u64 *set = step_set(at);
	u64 word = READ_ONCE(*set);

	if (unlikely((u32)word != (u32)at))
		word = step_find_further(set, at);
	*step = word >> 32;
	return word;
}

/* No code is below this address, so that the lower halves of addresses identify them. */
#define STEP_LOWEST	-BIT(31)

/*
 * The address for which the unwinder looks up a place. A return address may be after the
 * function's end, so the unwinder takes the byte before. @exact: the place is not that of a call.
 */
static __always_inline unsigned long step_address(unsigned long ip, bool exact)
{
	return ip - !exact;
}

/* Steps that hits have found, until a worker has checked the names of their addresses. */
#define STEP_LESSONS	64

extern u64 step_lessons[STEP_LESSONS];

/* Queues the worker. */
extern struct irq_work step_lessons_irq;

/**
 * steps_learn() - find the step from a place, for the next hits
 * @from: the place
 * @exact: its address is that of an instruction that has not run yet
 * @to: where the unwinder has got from there
 *
 * Context: any, in a probe.
 * Return: whether the step was not known.
 */
bool steps_learn(const struct unwind_place *from, bool exact,
		 const struct unwind_state *to);

#endif

#endif /* HISTRIG_STEPS_H */
