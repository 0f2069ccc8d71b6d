/* SPDX-License-Identifier: GPL-2.0 */
/* What clocks the architecture has, see compat/clock.h. */
#ifndef HISTRIG_ARCH_CLOCK_H
#define HISTRIG_ARCH_CLOCK_H

#include <linux/types.h>

#include <asm/cpufeature.h>
#include <asm/tsc.h>

/* histrig_clock_tsc() - read the CPU's time stamp counter, in cycles; any context */
static inline u64 histrig_clock_tsc(void)
{
	return rdtsc_ordered();
}

#define ARCH_CLOCK_ENTRY	{ "x86-tsc", histrig_clock_tsc, false },
#define ARCH_CLOCK_HELP		",\n      x86-tsc: cycles"

static inline bool cpu_clocks_unstable(void)
{
	return check_tsc_unstable();
}

static inline bool cpu_clocks_agree(void)
{
	return boot_cpu_has(X86_FEATURE_NONSTOP_TSC) && !check_tsc_unstable();
}

/* A hypervisor may have replaced sched_clock by a clock of each CPU. */
static inline bool cpu_clocks_in_order(void)
{
	return cpu_clocks_agree() && !boot_cpu_has(X86_FEATURE_HYPERVISOR);
}

#endif /* HISTRIG_ARCH_CLOCK_H */
