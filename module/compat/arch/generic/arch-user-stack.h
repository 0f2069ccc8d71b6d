/* SPDX-License-Identifier: GPL-2.0 */
/* Registers and frames of user code, see compat/user_stack.h. */
#ifndef HISTRIG_ARCH_USER_STACK_H
#define HISTRIG_ARCH_USER_STACK_H

#include <linux/elf.h>
#include <linux/ptrace.h>

#define USER_STACK_MACHINE	EM_NONE
#define HAVE_USER_STACK	0

static __always_inline unsigned long
user_frame_pointer(const struct pt_regs *regs)
{
	return 0;
}

#define USER_REGISTERS		0
#define USER_THIRD_REGISTER	USER_REGISTERS

static inline unsigned long user_register(const struct pt_regs *regs, unsigned int number)
{
	return 0;
}

static inline bool user_stack_read(void *to, unsigned long at, unsigned int size)
{
	return false;
}

static inline bool user_regs_are_compat(struct pt_regs *regs)
{
	return false;
}

static inline unsigned long returned_stack(struct pt_regs *regs)
{
	return user_stack_pointer(regs);
}

#endif /* HISTRIG_ARCH_USER_STACK_H */
