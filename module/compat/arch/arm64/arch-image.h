/* SPDX-License-Identifier: GPL-2.0 */
/* Memory of the kernel image, see compat/kernel_image.h. */
#ifndef HISTRIG_ARCH_IMAGE_H
#define HISTRIG_ARCH_IMAGE_H

#include <linux/mm.h>
#include <linux/pfn.h>
#include <linux/vmalloc.h>

#include <asm/memory.h>

/*
 * The image lies among the addresses of vmalloc(), and its bounds are not exported. All its
 * addresses have the same distance from those of its physical memory, which is reserved. The
 * addresses that this memory has in the linear map are not accepted.
 */
static inline bool in_kernel_image(unsigned long address)
{
	const unsigned long pfn = PHYS_PFN(address - kimage_voffset);
	const void *at = (const void *)address;

	return is_vmalloc_addr(at) && pfn_valid(pfn) &&
	       vmalloc_to_page(at) == pfn_to_page(pfn) &&
	       PageReserved(pfn_to_page(pfn));
}

#endif /* HISTRIG_ARCH_IMAGE_H */
