// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU's context tracking state tells whether RCU watches; since Linux 6.12.
 */
#include <linux/context_tracking_state.h>

int probe(void);
int probe(void)
{
	return raw_cpu_read(context_tracking.state.counter) & CT_RCU_WATCHING;
}
