// SPDX-License-Identifier: GPL-2.0
/* Reading memory that may be unmapped, see memory.h. */
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../../compat/context.h"
#include "memory.h"

/* Strings are read in chunks of this many bytes; a page is a multiple of it. */
#define MEMORY_CHUNK	64

/*
 * The contexts of the CPU, as bits, that are reading memory. The fault of a reading may hit an
 * event whose probe reads the same memory, which would go on until the stack is full.
 */
static DEFINE_PER_CPU(unsigned int, memory_readers);

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
	const unsigned int readers = raw_cpu_read(memory_readers);
	const unsigned int reader = BIT(record_context());
	long ret;

	if (unlikely(readers & reader) || (user && unlikely(memory_in_nmi())))
		return -EFAULT;
	raw_cpu_write(memory_readers, readers | reader);
	if (user)
		ret = copy_from_user_nofault(to, (const void __user *)from, size);
	else
		ret = copy_from_kernel_nofault(to, (const void *)from, size);
	raw_cpu_write(memory_readers, readers);
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
