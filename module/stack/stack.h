/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stack tracer, one for all instances: it finds the functions on the
 * deepest stack. The module's parameter stack_tracer_enabled switches it,
 * because the kernel's sysctl of that name switches the kernel's own stack
 * tracer.
 */
#ifndef HISTRIG_STACK_TRACER_H
#define HISTRIG_STACK_TRACER_H

#include <linux/types.h>

#include "../compat/entry.h"
#include "../compat/parts.h"
#include "../function/hook.h"

struct ftrace_ops;
struct ftrace_regs;

/* Maximum number of functions on a stack, as in the kernel. */
#define STACK_TRACER_FUNCTIONS	499

/**
 * struct deepest_stack - the deepest stack so far
 * @size: stack_max_size in bytes
 * @nr: number of functions
 * @functions: addresses in the functions, innermost first
 * @depth: bytes from each address on the stack to the beginning of the stack
 */
struct deepest_stack {
	unsigned long size;
	unsigned int nr;
	unsigned long functions[STACK_TRACER_FUNCTIONS];
	unsigned int depth[STACK_TRACER_FUNCTIONS];
};

#if HISTRIG_FUNCTIONS

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

/**
 * stack_tracer_init() - follow the module's parameter stack_tracer_enabled
 *
 * Context: process, while the module is loaded; takes event_mutex.
 */
void stack_tracer_init(void);

/**
 * stack_tracer_exit() - stop the stack tracer and ignore later parameter values
 *
 * Context: process; takes event_mutex.
 */
void stack_tracer_exit(void);

bool stack_tracer_on(void);

#else

static inline void stack_tracer_init(void)
{
}

static inline void stack_tracer_exit(void)
{
}

#endif

#endif /* HISTRIG_STACK_TRACER_H */
