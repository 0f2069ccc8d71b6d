// SPDX-License-Identifier: GPL-2.0
/* Hits of probes on tracepoints, see ../fprobe.h. */
#include "../../compat/entry.h"
#include "../../compat/probe.h"
#include "../fprobe.h"
#include "hit.h"

static __always_inline void tprobe_hit_class(void *data,
					     const unsigned long *arguments,
					     const bool preemptible)
{
	const struct tracepoint_probe *probe = data;
	const struct probe_addresses at = {
		.address = { probe->place },
		.nr = 1,
	};
	struct probe_buf buf __uninitialized;

	probe_begin(preemptible);
	probe_buf_begin(&buf, NULL);
	buf.from.tp_args = arguments;
	buf.from.stack = ENTRY_STACK_POINTER;
	probe_hit(&probe->probe, &buf, &at, NULL);
	probe_end(preemptible);
}

void tprobe_hit(void *data, unsigned long a, unsigned long b, unsigned long c,
		unsigned long d, unsigned long e)
{
	const unsigned long arguments[TPROBE_ARGUMENTS] = { a, b, c, d, e };

	tprobe_hit_class(data, arguments, PROBES_PREEMPTIBLE);
}

#if PROBES_PREEMPTIBLE != SYSCALL_PROBES_PREEMPTIBLE
void tprobe_hit_syscall(void *data, unsigned long a, unsigned long b,
			unsigned long c, unsigned long d, unsigned long e)
{
	const unsigned long arguments[TPROBE_ARGUMENTS] = { a, b, c, d, e };

	tprobe_hit_class(data, arguments, SYSCALL_PROBES_PREEMPTIBLE);
}
#endif
