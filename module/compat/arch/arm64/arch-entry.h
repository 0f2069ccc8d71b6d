/* SPDX-License-Identifier: GPL-2.0 */
/* How functions begin, see compat/entry.h and compat/ftrace.h. */
#ifndef HISTRIG_ARCH_ENTRY_H
#define HISTRIG_ARCH_ENTRY_H

#include <linux/ftrace.h>
#include <linux/ptrace.h>
#include <linux/types.h>
#include <linux/uaccess.h>

#include <asm/insn.h>
#include <asm/memory.h>

/* A call pushes nothing onto the stack. clang's __builtin_dwarf_cfa() is the frame pointer here. */
#ifdef CONFIG_CC_IS_CLANG
#define ENTRY_STACK_POINTER	((unsigned long)__builtin_sponentry())
#else
#define ENTRY_STACK_POINTER	((unsigned long)__builtin_dwarf_cfa())
#endif

/*
 * Without CALL_OPS the kernel calls the callbacks of modules by ftrace_ops_list_func(), which
 * disables preemption.
 */
#define TRACED_PREEMPTIBLE	IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_CALL_OPS)

/* Is there a BTI instruction, of any kind, at an address? */
static inline bool is_bti(unsigned long address)
{
	const u32 bti = 0xd503241f, kinds = 0x000000c0;
	__le32 code;

	return !copy_from_kernel_nofault(&code, (void *)address,
					 sizeof(code)) &&
	       (le32_to_cpu(code) & ~kinds) == bti;
}

/*
 * A function that is compiled with -fpatchable-function-entry begins with two instructions for
 * function tracing, after a BTI instruction if there is one. The second is the call.
 */
static inline unsigned long traced_entry(unsigned long address)
{
	if (is_bti(address))
		address += AARCH64_INSN_SIZE;
	return address + AARCH64_INSN_SIZE;
}

static inline unsigned long traced_start(unsigned long ip)
{
	ip -= AARCH64_INSN_SIZE;
	return is_bti(ip - AARCH64_INSN_SIZE) ? ip - AARCH64_INSN_SIZE : ip;
}

/*
 * Since 6.2 callbacks of function tracing get only the registers copied here.
 */
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS
#define ENTRY_COPIES_REGS	1

#ifdef arch_ftrace_regs
#define entry_fregs(fregs)	arch_ftrace_regs(fregs)
#else
#define entry_fregs(fregs)	(fregs)
#endif

static __always_inline struct pt_regs *
entry_copy_regs(struct ftrace_regs *from, struct pt_regs *to)
{
	unsigned int n;

	for (n = 0; n < 8; n++)
		to->regs[n] = ftrace_regs_get_argument(from, n);
	to->regs[29] = entry_fregs(from)->fp;
	to->regs[30] = entry_fregs(from)->lr;
	to->sp = ftrace_regs_get_stack_pointer(from);
	to->pc = ftrace_regs_get_instruction_pointer(from);
	return to;
}

static __always_inline void entry_set_return(struct ftrace_regs *fregs,
					     const struct pt_regs *regs)
{
	entry_fregs(fregs)->lr = regs->regs[30];
}

#ifdef HAVE_FPROBE_GRAPH
/* The trampoline saves the registers below the function's stack. */
static __always_inline struct pt_regs *entry_return_regs(struct ftrace_regs *fregs,
							 struct pt_regs *regs)
{
	regs->sp = (unsigned long)(entry_fregs(fregs) + 1);
	regs->pstate = PSR_MODE_EL1h;
	return regs;
}

static __always_inline unsigned long entry_return_frame(const struct pt_regs *regs)
{
	return regs->regs[29];
}
#endif
#endif

static __always_inline const unsigned long *
traced_place(struct ftrace_regs *fregs, const struct pt_regs *regs)
{
#ifdef ENTRY_COPIES_REGS
	return &entry_fregs(fregs)->pc;
#else
	return (const unsigned long *)&regs->pc;
#endif
}

/*
 * Pointer authentication signs stored return addresses. The signature replaces bits that are 1
 * in all addresses of kernel code, so setting these bits removes it.
 */
#define SIGNED_BITS	_PAGE_END(VA_BITS_MIN)

/* Not needed: while the kernel handles a return, it hooks no calls, as in a kprobe's handler. */
static __always_inline unsigned long entry_trampoline_ip(unsigned long slot,
							 unsigned long sp)
{
	return 0;
}

static __always_inline bool entry_irqs_off(const struct pt_regs *regs)
{
	return !interrupts_enabled(regs);
}

#endif /* HISTRIG_ARCH_ENTRY_H */
