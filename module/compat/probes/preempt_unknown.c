// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles only if BUILD_BUG_ON() has no effect. Then tracepoint_preempt.h finds that preemption
 * is off, whatever the kernel does, so its answer is not used.
 */
#include <linux/build_bug.h>

int probe(void);
int probe(void)
{
	BUILD_BUG_ON(true);
	return 0;
}
