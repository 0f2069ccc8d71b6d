// SPDX-License-Identifier: GPL-2.0
/* The end of a probe, see ../probe.h. */
#include "../probe.h"

#ifdef HAVE_PROBES_PREEMPTIBLE
void probe_end(void)
{
	preempt_enable_notrace();
}
#endif
