/* SPDX-License-Identifier: GPL-2.0 */
/* Registers and frames of user code, see compat/user_stack.h. */
#ifndef HISTRIG_ARCH_USER_STACK_H
#define HISTRIG_ARCH_USER_STACK_H

#include <linux/elf.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>

#define USER_STACK_MACHINE	EM_X86_64
#define HAVE_USER_STACK	1

static __always_inline unsigned long
user_frame_pointer(const struct pt_regs *regs)
{
	return regs->bp;
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
