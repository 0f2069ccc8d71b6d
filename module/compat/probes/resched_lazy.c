// SPDX-License-Identifier: GPL-2.0
/* A reschedule may wait for the tick since 6.13, which records show since 6.14. */
#include <linux/thread_info.h>
#include <linux/trace_events.h>

int probe[] = { TIF_NEED_RESCHED_LAZY, TRACE_FLAG_NEED_RESCHED_LAZY };
