// SPDX-License-Identifier: GPL-2.0
/* Late timers, see lateness.h. */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/ptrace.h>
#include <linux/spinlock.h>

#include <asm/irq_regs.h>

#include "../../compat/compiler.h"
#include "../../compat/order.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../../instance/hot/state.h"
#include "lateness.h"
#include "latency.h"

struct lateness_state lateness_state = {
	.period = LATENESS_PERIOD_US * (u64)NSEC_PER_USEC,
	.lock = __ARCH_SPIN_LOCK_UNLOCKED,
};

/* A late timer, with the registers where record_regs() finds them. */
struct lateness_hit {
	struct pt_regs *regs;
	struct lateness_record record;
};

/* A timer counts as late from tracing_thresh on, or from its period if tracing_thresh is 0. */
static bool is_late(u64 ns)
{
	return ns >= (READ_ONCE(tracing_thresh) ?:
		      READ_ONCE(lateness_state.period));
}

static void lateness_record(struct instance *instance, struct lateness_hit *hit)
{
	const struct record_place place = record_place(preempt_count());
	const struct stack_skip skip = { .regs = hit->regs };

	output_record_at(instance, lateness_event.id, &hit->record,
			 sizeof(hit->record), place);
	/* The stack begins where the timer interrupted the kernel; user code has none. */
	if (hit->regs)
		output_stack_at(instance, &skip, place);
}

static void lateness_keep_max(struct instance *instance,
			      const struct lateness_hit *hit)
{
	const u64 now = latency_now(instance);
	struct instance_max_trace worst;

	memset(&worst, 0, sizeof(worst));
	instance_describe(&worst, current);
	worst.one_cpu = true;
	worst.latency = hit->record.ns;
	/* If the clock does not count nanoseconds, @now may be less than the latency. */
	worst.start = now > worst.latency ? now - worst.latency : 1;
	worst.ended_at = hit->record.ip;
	instance_keep_worst(instance, &worst);
}

static void lateness_trace(struct instance *instance, struct lateness_hit *hit)
{
	const u64 ns = hit->record.ns;
	bool worst;

	if (!instance_is_on(instance) || !instance_takes_cpu(instance) ||
	    (!is_late(ns) && !instance_reports(instance, ns)))
		return;
	arch_spin_lock(&lateness_state.lock);
	/* Another CPU may just have reported a later timer. */
	worst = instance_reports(instance, ns);
	if (worst || is_late(ns))
		lateness_record(instance, hit);
	if (worst)
		lateness_keep_max(instance, hit);
	arch_spin_unlock(&lateness_state.lock);
}

/*
 * Hits the event. Disables preemption once more, as a tracepoint does, because records leave out
 * one level.
 */
static void lateness_hit_files(struct lateness_hit *hit)
{
	preempt_disable_notrace();
	event_hit_files(&lateness_event, NULL, &hit->record, sizeof(hit->record));
	preempt_enable_notrace();
}

static void lateness_take(u64 ns)
{
	/* Pairs with lateness_start(). */
	struct instance *instance = READ_DEPENDENT(lateness_state.instance);
	struct pt_regs *regs = get_irq_regs();
	struct lateness_hit hit __uninitialized;

	hit.regs = regs && !user_mode(regs) ? regs : NULL;
	hit.record.ip = hit.regs ? instruction_pointer(hit.regs) : 0;
	hit.record.ns = ns;
	if (instance)
		lateness_trace(instance, &hit);
	if (is_late(ns))
		lateness_hit_files(&hit);
}

/*
 * After its function, a timer waits at least this many times as long as the function took, so
 * that timers take at most a fifth of a CPU, also if the function takes longer than a period.
 */
#define REST	4

enum hrtimer_restart lateness_expired(struct hrtimer *timer)
{
	const u64 begin = ktime_get_ns();
	const s64 ns = begin - ktime_to_ns(hrtimer_get_expires(timer));
	u64 end;

	if (ns > 0)
		lateness_take(ns);
	end = ktime_get_ns();
	hrtimer_set_expires(timer,
			    ns_to_ktime(end + max(READ_ONCE(lateness_state.period),
						  (end - begin) * REST)));
	return HRTIMER_RESTART;
}
