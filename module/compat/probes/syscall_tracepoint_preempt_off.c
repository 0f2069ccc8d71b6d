// SPDX-License-Identifier: GPL-2.0
/* Since 6.13 the tracepoints of system calls call their probes with preemption on. */
#include <linux/tracepoint.h>

#ifdef TRACE_EVENT_SYSCALL
#define DECLARE_PROBED(name, proto, args)				\
	TRACE_EVENT_SYSCALL(name, PARAMS(proto), PARAMS(args), NONE, NONE, NONE, NONE, NONE)
#else
#define DECLARE_PROBED(name, proto, args)				\
	TRACE_EVENT_FN(name, PARAMS(proto), PARAMS(args), NONE, NONE, NONE, NONE, NONE)
#endif

#include "tracepoint_preempt.h"
