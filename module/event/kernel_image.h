/* SPDX-License-Identifier: GPL-2.0 */
/* Recognizing memory of the kernel image, which is never freed. */
#ifndef HISTRIG_KERNEL_IMAGE_H
#define HISTRIG_KERNEL_IMAGE_H

#include <linux/kallsyms.h>
#include <linux/string.h>

#ifdef CONFIG_X86_64
#include <asm/page.h>
#include <asm/pgtable.h>
#endif

/**
 * in_kernel_image() - check whether an address is in the kernel image
 * @address: the address
 *
 * The image contains the kernel's code and its static data, but no allocated memory.
 * Its bounds are not exported. On x86 it has its own range of addresses. Elsewhere,
 * an address is in the image if it has a symbol that does not belong to a module.
 *
 * Context: process.
 * Return: true if it is.
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
