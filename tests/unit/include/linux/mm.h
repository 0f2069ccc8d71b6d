/* SPDX-License-Identifier: GPL-2.0 */
/* Pages. A struct page is the page itself. */
#ifndef SHIM_MM_H
#define SHIM_MM_H

#include <linux/kernel.h>
#include <linux/slab.h>

#define PAGE_SHIFT	12
#define PAGE_SIZE	(1UL << PAGE_SHIFT)
#define PAGE_MASK	(~(PAGE_SIZE - 1))
#define offset_in_page(p)	((unsigned long)(p) & ~PAGE_MASK)

#define __pa(p)			((unsigned long)(p))
#define __va(p)			((void *)(p))

/* 4 GB of memory */
#define totalram_pages()	(1UL << 20)
#define si_mem_available()	(1L << 20)

#define alloc_pages_node(node, gfp, order)				\
	((void)(node), (void)(gfp), (void)(order), shim_alloc_page())
#define page_address(page)	((void *)(page))
#define __get_free_page(gfp)	((void)(gfp), (unsigned long)shim_alloc_page())
#define virt_to_page(p)		((struct page *)(p))
/* get_page() pins a page. No test needs that. */
#define get_page(page)		abort()
#define free_page(address)	shim_free((void *)(address))

#endif /* SHIM_MM_H */
