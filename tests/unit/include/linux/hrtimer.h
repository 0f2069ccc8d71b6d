/* SPDX-License-Identifier: GPL-2.0 */
/* Timers that never expire. */
#ifndef SHIM_HRTIMER_H
#define SHIM_HRTIMER_H

#include <linux/ktime.h>
#include <linux/types.h>

enum hrtimer_restart { HRTIMER_NORESTART, HRTIMER_RESTART };
enum hrtimer_mode { HRTIMER_MODE_REL };

#ifndef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC	1
#endif

typedef s64 ktime_t;

#define ktime_get()		((ktime_t)0)
#define ktime_add_ns(time, ns)	((time) + (ktime_t)(ns))
#define ns_to_ktime(ns)		((ktime_t)(ns))

struct hrtimer {
	enum hrtimer_restart (*function)(struct hrtimer *timer);
};

#define hrtimer_init(timer, clock, mode)	((void)(timer))
#define hrtimer_start(timer, time, mode)	((void)(timer))
#define hrtimer_cancel(timer)			((void)(timer))
#define hrtimer_set_expires(timer, time)	((void)(timer), (void)(time))

#endif /* SHIM_HRTIMER_H */
