/* SPDX-License-Identifier: GPL-2.0 */
/* Registers and frames of user code, see compat/user_stack.h. */
#ifndef HISTRIG_ARCH_USER_STACK_H
#define HISTRIG_ARCH_USER_STACK_H

#include <linux/elf.h>
#include <linux/ptrace.h>
#include <linux/stddef.h>
#include <linux/uaccess.h>

#define USER_STACK_MACHINE	EM_X86_64
#define HAVE_USER_STACK	1

static __always_inline unsigned long
user_frame_pointer(const struct pt_regs *regs)
{
	return regs->bp;
}

/* The third register is rbx. */
#define USER_REGISTERS		16
#define USER_THIRD_REGISTER	3

static inline unsigned long user_register(const struct pt_regs *regs, unsigned int number)
{
	static const u8 offsets[USER_REGISTERS] = {
		offsetof(struct pt_regs, ax), offsetof(struct pt_regs, dx),
		offsetof(struct pt_regs, cx), offsetof(struct pt_regs, bx),
		offsetof(struct pt_regs, si), offsetof(struct pt_regs, di),
		offsetof(struct pt_regs, bp), offsetof(struct pt_regs, sp),
		offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
		offsetof(struct pt_regs, r10), offsetof(struct pt_regs, r11),
		offsetof(struct pt_regs, r12), offsetof(struct pt_regs, r13),
		offsetof(struct pt_regs, r14), offsetof(struct pt_regs, r15),
	};

	return regs_get_register((struct pt_regs *)regs, offsets[number]);
}

static inline bool user_stack_read(void *to, unsigned long at, unsigned int size)
{
	return !copy_from_user_nmi(to, (void __user *)at, size);
}

static inline bool user_regs_are_compat(struct pt_regs *regs)
{
	return !user_64bit_mode(regs);
}

/* Returning pops the return address off the stack. */
static inline unsigned long returned_stack(struct pt_regs *regs)
{
	return user_stack_pointer(regs) - (user_64bit_mode(regs) ? 8 : 4);
}

#endif /* HISTRIG_ARCH_USER_STACK_H */
