/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_COMPAT_ENTRY_H
#define HISTRIG_COMPAT_ENTRY_H

#include <linux/kconfig.h>
#include <linux/types.h>
#include <linux/uaccess.h>

/*
 * traced_entry() - tell where function tracing sees a function
 *
 * With IBT that is behind the instruction that marks targets of indirect
 * branches. @address is that of its symbol.
 */
static inline unsigned long traced_entry(unsigned long address)
{
	u32 code;

	if (IS_ENABLED(CONFIG_X86_KERNEL_IBT) &&
	    !copy_from_kernel_nofault(&code, (void *)address, sizeof(code)) &&
	    code == 0xfa1e0ff3)
		return address + sizeof(code);
	return address;
}

#endif /* HISTRIG_COMPAT_ENTRY_H */
