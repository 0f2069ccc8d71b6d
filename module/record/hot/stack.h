/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel stack traces of a hit.
 *
 * Where the architecture exports an unwinder, stepping it costs two thirds of
 * stack_trace_save(), which makes an indirect call for each frame and looks up
 * each address.
 */
#ifndef HISTRIG_STACK_H
#define HISTRIG_STACK_H

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../compat/order.h"
#include "../../compat/unwind.h"
#include "../../event/event.h"

/**
 * struct stack_skip - frames to leave out at the top of a stack trace
 * @regs: registers of the place where the trace begins; NULL if they are not
 *	known; then the other members say what to leave out
 * @iterators: functions that call the probes of a tracepoint with several
 *	probes; one of them may have called us
 * @below: maximum number of frames to leave out after our own frames. If one of
 *	these is a frame of one of @iterators, no frame after it is left out
 * @place: the address in the trace at which it begins at the latest, 0 if unknown. Only
 *	frames of @below are compared with it, and only without STACK_HAS_STEPS, where
 *	their number is not certain
 */
struct stack_skip {
	struct pt_regs *regs;
	const struct event_iterator *iterators;
	unsigned int below;
	unsigned long place;
};

static __always_inline bool stack_skips(unsigned long address,
					struct stack_skip *skip)
{
	const struct event_iterator *it;

	if (within_module(address, THIS_MODULE))
		return true;
	for (it = skip->iterators; it; it = READ_DEPENDENT(it->next)) {
		if (address - it->start < it->size) {
			skip->below = 0;
			return true;
		}
	}
	if (likely(!skip->below) || (!STACK_HAS_STEPS && address == skip->place))
		return false;
	skip->below--;
	return true;
}

/* Number of entries that stack_collect() may write beyond @max. */
#define STACK_SLACK	5

/**
 * stack_collect() - get the kernel call chain that led to a hit
 * @entries: filled with addresses; has @max + STACK_SLACK elements
 * @max: maximum number of addresses to return
 * @skip: frames to leave out, besides histrig's own
 *
 * Inlined, because each of our frames would take time to unwind.
 *
 * Context: any, in a probe.
 * Return: the number of addresses.
 */
#if STACK_HAS_STEPS
static __always_inline unsigned int
stack_collect(unsigned long *entries, unsigned int max, struct stack_skip skip)
{
	struct unwind_state state __uninitialized;
	unsigned long address;
	unsigned int nr = 0;

	/* The unwinder begins with the caller, so add the place itself. */
	if (skip.regs)
		entries[nr++] = instruction_pointer(skip.regs);
	for (unwind_start(&state, current, skip.regs, NULL);
	     !unwind_done(&state); unwind_next_frame(&state)) {
		address = stack_step_address(&state);
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
	/*
	 * No exported function can start a trace at given registers, so search
	 * the trace for their place.
	 */
	if (skip.regs)
		while (top < nr &&
		       entries[top] != instruction_pointer(skip.regs))
			top++;
	if (!skip.regs || top == nr)
		for (top = 0; top < nr && stack_skips(entries[top], &skip); )
			top++;
	nr = min(nr - top, max);
	memmove(entries, entries + top, nr * sizeof(*entries));
	return nr;
}
#endif

#endif /* HISTRIG_STACK_H */
