/* SPDX-License-Identifier: GPL-2.0 */
/* The callback of the stack tracer, and the deepest stack. */
#ifndef HISTRIG_STACK_TRACER_HOT_H
#define HISTRIG_STACK_TRACER_HOT_H

#include <linux/spinlock_types.h>

#include "../stack.h"

struct ftrace_ops;
struct ftrace_regs;

/* Protected by stack_max_lock(), but @size may be read without the lock. */
extern struct deepest_stack deepest;

/**
 * stack_max_lock() - lock the deepest stack
 *
 * The functions that an ordinary spinlock calls for debugging can be traced.
 * The lock is therefore a raw one, and the callback does nothing on this CPU
 * until stack_max_unlock().
 *
 * Context: any but NMI. Interrupts are off until stack_max_unlock().
 * Return: the flags to pass to stack_max_unlock().
 */
unsigned long stack_max_lock(void);

void stack_max_unlock(unsigned long flags);

void stack_function(unsigned long ip, unsigned long parent_ip,
		    struct ftrace_ops *ops, struct ftrace_regs *regs);

#endif /* HISTRIG_STACK_TRACER_HOT_H */
