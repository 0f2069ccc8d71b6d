// SPDX-License-Identifier: GPL-2.0
/* Since 6.13, and in some older real-time kernels, a reschedule may be put off. */
#include <linux/thread_info.h>
#include <linux/trace_events.h>

int probe[] = { TIF_NEED_RESCHED_LAZY, TRACE_FLAG_NEED_RESCHED_LAZY };
