// SPDX-License-Identifier: GPL-2.0
/* Real-time kernels before 6.6 have a fifth common field in each record. */
#include <linux/preempt.h>
#include <linux/trace_events.h>

unsigned char probe(const struct trace_entry *entry);
unsigned char probe(const struct trace_entry *entry)
{
	return entry->preempt_lazy_count + preempt_lazy_count();
}
