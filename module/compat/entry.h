/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_COMPAT_ENTRY_H
#define HISTRIG_COMPAT_ENTRY_H

#include <linux/kconfig.h>
#include <linux/types.h>
#include <linux/uaccess.h>

/*
 * traced_entry() - get the address of a function in function tracing
 *
 * With IBT a function may begin with an endbr64 instruction. Function tracing uses the
 * address after it; @address is that of the function's symbol.
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
