/* SPDX-License-Identifier: GPL-2.0 */
/* The table of trace clocks. */
#ifndef HISTRIG_CLOCK_H
#define HISTRIG_CLOCK_H

#include <linux/types.h>

/**
 * struct histrig_clock - a clock that can supply time stamps
 * @name: its name in the file trace_clock and in the attribute clock=
 * @read: reads the clock; any context, NMI too
 * @in_ns: the clock counts nanoseconds, so its times are printed as seconds
 */
struct histrig_clock {
	const char *name;
	u64 (*read)(void);
	bool in_ns;
};

/* All clocks, in the order of the file trace_clock, ended by an empty one. */
extern const struct histrig_clock histrig_clocks[];

/* histrig_clock_find() - find a clock by its name; NULL if there is none */
const struct histrig_clock *histrig_clock_find(const char *name);

/* histrig_clock_default() - the clock that a new tree starts with */
const struct histrig_clock *histrig_clock_default(void);

/* histrig_clock_init() - begin to check whether CPUs' clocks are stable */
void histrig_clock_init(void);
void histrig_clock_exit(void);

/* histrig_clock_is_unstable() - were the CPUs' clocks found unstable? */
bool histrig_clock_is_unstable(void);

#endif /* HISTRIG_CLOCK_H */
