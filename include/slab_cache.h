/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct kmem_cache, for the events of kmem that look into it.
 *
 * Its header has inline functions that need struct slab, which is private to
 * the kernel. None of them is called here; this is enough to compile them.
 */
#ifndef HISTRIG_SLAB_CACHE_H
#define HISTRIG_SLAB_CACHE_H

#include <linux/slab.h>

#ifdef CONFIG_SLUB
struct slab {
	unsigned int objects;
};

#define slab_address(slab)	((void *)(slab))
#include <linux/slub_def.h>
#endif

#endif /* HISTRIG_SLAB_CACHE_H */
