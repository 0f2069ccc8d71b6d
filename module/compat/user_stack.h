/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers and frames of user code.
 *
 * The kernel's own function that walks user stacks is not exported. HAVE_USER_STACK is 1 if
 * the architecture's code has frame pointers and hits can read a task's memory in any context.
 */
#ifndef HISTRIG_COMPAT_USER_STACK_H
#define HISTRIG_COMPAT_USER_STACK_H

#include <linux/compiler.h>
#include <linux/types.h>

struct pt_regs;

/**
 * struct user_frame_record - what a frame pointer points to
 * @next: the frame pointer of the caller
 * @caller: the address to which the function returns
 */
struct user_frame_record {
	unsigned long next;
	unsigned long caller;
};

/* user_frame_pointer() - the frame pointer of the code that was interrupted; any context */
static __always_inline unsigned long
user_frame_pointer(const struct pt_regs *regs);

/**
 * user_frame_record_read() - read a frame of the current task
 * @record: set to the frame; its addresses may be any numbers
 * @at: address of the frame
 *
 * Context: any.
 * Return: false if it would have to be paged in, or is not user memory.
 */
static inline bool user_frame_record_read(struct user_frame_record *record,
					  unsigned long at);

/* user_regs_are_compat() - did the code run in a mode with 32-bit registers? Any context. */
static inline bool user_regs_are_compat(struct pt_regs *regs);

/**
 * returned_stack() - find the stack pointer at a function's first instruction
 * @regs: registers of user code after the function's return
 *
 * Context: any.
 * Return: the stack pointer; correct if the caller removes the arguments from the stack.
 */
static inline unsigned long returned_stack(struct pt_regs *regs);

#include "arch-user-stack.h"

#endif /* HISTRIG_COMPAT_USER_STACK_H */
