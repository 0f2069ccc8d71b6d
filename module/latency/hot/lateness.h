/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Timers that measure how late they are, for the tracer lateness and the event
 * ftrace/lateness.
 *
 * Each CPU has a periodic timer, which cannot run while interrupts are off. It runs as soon
 * as interrupts are on again. So it is late, and the code that it interrupts is the code that
 * has switched interrupts on.
 */
#ifndef HISTRIG_LATENCY_HOT_LATENESS_H
#define HISTRIG_LATENCY_HOT_LATENESS_H

#include <linux/hrtimer.h>
#include <linux/spinlock_types.h>
#include <linux/types.h>

#include "../../event/event.h"
#include "../../event/record.h"

struct instance;

/**
 * struct lateness_record - a late timer, as the event ftrace/lateness
 * @header: the common fields
 * @ip: the code that the timer interrupted; 0 for code in user space
 * @ns: how late the timer was
 */
struct lateness_record {
	struct record_header header;
	unsigned long ip;
	u64 ns;
};

/* The default period in microseconds. */
#define LATENESS_PERIOD_US	100

/**
 * struct lateness_state - state that late timers read
 * @period: minimum time in nanoseconds from the end of a timer's function to its next
 *	expiry
 * @instance: the instance that has the tracer, or NULL
 * @lock: held while a late timer is recorded in @instance, so that of several late timers
 *	the trace of the worst is kept. Hits take it with interrupts off, so it is a raw
 *	lock that lockdep does not check
 */
struct lateness_state {
	u64 period;
	struct instance *instance;
	arch_spinlock_t lock;
};

extern struct lateness_state lateness_state;
extern struct event lateness_event;

/* The function of the timers. */
enum hrtimer_restart lateness_expired(struct hrtimer *timer);

#endif /* HISTRIG_LATENCY_HOT_LATENESS_H */
