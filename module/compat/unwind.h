/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stepping through the frames of a kernel stack.
 *
 * STACK_HAS_STEPS is 1 if the kernel has an unwinder whose steps cost much, and exports
 * unwind_start(), unwind_next_frame() and unwind_get_return_address(). Then the architecture
 * defines what the comments below describe.
 */
#ifndef HISTRIG_COMPAT_UNWIND_H
#define HISTRIG_COMPAT_UNWIND_H

#include <linux/types.h>

/**
 * struct unwind_place - what the unwinder must know to find the caller's frame
 * @ip: the address of the code
 * @sp: the stack pointer there
 * @fp: the frame pointer's register there, which may have any value
 */
struct unwind_place {
	unsigned long ip;
	unsigned long sp;
	unsigned long fp;
};

#include "arch-unwind.h"

/*
 * struct pt_regs *unwind_caller_regs(struct pt_regs *regs, struct pt_regs *copy)
 *
 * What perf_fetch_caller_regs() notes for software counters may belong to two functions: the
 * instruction pointer to the caller, the stack pointer to the function that noted it. Returns
 * @copy with the caller's registers then, so that a trace can begin there; those that are not
 * known are 0. If the stack pointer is not known, a trace has only the instruction pointer.
 * Returns @regs if they belong to one place. All architectures define it.
 */

/*
 * struct unwind_place unwind_here(void)
 * The place of the caller.
 *
 * struct unwind_place unwind_place_of(const struct pt_regs *regs)
 * struct unwind_place unwind_place_at(const struct unwind_state *state)
 *
 * bool unwind_is_plain(const struct unwind_state *state)
 * Is @state the place of a call, in a trace without errors so far? state->error says only
 * whether there were errors.
 *
 * const struct pt_regs *unwind_regs(const struct unwind_state *state)
 * The registers of the interrupted code or of user space that @state points to, or NULL.
 *
 * bool unwind_try(struct unwind_state *state, const struct unwind_place *from, bool exact,
 *		   const unsigned long *stack, unsigned int nr)
 * Makes one step from a place on @stack: @nr words that are not the task's stack. @exact:
 * @from->ip is an instruction that has not run yet, not a return address. True if the step leads
 * to the function's caller; then @state has its place.
 */

#endif /* HISTRIG_COMPAT_UNWIND_H */
