// SPDX-License-Identifier: GPL-2.0
/* Since 6.5 tracepoints have an empty function, for fprobes. */
#include <linux/tracepoint.h>

void *probe(const struct tracepoint *tp);
void *probe(const struct tracepoint *tp)
{
	return tp->probestub;
}
