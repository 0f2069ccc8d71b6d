// SPDX-License-Identifier: GPL-2.0
/*
 * Since 6.13 the kernel may put off a reschedule, and a flag of records shows
 * that. Some older real-time kernels have the same names.
 */
#include <linux/thread_info.h>
#include <linux/trace_events.h>

int probe[] = { TIF_NEED_RESCHED_LAZY, TRACE_FLAG_NEED_RESCHED_LAZY };
