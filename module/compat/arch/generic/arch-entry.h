/* SPDX-License-Identifier: GPL-2.0 */
/* How functions begin, see compat/entry.h and compat/ftrace.h. */
#ifndef HISTRIG_ARCH_ENTRY_H
#define HISTRIG_ARCH_ENTRY_H

#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/ptrace.h>

/* A call pushes nothing onto the stack. Some compilers return the frame pointer instead. */
#define ENTRY_STACK_POINTER	((unsigned long)__builtin_dwarf_cfa())

/* It is not known whether callbacks can be preempted, so they disable preemption. */
#define TRACED_PREEMPTIBLE	1

static inline unsigned long traced_entry(unsigned long address)
{
	return address;
}

static inline unsigned long traced_start(unsigned long ip)
{
	return ip;
}

/* The place of the return address is not known; the stack pointer is close to it. */
static __always_inline const unsigned long *
traced_place(struct ftrace_regs *fregs, const struct pt_regs *regs)
{
	return (const unsigned long *)kernel_stack_pointer((void *)regs);
}

/* How the trampoline saves registers is not known. */
static __always_inline unsigned long entry_trampoline_ip(unsigned long slot,
							 unsigned long sp)
{
	return 0;
}

static __always_inline bool entry_irqs_off(const struct pt_regs *regs)
{
	return irqs_disabled();
}

#ifdef HAVE_FPROBE_GRAPH
/* Which registers the trampoline saves is not known. */
static __always_inline struct pt_regs *entry_return_regs(struct ftrace_regs *fregs,
							 struct pt_regs *regs)
{
	return regs;
}

static __always_inline unsigned long entry_return_frame(const struct pt_regs *regs)
{
	return 0;
}
#endif

#endif /* HISTRIG_ARCH_ENTRY_H */
