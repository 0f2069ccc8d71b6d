/* SPDX-License-Identifier: GPL-2.0 */
/* Reading memory that may be unmapped. */
#ifndef HISTRIG_EVENT_HOT_MEMORY_H
#define HISTRIG_EVENT_HOT_MEMORY_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/uaccess.h>

#include "../../compat/context.h"
#include "arch-address.h"

/* memory_is_user() - is an address, perhaps with a tag, one of a program's memory? */
static __always_inline bool memory_is_user(unsigned long address)
{
	return ARCH_UNTAGGED(address) < TASK_SIZE_MAX;
}

/*
 * The contexts of the CPU, as bits, that are reading memory. The fault of a reading may hit an
 * event whose probe reads the same memory, which would go on until the stack is full.
 */
DECLARE_PER_CPU(unsigned int, memory_readers);

/**
 * memory_reading_begin() - begin to read memory that may be unmapped
 * @outer: set for memory_reading_end()
 *
 * Context: any, preemption off.
 * Return: false if another reading of this context has caused the hit, for example by its fault.
 */
static __always_inline bool memory_reading_begin(unsigned int *outer)
{
	const unsigned int reader = BIT(record_context());

	*outer = __this_cpu_read(memory_readers);
	if (unlikely(*outer & reader))
		return false;
	__this_cpu_write(memory_readers, *outer | reader);
	return true;
}

static __always_inline void memory_reading_end(unsigned int outer)
{
	__this_cpu_write(memory_readers, outer);
}

/**
 * memory_read() - read memory
 * @to: where to copy it
 * @from: its address
 * @size: bytes to read
 * @user: the address is one of the current task's
 *
 * Context: any, preemption off. User memory cannot be read in an NMI, because the loaded page
 * tables may not be those of current; nor from a kprobe's breakpoint in code that runs on an
 * interrupt's stack. No memory can be read by a hit that another reading has caused in the same
 * context, such as one of the page fault that it takes.
 * Return: 0 or -EFAULT.
 */
long memory_read(void *to, unsigned long from, unsigned int size, bool user);

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
int memory_read_string(char *to, unsigned long from, unsigned int max, bool user);

#endif /* HISTRIG_EVENT_HOT_MEMORY_H */
