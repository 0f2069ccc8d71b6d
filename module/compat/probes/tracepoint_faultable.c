// SPDX-License-Identifier: GPL-2.0
/* Since 6.13 a tracepoint records whether its probes may take page faults. */
#include <linux/tracepoint.h>

bool probe(const struct tracepoint *tp);
bool probe(const struct tracepoint *tp)
{
	return tp->ext && tp->ext->faultable;
}
