// SPDX-License-Identifier: GPL-2.0
/* Hits of samples, see ../sample.h. */
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#include "../../compat/compiler.h"
#include "../../compat/ftrace.h"
#include "../../compat/unwind.h"
#include "../sample.h"
#include "hit.h"

/*
 * Counts the samples of a clock that are missing between the last one and this one: their timers
 * came while interrupts were off for longer than a period, or the counter was stopped.
 */
static __always_inline void sample_note_gap(struct sample_probe *sample,
					    struct perf_event *counter)
{
	struct sample_cpu *here = this_cpu_ptr(sample->cpus);
	const s64 expires = ktime_to_ns(hrtimer_get_expires(&counter->hw.hrtimer));
	const s64 gap = expires - here->expires, period = counter->hw.sample_period;

	if (unlikely(here->expires && gap >= 2 * period))
		atomic_long_add(div64_s64(gap, period) - 1, &sample->probe.missed);
	here->expires = expires;
	/*
	 * The kernel stops a counter that has taken many samples since the last tick. An idle CPU
	 * has no ticks, so do not let it count them.
	 */
	if (is_idle_task(current) && counter->hw.interrupts != U64_MAX)
		counter->hw.interrupts = 0;
}

/*
 * Counts what was missed. If the kernel stops a counter that is no clock until the next tick,
 * nobody knows how many samples there would have been, so counts one.
 */
static __always_inline void sample_note_missed(struct sample_probe *sample,
					       struct perf_event *counter)
{
	if (sample->is_clock)
		sample_note_gap(sample, counter);
	else if (unlikely(counter->hw.interrupts == U64_MAX))
		atomic_long_inc(&sample->probe.missed);
}

void sample_hit(struct perf_event *counter, struct perf_sample_data *data,
		struct pt_regs *regs)
{
	struct sample_probe *sample = counter->overflow_handler_context;
	struct probe_buf buf __uninitialized;
	struct pt_regs caller __uninitialized;
	const struct probe_addresses at = {
		.address = { instruction_pointer(regs) },
		.nr = 1,
	};

	sample_note_missed(sample, counter);
	if (unlikely(!traced_rcu_watching())) {
		atomic_long_inc(&sample->probe.missed);
		return;
	}
	/* As a tracepoint does, because records leave out one level of preempt_disable(). */
	preempt_disable_notrace();
	probe_buf_begin(&buf, unwind_caller_regs(regs, &caller));
	probe_hit(&sample->probe, &buf, &at, NULL);
	preempt_enable_notrace();
}
