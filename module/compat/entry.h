/* SPDX-License-Identifier: GPL-2.0 */
/* Where function tracing finds a function, and where the function returns to. */
#ifndef HISTRIG_COMPAT_ENTRY_H
#define HISTRIG_COMPAT_ENTRY_H

#include <linux/compiler.h>
#include <linux/ftrace.h>

#include "gen/features.h"

#ifndef HAVE_FTRACE_REGS
#define ftrace_regs	pt_regs
#endif

struct ftrace_regs;
struct pt_regs;

/*
 * The architecture defines TRACED_PREEMPTIBLE as 1 if preemption may be on when the kernel calls
 * a callback of ours, and as 0 if it calls all callbacks by a function that has disabled it. It
 * defines ENTRY_STACK_POINTER as the stack pointer at the entry of the function that uses it.
 */

/**
 * traced_entry() - get the address of a function in function tracing
 * @address: the address of the function's symbol
 *
 * Context: process.
 * Return: the address of the instruction that calls function tracing.
 */
static inline unsigned long traced_entry(unsigned long address);

/**
 * traced_start() - get the address at which a kprobe finds a function
 * @ip: the function's address in function tracing
 *
 * Context: process.
 * Return: the address that register_kretprobe() accepts for the function.
 */
static inline unsigned long traced_start(unsigned long ip);

/*
 * If struct ftrace_regs does not contain a struct pt_regs, the architecture defines
 * ENTRY_COPIES_REGS and entry_copy_regs(), which traced_regs() calls.
 */

/**
 * traced_place() - find the address of the traced function on the stack
 * @fregs: the registers that a callback of function tracing gets
 * @regs: the result of traced_regs()
 *
 * Like the kernel's stack tracer, finds the lowest copy that the trampoline has saved.
 *
 * Context: any.
 * Return: where the copy is.
 */
static __always_inline const unsigned long *
traced_place(struct ftrace_regs *fregs, const struct pt_regs *regs);

/**
 * entry_trampoline_ip() - get the address that the rethook trampoline has saved
 * @slot: the place on the stack of a hooked call's return address; the call may have returned
 * @sp: the stack pointer, below @slot on the same stack
 *
 * Context: any.
 * Return: the address; 0 if no registers are saved below @slot as the trampoline saves them,
 * and on architectures where no trampoline saves them there.
 */
static __always_inline unsigned long entry_trampoline_ip(unsigned long slot,
							 unsigned long sp);

/*
 * Architectures on which functions sign the return addresses that they store define
 * SIGNED_BITS: those bits of a stored address of kernel code that are 1 without a signature.
 */

/**
 * entry_irqs_off() - check whether interrupts are off in a function that returns
 * @regs: the registers in a handler of a kretprobe, which may run in an exception
 *
 * Context: any.
 * Return: true if they are.
 */
static __always_inline bool entry_irqs_off(const struct pt_regs *regs);

/**
 * entry_set_return() - make a function return to another address
 * @fregs: the registers that a callback of function tracing gets
 * @regs: the result of traced_regs(), in which the kernel has replaced the return address
 *
 * Needed where the return address is in a register that traced_regs() copies.
 *
 * Context: any.
 */
static __always_inline void entry_set_return(struct ftrace_regs *fregs,
					     const struct pt_regs *regs);

#ifdef HAVE_FPROBE_GRAPH
/**
 * entry_return_regs() - complete the registers of a return
 * @fregs: the registers that the exit handler of an fprobe gets
 * @regs: the result of traced_regs()
 *
 * The trampoline of returns does not save all of them, and which ones differs between kernels.
 *
 * Context: any.
 * Return: @regs.
 */
static __always_inline struct pt_regs *entry_return_regs(struct ftrace_regs *fregs,
							 struct pt_regs *regs);

/*
 * entry_return_frame() - what the kernel stores in rethook_node.frame for the call that has
 * returned with these registers
 */
static __always_inline unsigned long entry_return_frame(const struct pt_regs *regs);
#endif

#include "arch-entry.h"

#ifndef SIGNED_BITS
#define SIGNED_BITS	0
#endif

#ifndef ENTRY_COPIES_REGS
static __always_inline void entry_set_return(struct ftrace_regs *fregs,
					     const struct pt_regs *regs)
{
}
#endif

#endif /* HISTRIG_COMPAT_ENTRY_H */
