/* SPDX-License-Identifier: GPL-2.0 */
/* How functions begin, see compat/entry.h and compat/ftrace.h. */
#ifndef HISTRIG_ARCH_ENTRY_H
#define HISTRIG_ARCH_ENTRY_H

#include <linux/compiler.h>
#include <linux/kconfig.h>
#include <linux/ftrace.h>
#include <linux/ptrace.h>
#include <linux/types.h>
#include <linux/uaccess.h>

#include <asm/processor-flags.h>
#include <asm/segment.h>

/* The call has pushed the return address, and the function has pushed the frame pointer. */
#define ENTRY_STACK_POINTER	((unsigned long)__builtin_frame_address(0) + sizeof(long))

/* Each callback has a trampoline, which calls it without disabling preemption. */
#define TRACED_PREEMPTIBLE	1

/*
 * With IBT a function may begin with endbr64, or with one of two no-operations that kernels
 * write over it. Function tracing uses the address after this instruction.
 */
static inline unsigned long traced_entry(unsigned long address)
{
	u32 code;

	if (IS_ENABLED(CONFIG_X86_KERNEL_IBT) &&
	    !copy_from_kernel_nofault(&code, (void *)address, sizeof(code)) &&
	    (code == 0xfa1e0ff3 || code == 0x001f0f66 || code == 0xd6401f0f))
		return address + sizeof(code);
	return address;
}

/* The kernel places kprobes on the call of function tracing. */
static inline unsigned long traced_start(unsigned long ip)
{
	return ip;
}

/*
 * The call of function tracing pushes the function's address. The registers are saved just below
 * it, and one of them, ip, is a copy of the address.
 */
static __always_inline const unsigned long *
traced_place(struct ftrace_regs *fregs, const struct pt_regs *regs)
{
	const unsigned long below = 1 +
		(sizeof(*regs) - offsetof(struct pt_regs, ip)) / sizeof(long);

	return (const unsigned long *)regs->sp - below;
}

/*
 * The trampoline saves registers directly below @slot, with -1 as orig_ax and __KERNEL_DS as ss.
 * Some kernels store only the lower 16 bits of ss. Before the trampoline returns, it copies the
 * flags to ss; from then on, this function finds no registers.
 */
static __always_inline unsigned long entry_trampoline_ip(unsigned long slot,
							 unsigned long sp)
{
	const struct pt_regs *regs = (const struct pt_regs *)slot - 1;

	return sp < (unsigned long)regs &&
	       READ_ONCE_NOCHECK(regs->sp) == slot + sizeof(long) &&
	       READ_ONCE_NOCHECK(regs->orig_ax) == ~0UL &&
	       (u16)READ_ONCE_NOCHECK(*(const unsigned long *)&regs->ss) == __KERNEL_DS ?
	       READ_ONCE_NOCHECK(regs->ip) : 0;
}

static __always_inline bool entry_irqs_off(const struct pt_regs *regs)
{
	return !(regs->flags & X86_EFLAGS_IF);
}

#ifdef HAVE_FPROBE_GRAPH
/* The trampoline saves the registers below the return address, in whose place is its own. */
static __always_inline struct pt_regs *entry_return_regs(struct ftrace_regs *fregs,
							 struct pt_regs *regs)
{
	regs->sp = (unsigned long)(regs + 1) + sizeof(long);
	regs->cs = __KERNEL_CS;
	regs->flags = 0;
	return regs;
}

static __always_inline unsigned long entry_return_frame(const struct pt_regs *regs)
{
	return regs->sp - sizeof(long);
}
#endif

#endif /* HISTRIG_ARCH_ENTRY_H */
