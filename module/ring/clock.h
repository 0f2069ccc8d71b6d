/* SPDX-License-Identifier: GPL-2.0 */
/* The trace clocks. */
#ifndef HISTRIG_CLOCK_H
#define HISTRIG_CLOCK_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/types.h>

/**
 * struct trace_clock - a clock that time stamps can be taken from
 * @name: its name in the file trace_clock and behind clock=
 * @read: what it shows now; any context, NMI too
 * @in_ns: it counts nanoseconds, so that times are printed as seconds
 */
struct trace_clock {
	const char *name;
	u64 (*read)(void);
	bool in_ns;
};

/* The latest time of trace_clock_order(). */
extern u64 trace_clock_latest;

/**
 * trace_clock_order() - a time that is later than all before, on any CPU
 * @now: what the CPU's own clock says
 *
 * The kernel's own global clock keeps interrupts off and tries a lock each time,
 * which costs as much as reading the CPU's clock does.
 *
 * Context: any, NMI too.
 * Return: @now, or a little more.
 */
static __always_inline u64 trace_clock_order(u64 now)
{
	u64 last = READ_ONCE(trace_clock_latest), seen;

	for (;;) {
		if (unlikely((s64)(now - last) <= 0))
			now = last + 1;
		seen = cmpxchg(&trace_clock_latest, last, now);
		if (likely(seen == last))
			return now;
		last = seen;
	}
}

/**
 * trace_clock_ordered() - the global clock: never goes back, on whatever CPU
 *
 * Context: any, NMI too.
 * Return: nanoseconds.
 */
u64 trace_clock_ordered(void);

/* All of them in the order of the file, ended by one without a name. */
extern const struct trace_clock trace_clocks[];

/**
 * trace_clock_find() - the clock of a name
 *
 * Return: the clock, or NULL.
 */
const struct trace_clock *trace_clock_find(const char *name);

/* trace_clock_default() - the one that the tree starts with */
const struct trace_clock *trace_clock_default(void);

#endif /* HISTRIG_CLOCK_H */
