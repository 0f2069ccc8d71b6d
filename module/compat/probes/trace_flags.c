// SPDX-License-Identifier: GPL-2.0
/* TRACE_FLAG_* moved from the tracer's own header to a public one in 5.11. */
#include <linux/trace_events.h>

int probe = TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF;
