// SPDX-License-Identifier: GPL-2.0
/* From 6.1 to 6.11 CT_RCU_WATCHING is named RCU_DYNTICKS_IDX. */
#include <linux/context_tracking_state.h>

int probe(void);
int probe(void)
{
	return raw_cpu_read(context_tracking.state.counter) & RCU_DYNTICKS_IDX;
}
