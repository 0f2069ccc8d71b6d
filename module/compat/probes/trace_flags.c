// SPDX-License-Identifier: GPL-2.0
/* After 5.10 TRACE_FLAG_* moved from the tracer's private header to a public one. */
#include <linux/trace_events.h>

int probe = TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF;
