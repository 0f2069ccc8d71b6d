// SPDX-License-Identifier: GPL-2.0
/* Since 5.14 the kernel has internal events for the tracers osnoise and timerlat. */
#include <linux/sched.h>
#include <linux/types.h>

#include <trace/events/osnoise.h>

void *probe = &__tracepoint_thread_noise;
