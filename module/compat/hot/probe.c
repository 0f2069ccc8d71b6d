// SPDX-License-Identifier: GPL-2.0
/* The end of a probe, see ../probe.h. */
#include "../probe.h"

#if PROBES_PREEMPTIBLE || SYSCALL_PROBES_PREEMPTIBLE
void probe_end_preemptible(void)
{
	preempt_enable_notrace();
}
#endif
