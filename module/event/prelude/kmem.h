/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/kasan.h>
#include <linux/kernel.h>
#include <linux/mm.h>

/*
 * Lets linux/slub_def.h, where struct kmem_cache is, be included without the
 * private header that it expects before it. Its inline functions, which nobody
 * here calls, want these two.
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

/*
 * The kernel shows pointers as hashed numbers but keeps the hash to itself.
 * Printing one is the way to it.
 */
static inline int histrig_ptr_to_hashval(const void *ptr, unsigned long *hash)
{
	char text[2 * sizeof(ptr) + 1];

	snprintf(text, sizeof(text), "%p", ptr);
	return kstrtoul(text, 16, hash);
}

#define ptr_to_hashval(ptr, hash)	histrig_ptr_to_hashval(ptr, hash)
