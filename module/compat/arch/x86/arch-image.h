/* SPDX-License-Identifier: GPL-2.0 */
/* Memory of the kernel image, see compat/kernel_image.h. */
#ifndef HISTRIG_ARCH_IMAGE_H
#define HISTRIG_ARCH_IMAGE_H

#include <asm/page.h>
#include <asm/pgtable.h>

static inline bool in_kernel_image(unsigned long address)
{
	return address >= __START_KERNEL_map && address < MODULES_VADDR;
}

#endif /* HISTRIG_ARCH_IMAGE_H */
