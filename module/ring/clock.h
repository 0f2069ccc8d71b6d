/* SPDX-License-Identifier: GPL-2.0 */
/* The trace clocks. */
#ifndef HISTRIG_CLOCK_H
#define HISTRIG_CLOCK_H

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
