// SPDX-License-Identifier: GPL-2.0
/* The same, by another name; since Linux 6.1. */
#include <linux/context_tracking_state.h>

int probe(void);
int probe(void)
{
	return raw_cpu_read(context_tracking.state.counter) & RCU_DYNTICKS_IDX;
}
