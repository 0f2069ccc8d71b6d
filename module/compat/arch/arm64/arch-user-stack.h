/* SPDX-License-Identifier: GPL-2.0 */
/* Registers and frames of user code, see compat/user_stack.h. */
#ifndef HISTRIG_ARCH_USER_STACK_H
#define HISTRIG_ARCH_USER_STACK_H

#include <linux/elf.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>

#include <asm/memory.h>

#define USER_STACK_MACHINE	EM_AARCH64
#define HAVE_USER_STACK	1

static __always_inline unsigned long
user_frame_pointer(const struct pt_regs *regs)
{
	return regs->regs[29];
}

/* No frame of a function with callees begins at a third register. */
#define USER_REGISTERS		31
#define USER_THIRD_REGISTER	USER_REGISTERS

static inline unsigned long user_register(const struct pt_regs *regs, unsigned int number)
{
	return regs->regs[number];
}

#define HAVE_USER_LINK_REGISTER	1

static __always_inline unsigned long
user_link_register(const struct pt_regs *regs)
{
	return regs->regs[30];
}

/* A return address may contain a signature, in bits that are 0 in user addresses. */
static __always_inline unsigned long user_code_address(unsigned long word)
{
	return word & (TASK_SIZE_64 - 1);
}

static inline bool user_stack_read(void *to, unsigned long at, unsigned int size)
{
	return !copy_from_user_nofault(to, (void __user *)at, size);
}

static inline bool user_regs_are_compat(struct pt_regs *regs)
{
	return compat_user_mode(regs);
}

static inline unsigned long returned_stack(struct pt_regs *regs)
{
	return user_stack_pointer(regs);
}

#endif /* HISTRIG_ARCH_USER_STACK_H */
