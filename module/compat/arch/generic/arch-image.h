/* SPDX-License-Identifier: GPL-2.0 */
/* Memory of the kernel image, see compat/kernel_image.h. */
#ifndef HISTRIG_ARCH_IMAGE_H
#define HISTRIG_ARCH_IMAGE_H

#include <linux/kallsyms.h>
#include <linux/string.h>

/*
 * The bounds of the image are not exported, but its symbols belong to no module.
 */
static inline bool in_kernel_image(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN];

	sprint_symbol(text, address);
	return !str_has_prefix(text, "0x") && !strchr(text, '[');
}

#endif /* HISTRIG_ARCH_IMAGE_H */
