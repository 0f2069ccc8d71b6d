/* SPDX-License-Identifier: GPL-2.0 */
/* The registers of x86-64, on any architecture, or of arm64 with SHIM_ARM64. */
#ifndef SHIM_PTRACE_H
#define SHIM_PTRACE_H

#ifdef SHIM_ARM64
struct pt_regs {
	unsigned long regs[31], sp, pc, pstate;
};
#else
struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx;
	unsigned long si, di, orig_ax, ip, cs, flags, sp, ss;
};

#define kernel_stack_pointer(regs)	((regs)->sp)
#define instruction_pointer(regs)	((regs)->ip)
#define regs_return_value(regs)		((regs)->ax)
/* As on x86: the last two bits of @cs are not 0 in user code. */
#define user_mode(regs)			((regs)->cs & 3)
#endif

#endif /* SHIM_PTRACE_H */
