// SPDX-License-Identifier: GPL-2.0
/*
 * A broken module: in its list of functions' entries, one address is not such an
 * entry. The kernel's function tracing disables itself when the module is loaded.
 */
#include <linux/module.h>

#ifdef CONFIG_ARM64
/*
 * Flag "o": each part of this section names the section of its functions, here
 * .text. The linker fails if only some parts have the flag.
 */
#define ENTRIES	"__patchable_function_entries, \"awo\", %progbits, .text"
#else
#define ENTRIES	"__mcount_loc, \"a\""
#endif

asm(".pushsection .text\n\t"
	".balign 16\n"
	"broken_place: .byte 0xcc, 0xcc, 0xcc, 0xcc, 0xcc\n\t"
	".balign 16\n\t"
	".popsection\n\t"
	".pushsection " ENTRIES "\n\t"
	".balign 8\n\t"
	".quad broken_place\n\t"
	".popsection");

static int __init bug_init(void)
{
	return 0;
}

static void __exit bug_exit(void)
{
}

module_init(bug_init);
module_exit(bug_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Breaks function tracing, for tests of histrig");
