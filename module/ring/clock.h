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

/* In the order of the file trace_clock; an empty clock ends the array. */
extern const struct histrig_clock histrig_clocks[];

/* Returns NULL if no clock has this name. */
const struct histrig_clock *histrig_clock_find(const char *name);

/* Returns the clock of a new tree. */
const struct histrig_clock *histrig_clock_default(void);

/* histrig_clock_init() - begin to check whether the time stamp counter is unstable */
void histrig_clock_init(void);
void histrig_clock_exit(void);

bool histrig_clock_is_unstable(void);

#endif /* HISTRIG_CLOCK_H */
