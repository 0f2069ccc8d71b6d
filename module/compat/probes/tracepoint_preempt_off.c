// SPDX-License-Identifier: GPL-2.0
/* Before 7.0 tracepoints call their probes with preemption off. */
#include <linux/tracepoint.h>

#define DECLARE_PROBED(name, proto, args)				\
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args), NONE, NONE, NONE)

#include "tracepoint_preempt.h"
