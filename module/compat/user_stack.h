/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers and frames of user code.
 *
 * The kernel's own function that walks user stacks is not exported. HAVE_USER_STACK is 1 if
 * the architecture's code has frame pointers and hits can read a task's memory in any context.
 * USER_STACK_MACHINE is the e_machine of its files. In these, USER_REGISTERS is how many
 * registers have a number, and USER_THIRD_REGISTER the number of a register other than the
 * stack and the frame pointer that frames of functions with callees begin at; USER_REGISTERS if
 * there is none.
 */
#ifndef HISTRIG_COMPAT_USER_STACK_H
#define HISTRIG_COMPAT_USER_STACK_H

#include <linux/compiler.h>
#include <linux/types.h>

struct pt_regs;

/* user_frame_pointer() - the frame pointer of the code that was interrupted; any context */
static __always_inline unsigned long
user_frame_pointer(const struct pt_regs *regs);

/* user_register() - the register with a number less than USER_REGISTERS. Any context */
static inline unsigned long user_register(const struct pt_regs *regs, unsigned int number);

/*
 * user_link_register() - the return address of a function that has not stored it, on
 * architectures that keep it in a register; else 0. Any context
 */
static __always_inline unsigned long user_link_register(const struct pt_regs *regs);

/* user_code_address() - a word that is a return address, without signature. Any context */
static __always_inline unsigned long user_code_address(unsigned long word);

/**
 * user_stack_read() - read memory of the current task
 * @to: where to copy it
 * @at: its address
 * @size: number of bytes
 *
 * Context: any.
 * Return: false if it would have to be paged in, or is not user memory.
 */
static inline bool user_stack_read(void *to, unsigned long at, unsigned int size);

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

#ifndef HAVE_USER_LINK_REGISTER

static __always_inline unsigned long user_link_register(const struct pt_regs *regs)
{
	return 0;
}

static __always_inline unsigned long user_code_address(unsigned long word)
{
	return word;
}

#endif

#endif /* HISTRIG_COMPAT_USER_STACK_H */
