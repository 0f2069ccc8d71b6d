/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stacks of a hit.
 *
 * stack_trace_save() makes an indirect call for each frame and looks each
 * address up in all the tables of kernel text. Where the unwinder's own steps
 * are exported and its state tells whether it is sure of a frame, the frames
 * can be taken one by one at two thirds of the price; an address it is not
 * sure of is looked up as there.
 */
#ifndef HISTRIG_STACK_H
#define HISTRIG_STACK_H

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "compiler.h"

/**
 * struct stack_skip - frames that belong to tracing, at the top of a stack
 * @start: where the function that calls several probes starts
 * @size: its length
 * @below: how many frames that function stands below the top at most, with all
 *	above it to be left out too; 0 if it is at the top
 */
struct stack_skip {
	unsigned long start;
	unsigned long size;
	unsigned int below;
};

static __always_inline bool stack_skips(unsigned long address,
					struct stack_skip *skip)
{
	if (within_module(address, THIS_MODULE))
		return true;
	if (address - skip->start < skip->size) {
		skip->below = 0;
		return true;
	}
	if (likely(!skip->below))
		return false;
	skip->below--;
	return true;
}

/* Frames that stack_collect() may write beyond @max before it cuts them off. */
#define STACK_SLACK	5

#if defined(CONFIG_X86_64) && defined(CONFIG_UNWINDER_ORC)
#include <asm/unwind.h>

/**
 * stack_collect() - the stack above a tracepoint
 * @entries: filled with addresses; room for @max and STACK_SLACK more
 * @max: how many at most
 * @skip: what to leave out, beside histrig's own frames
 *
 * Context: any, in a probe. To be inlined into it: each frame costs.
 * Return: how many addresses there are.
 */
static __always_inline unsigned int
stack_collect(unsigned long *entries, unsigned int max, struct stack_skip skip)
{
	struct unwind_state state __uninitialized;
	unsigned long address;
	unsigned int nr = 0;

	for (unwind_start(&state, current, NULL, NULL); !unwind_done(&state);
	     unwind_next_frame(&state)) {
		address = state.ip;
		/* Unsure, or where the kernel was entered from. */
		if (unlikely(state.error || (long)address >= 0))
			address = unwind_get_return_address(&state);
		if (!address)
			break;
		if (!nr && stack_skips(address, &skip))
			continue;
		entries[nr] = address;
		if (++nr == max)
			break;
	}
	return nr;
}
#else
static __always_inline unsigned int
stack_collect(unsigned long *entries, unsigned int max, struct stack_skip skip)
{
	unsigned int nr, top = 0;

	nr = stack_trace_save(entries, max + STACK_SLACK, 0);
	while (top < nr && stack_skips(entries[top], &skip))
		top++;
	nr = min(nr - top, max);
	memmove(entries, entries + top, nr * sizeof(*entries));
	return nr;
}
#endif

#endif /* HISTRIG_STACK_H */
