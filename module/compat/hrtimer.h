/* SPDX-License-Identifier: GPL-2.0 */
/* High-resolution timers. */
#ifndef HISTRIG_COMPAT_HRTIMER_H
#define HISTRIG_COMPAT_HRTIMER_H

#include <linux/hrtimer.h>

#include "gen/features.h"

static inline void
compat_hrtimer_setup(struct hrtimer *timer,
		     enum hrtimer_restart (*expired)(struct hrtimer *timer),
		     enum hrtimer_mode mode)
{
#ifdef HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, expired, CLOCK_MONOTONIC, mode);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, mode);
	timer->function = expired;
#endif
}

#endif /* HISTRIG_COMPAT_HRTIMER_H */
