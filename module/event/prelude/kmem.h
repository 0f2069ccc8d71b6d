/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/kasan.h>
#include <linux/kernel.h>
#include <linux/mm.h>

/*
 * linux/slub_def.h defines struct kmem_cache, and inline functions that need a
 * private header. The events call none of them, so these two declarations
 * replace that header.
 */
#if __has_include(<linux/slub_def.h>)
struct slab {
	unsigned int objects;
};

static inline void *slab_address(const struct slab *slab)
{
	return NULL;
}

#include <linux/slub_def.h>
#endif

/* ptr_to_hashval() is not exported, but %p prints the same hash. */
static inline int histrig_ptr_to_hashval(const void *ptr, unsigned long *hash)
{
	char text[2 * sizeof(ptr) + 1];

	snprintf(text, sizeof(text), "%p", ptr);
	return kstrtoul(text, 16, hash);
}

#define ptr_to_hashval(ptr, hash)	histrig_ptr_to_hashval(ptr, hash)
