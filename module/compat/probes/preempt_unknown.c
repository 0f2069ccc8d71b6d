// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles if the compiler does not see what tracepoint_preempt.h asks. Then this header finds
 * that preemption is off, whatever the kernel does, and its answer is not used.
 */
#include <linux/build_bug.h>

int probe(void);
int probe(void)
{
	BUILD_BUG_ON(true);
	return 0;
}
