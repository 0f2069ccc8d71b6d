// SPDX-License-Identifier: GPL-2.0
/* Since 6.12 CT_RCU_WATCHING is set in a CPU's context tracking state while RCU watches. */
#include <linux/context_tracking_state.h>

int probe(void);
int probe(void)
{
	return raw_cpu_read(context_tracking.state.counter) & CT_RCU_WATCHING;
}
