/* SPDX-License-Identifier: GPL-2.0 */
/* The callback of the stack tracer, and what it finds. */
#ifndef HISTRIG_STACK_TRACER_HOT_H
#define HISTRIG_STACK_TRACER_HOT_H

#include <linux/spinlock_types.h>

#include "../stack.h"

struct ftrace_ops;
struct ftrace_regs;

/* Guarded by deepest_lock, but @size may be read without. */
extern struct deepest_stack deepest;

/**
 * deepest_lock() - lock the deepest stack
 *
 * Functions are traced everywhere, also in what a spinlock does for its checkers;
 * so the lock is a raw one, and the callback does nothing on this CPU until
 * deepest_unlock().
 *
 * Context: any but NMI.
 * Return: to be passed to deepest_unlock(); interrupts are off meanwhile.
 */
unsigned long deepest_lock(void);

/* deepest_unlock() - undo that */
void deepest_unlock(unsigned long flags);

/* The callback of functions. */
void stack_function(unsigned long ip, unsigned long parent_ip,
		    struct ftrace_ops *ops, struct ftrace_regs *regs);

#endif /* HISTRIG_STACK_TRACER_HOT_H */
