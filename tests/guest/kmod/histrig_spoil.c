// SPDX-License-Identifier: GPL-2.0
/*
 * Overwrites a function of another module. The parameter at is the function's
 * address. The function must not be called after that. The kernel's function
 * tracing fails when it next changes the function's entry.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/vmalloc.h>

#include "compat.h"

static unsigned long at;
module_param(at, ulong, 0444);

static int __init spoil_init(void)
{
	struct page *page = vmalloc_to_page((void *)at);
	u8 *alias;

	if (!page)
		return -EINVAL;
	/* The code is mapped read-only, so map it a second time. */
	alias = vmap(&page, 1, VM_MAP, PAGE_KERNEL);
	if (!alias)
		return -ENOMEM;
	alias[offset_in_page(traced_code((u8 *)at))] ^= 0x55;
	vunmap(alias);
	return 0;
}

static void __exit spoil_exit(void)
{
}

module_init(spoil_init);
module_exit(spoil_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Spoils a function, for tests of histrig");
