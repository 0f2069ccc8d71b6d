// SPDX-License-Identifier: GPL-2.0
/* Symbols of the kernel, see symbol.h. */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include "symbol.h"

unsigned long symbol_address(const char *name)
{
	struct kprobe kp = {
		.symbol_name = name,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret = register_kprobe(&kp);

	if (!ret)
		unregister_kprobe(&kp);
	return (unsigned long)kp.addr;
}

bool symbol_bounds(unsigned long address, unsigned long *start,
		   unsigned long *size)
{
	char text[KSYM_SYMBOL_LEN], *plus;
	unsigned long offset;

	/* "NAME+0xOFFSET/0xSIZE", or the address alone if it has no symbol. */
	sprint_symbol(text, address);
	plus = strchr(text, '+');
	if (!plus || sscanf(plus, "+%lx/%lx", &offset, size) != 2)
		return false;
	*start = address - offset;
	return true;
}

unsigned long symbol_start(const char *name)
{
	unsigned long address = symbol_address(name), start, size;

	return address && symbol_bounds(address, &start, &size) ? start :
								  address;
}
