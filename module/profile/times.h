/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times of the function profiler. The profiler counts all calls by itself; this code times
 * those whose returns can be hooked.
 */
#ifndef HISTRIG_PROFILE_TIMES_H
#define HISTRIG_PROFILE_TIMES_H

#include "../compat/parts.h"

#if HISTRIG_CALLS

/* profile_times_init() - start following changes of function filters and options */
void profile_times_init(void);

/* profile_times_start() - start timing calls, or return an errno; event_mutex held */
int profile_times_start(void);

/* profile_times_stop() - stop timing calls; event_mutex held */
void profile_times_stop(void);

#else

static inline void profile_times_init(void)
{
}

#endif

#endif /* HISTRIG_PROFILE_TIMES_H */
