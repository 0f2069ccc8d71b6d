/* SPDX-License-Identifier: GPL-2.0 */
/* What clocks the architecture has, see compat/clock.h. */
#ifndef HISTRIG_ARCH_CLOCK_H
#define HISTRIG_ARCH_CLOCK_H

#include <linux/types.h>

#define ARCH_CLOCK_ENTRY
#define ARCH_CLOCK_HELP	""

static inline bool cpu_clocks_unstable(void)
{
	return false;
}

static inline bool cpu_clocks_agree(void)
{
	return true;
}

static inline bool cpu_clocks_in_order(void)
{
	return true;
}

#endif /* HISTRIG_ARCH_CLOCK_H */
