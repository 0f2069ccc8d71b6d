// SPDX-License-Identifier: GPL-2.0
/*
 * Where functions lie, by what the kernel exports: a kprobe that is never
 * armed finds a name, a symbol that is printed tells its bounds.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include "function.h"

#ifdef CONFIG_KPROBES
static int unused_handler(struct kprobe *probe, struct pt_regs *regs)
{
	return 0;
}

unsigned long function_find(const char *name)
{
	struct kprobe probe = {
		.symbol_name = name,
		.flags = KPROBE_FLAG_DISABLED,
		.pre_handler = unused_handler,
	};
	unsigned long address;

	if (register_kprobe(&probe))
		return 0;
	address = (unsigned long)probe.addr;
	unregister_kprobe(&probe);
	return address;
}
#else
unsigned long function_find(const char *name)
{
	return 0;
}
#endif

bool function_bounds(unsigned long address, unsigned long *start,
		     unsigned long *size)
{
	char text[KSYM_SYMBOL_LEN], *at;
	unsigned long offset;

	/* NAME+0xOFFSET/0xSIZE, and for a module its name in brackets. */
	sprint_symbol(text, address);
	at = strrchr(text, '+');
	if (!at || sscanf(at, "+0x%lx/0x%lx", &offset, size) != 2)
		return false;
	*start = address - offset;
	return true;
}
