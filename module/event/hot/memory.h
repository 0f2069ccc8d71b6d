/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading memory that may be unmapped.
 *
 * The kernel's functions for strings in such memory are not exported. Instead, these
 * functions read aligned chunks, which never cross a page.
 */
#ifndef HISTRIG_EVENT_HOT_MEMORY_H
#define HISTRIG_EVENT_HOT_MEMORY_H

#include <linux/errno.h>
#include <linux/preempt.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "arch-address.h"

/* Strings are read in chunks of this many bytes; a page is a multiple of it. */
#define MEMORY_CHUNK	64

/*
 * Is this an NMI that may have interrupted a change of page tables? Such an NMI
 * has its own stack. in_nmi() is also true in a kprobe's breakpoint, which uses
 * the stack of the code that it interrupts.
 */
static __always_inline bool memory_in_nmi(void)
{
	return in_nmi() && !object_is_on_stack(__builtin_frame_address(0));
}

/* memory_is_user() - is an address, perhaps with a tag, one of a program's memory? */
static __always_inline bool memory_is_user(unsigned long address)
{
	return ARCH_UNTAGGED(address) < TASK_SIZE_MAX;
}

/**
 * memory_read() - read memory
 * @to: where to copy it
 * @from: its address
 * @size: bytes to read
 * @user: the address is one of the current task's
 *
 * Context: any. User memory cannot be read in an NMI, because the loaded page tables
 * may not be those of current; nor from a kprobe's breakpoint in code that runs on
 * an interrupt's stack.
 * Return: 0 or -EFAULT.
 */
static __always_inline long memory_read(void *to, unsigned long from,
					unsigned int size, bool user)
{
	if (!user)
		return copy_from_kernel_nofault(to, (const void *)from, size);
	if (unlikely(memory_in_nmi()))
		return -EFAULT;
	return copy_from_user_nofault(to, (const void __user *)from, size);
}

/**
 * memory_read_string() - read a string
 * @to: where to copy it; bytes after the string may be overwritten
 * @from: its address
 * @max: bytes to read at most, with the NUL
 * @user: the address is one of the current task's
 *
 * Context: as memory_read().
 * Return: length of the string; @max if there is no NUL in the first @max bytes;
 * -EFAULT if the string cannot be read.
 */
static __always_inline int memory_read_string(char *to, unsigned long from,
					      unsigned int max, bool user)
{
	unsigned int len = 0, size, part;

	while (len < max) {
		size = MEMORY_CHUNK - ((from + len) & (MEMORY_CHUNK - 1));
		if (size > max - len)
			size = max - len;
		if (memory_read(to + len, from + len, size, user))
			return -EFAULT;
		part = strnlen(to + len, size);
		len += part;
		if (part < size)
			return len;
	}
	return max;
}

#endif /* HISTRIG_EVENT_HOT_MEMORY_H */
