// SPDX-License-Identifier: GPL-2.0
/* Since 6.13 a reschedule may wait for the tick; records show it since 6.14. */
#include <linux/thread_info.h>
#include <linux/trace_events.h>

int probe[] = { TIF_NEED_RESCHED_LAZY, TRACE_FLAG_NEED_RESCHED_LAZY };
