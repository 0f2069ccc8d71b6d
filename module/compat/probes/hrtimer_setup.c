// SPDX-License-Identifier: GPL-2.0
/* Newer kernels set up a timer and its function in one call. */
#include <linux/hrtimer.h>

static enum hrtimer_restart expired(struct hrtimer *timer)
{
	return HRTIMER_NORESTART;
}

void probe(struct hrtimer *timer);
void probe(struct hrtimer *timer)
{
	hrtimer_setup(timer, expired, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
}
