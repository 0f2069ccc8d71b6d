/* SPDX-License-Identifier: GPL-2.0 */
/* What of the kernel's memory is there for good. */
#ifndef HISTRIG_KERNEL_IMAGE_H
#define HISTRIG_KERNEL_IMAGE_H

#include <linux/kallsyms.h>
#include <linux/string.h>

#ifdef CONFIG_X86_64
#include <asm/page.h>
#include <asm/pgtable.h>
#endif

/**
 * in_kernel_image() - does an address lie in the kernel itself
 * @address: the address
 *
 * Its code and its data, constant or not, but none that was allocated. The
 * bounds of the image are not exported. On x86 the image has a range of its own;
 * elsewhere an address is in the image when it has a symbol, and that of no
 * module.
 *
 * Context: process.
 */
static inline bool in_kernel_image(unsigned long address)
{
#ifdef CONFIG_X86_64
	return address >= __START_KERNEL_map && address < MODULES_VADDR;
#else
	char text[KSYM_SYMBOL_LEN];

	sprint_symbol(text, address);
	return !str_has_prefix(text, "0x") && !strchr(text, '[');
#endif
}

#endif /* HISTRIG_KERNEL_IMAGE_H */
