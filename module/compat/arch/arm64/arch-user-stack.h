/* SPDX-License-Identifier: GPL-2.0 */
/* Registers and frames of user code, see compat/user_stack.h. */
#ifndef HISTRIG_ARCH_USER_STACK_H
#define HISTRIG_ARCH_USER_STACK_H

#include <linux/ptrace.h>
#include <linux/uaccess.h>

#include <asm/memory.h>

#define HAVE_USER_STACK	1

static __always_inline unsigned long
user_frame_pointer(const struct pt_regs *regs)
{
	return regs->regs[29];
}

/* A return address may contain a signature, in bits that are 0 in user addresses. */
static inline bool user_frame_record_read(struct user_frame_record *record,
					  unsigned long at)
{
	if (copy_from_user_nofault(record, (void __user *)at, sizeof(*record)))
		return false;
	record->caller &= TASK_SIZE_64 - 1;
	return true;
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
