/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/slab.h>

#define PAGE_SIZE	4096UL

/* 4 GB */
#define totalram_pages()	(1UL << 20)
