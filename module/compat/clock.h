/* SPDX-License-Identifier: GPL-2.0 */
/* Clocks that can be read in any context. */
#ifndef HISTRIG_COMPAT_CLOCK_H
#define HISTRIG_COMPAT_CLOCK_H

#include <linux/ktime.h>

#include "gen/features.h"

/*
 * The entry of the TAI clock in a table of clocks. Older kernels have none, because they can
 * read this clock only under a sequence lock, and an NMI could spin on the lock forever.
 */
#ifdef HAVE_KTIME_GET_TAI_FAST_NS
#define CLOCK_TAI_ENTRY	{ "tai", ktime_get_tai_fast_ns, true },
#else
#define CLOCK_TAI_ENTRY
#endif

#endif /* HISTRIG_COMPAT_CLOCK_H */
