// SPDX-License-Identifier: GPL-2.0
/*
 * TRACE_FLAG_* moved from the tracer's private header to a public one after
 * 5.10.
 */
#include <linux/trace_events.h>

int probe = TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF;
