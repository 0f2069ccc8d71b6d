/* SPDX-License-Identifier: GPL-2.0 */
/* Kernel stack traces of a hit. */
#ifndef HISTRIG_STACK_H
#define HISTRIG_STACK_H

#include <linux/ptrace.h>

#include "../../event/event.h"

/**
 * struct stack_skip - frames to leave out at the top of a stack trace
 * @regs: registers of the place where the trace begins, which may be in user code; NULL if
 *	they are not known; then the other members say what to leave out
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

/* Number of entries that stack_collect() may write beyond @max. */
#define STACK_SLACK	5

/**
 * stack_collect() - get the kernel call chain that led to a hit
 * @entries: filled with addresses; has @max + STACK_SLACK elements
 * @max: maximum number of addresses to return
 * @skip: frames to leave out, besides histrig's own
 *
 * Context: any, in a probe.
 * Return: the number of addresses, 0 if the trace begins in user code.
 */
unsigned int stack_collect(unsigned long *entries, unsigned int max,
			   const struct stack_skip *skip);

/*
 * stack_set_trampoline() - tell where hooked functions return to; process context
 *
 * Where no unwinder is exported, a trace of a hit at a return may have this code in place of the
 * address to which the function returns.
 */
void stack_set_trampoline(unsigned long start, unsigned long size);

#endif /* HISTRIG_STACK_H */
