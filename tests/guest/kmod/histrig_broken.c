// SPDX-License-Identifier: GPL-2.0
/*
 * A function whose entry is not what the kernel's function tracing expects.
 * Function tracing disables itself permanently when this function is to be
 * traced.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "compat.h"

/* Aligned, so that the entry is in one page: broken_init() maps only one. */
int broken_called(int number);
noinline __aligned(64) int broken_called(int number)
{
	barrier();
	return number + 1;
}

/* Replaces the NOP at the entry by other NOPs of the same length. */
static int __init broken_init(void)
{
#ifdef CONFIG_ARM64
	static const u8 nop[] = { 0x1f, 0x20, 0x03, 0xd5 }, *older = nop;
	static const u8 other[] = { 0x3f, 0x20, 0x03, 0xd5 };
#else
	static const u8 nop[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	/* That of 5.10 on old CPUs, such as the guest's. */
	static const u8 older[] = { 0x66, 0x66, 0x66, 0x66, 0x90 };
	static const u8 other[] = { 0x66, 0x90, 0x0f, 0x1f, 0x00 };
#endif
	u8 *entry = traced_code((u8 *)broken_called);
	struct page *page;
	void *at;

	if (memcmp(entry, nop, sizeof(nop)) && memcmp(entry, older, sizeof(nop)))
		return -ENOEXEC;
	page = vmalloc_to_page(entry);
	at = vmap(&page, 1, VM_MAP, PAGE_KERNEL);
	if (!at)
		return -ENOMEM;
	memcpy(at + offset_in_page(entry), other, sizeof(other));
	vunmap(at);
	return 0;
}

static void __exit broken_exit(void)
{
}

module_init(broken_init);
module_exit(broken_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Breaks function tracing when its function is traced, for tests of histrig");
