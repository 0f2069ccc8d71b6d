// SPDX-License-Identifier: GPL-2.0
/* Reading memory that may be unmapped, see memory.h. */
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "memory.h"

/* Strings are read in chunks of this many bytes; a page is a multiple of it. */
#define MEMORY_CHUNK	64

DEFINE_PER_CPU(unsigned int, memory_readers);

/*
 * Is this an NMI that may have interrupted a change of page tables? Such an NMI
 * has its own stack. in_nmi() is also true in a kprobe's breakpoint, which uses
 * the stack of the code that it interrupts.
 */
static bool memory_in_nmi(void)
{
	return in_nmi() && !object_is_on_stack(__builtin_frame_address(0));
}

long memory_read(void *to, unsigned long from, unsigned int size, bool user)
{
	unsigned int outer;
	long ret;

	if ((user && unlikely(memory_in_nmi())) || !memory_reading_begin(&outer))
		return -EFAULT;
	if (user)
		ret = copy_from_user_nofault(to, (const void __user *)from, size);
	else
		ret = copy_from_kernel_nofault(to, (const void *)from, size);
	memory_reading_end(outer);
	return ret;
}

/*
 * The kernel's functions for strings in such memory are not exported. Instead, this
 * reads aligned chunks, which never cross a page.
 */
int memory_read_string(char *to, unsigned long from, unsigned int max, bool user)
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
