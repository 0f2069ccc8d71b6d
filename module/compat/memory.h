/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory whose size users choose: tables of histograms, copies for readers.
 *
 * It is charged to the control group of the task that allocates it. A large allocation fails
 * if it would leave so little memory that the OOM killer kills other tasks.
 */
#ifndef HISTRIG_COMPAT_MEMORY_H
#define HISTRIG_COMPAT_MEMORY_H

#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#define MEMORY_GFP	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

/* Smaller allocations are not checked. */
#define MEMORY_LARGE	SZ_64K

/* A large allocation leaves this much for others, or 1/16 of all memory if that is less. */
#define MEMORY_LEFT	SZ_64M

/* memory_is_there() - does an allocation of this size leave enough, see MEMORY_LEFT? */
static inline bool memory_is_there(size_t size)
{
	const unsigned long left = min_t(unsigned long, totalram_pages() / 16,
					 MEMORY_LEFT / PAGE_SIZE);

	return size < MEMORY_LARGE ||
	       (long)(size / PAGE_SIZE + left) < si_mem_available();
}

/* memory_alloc() - kvmalloc_array() for memory whose size users choose */
static inline void *memory_alloc(size_t nr, size_t size)
{
	if (!memory_is_there(array_size(nr, size)))
		return NULL;
	return kvmalloc_array(nr, size, MEMORY_GFP);
}

static inline void *memory_zalloc(size_t nr, size_t size)
{
	if (!memory_is_there(array_size(nr, size)))
		return NULL;
	return kvcalloc(nr, size, MEMORY_GFP);
}

#endif /* HISTRIG_COMPAT_MEMORY_H */
