// SPDX-License-Identifier: GPL-2.0
/* Since 7.0 tracepoints call their probes in a section of this SRCU flavor. */
#include <linux/srcu.h>
#include <linux/tracepoint.h>

void probe(void);
void probe(void)
{
	guard(srcu_fast_notrace)(&tracepoint_srcu);
}
