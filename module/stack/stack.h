/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stack tracer: which functions were on the stack when it was deepest.
 *
 * There is one for all instances. It is switched by the module's parameter
 * stack_tracer_enabled, because the kernel's sysctl of that name switches the
 * kernel's own stack tracer.
 */
#ifndef HISTRIG_STACK_TRACER_H
#define HISTRIG_STACK_TRACER_H

#include <linux/types.h>

#include "../function/hook.h"

/* Maximum number of functions on a stack, as in the kernel. */
#define STACK_TRACER_FUNCTIONS	499

/**
 * struct deepest_stack - the deepest stack so far
 * @size: stack_max_size in bytes
 * @nr: number of functions
 * @functions: addresses in the functions, innermost first
 * @depth: bytes from the place of each address to the beginning of the stack
 */
struct deepest_stack {
	unsigned long size;
	unsigned int nr;
	unsigned long functions[STACK_TRACER_FUNCTIONS];
	unsigned int depth[STACK_TRACER_FUNCTIONS];
};

/**
 * stack_tracer_init() - let the module's parameter switch the stack tracer
 *
 * Switches it on if the parameter was given when the module was loaded.
 *
 * Context: process, while the module is loaded.
 */
void stack_tracer_init(void);

/**
 * stack_tracer_exit() - stop, and no longer follow the parameter
 *
 * Context: process; takes event_mutex.
 */
void stack_tracer_exit(void);

/* stack_tracer_on() - test whether the stack tracer is switched on */
bool stack_tracer_on(void);

/**
 * stack_tracer_copy() - get the deepest stack
 * @to: filled in
 *
 * Context: process.
 */
void stack_tracer_copy(struct deepest_stack *to);

/* stack_tracer_size() - get stack_max_size */
unsigned long stack_tracer_size(void);

/**
 * stack_tracer_set_size() - set stack_max_size
 * @size: the size in bytes; only a stack that is deeper replaces the deepest
 *	one
 *
 * Context: process.
 */
void stack_tracer_set_size(unsigned long size);

#endif /* HISTRIG_STACK_TRACER_H */
