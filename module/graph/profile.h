/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times of the function profiler. The profiler counts all calls by itself; this
 * code times those whose returns can be hooked. profile_times_start() and
 * profile_times_stop() are declared in function/profile.h.
 */
#ifndef HISTRIG_GRAPH_PROFILE_H
#define HISTRIG_GRAPH_PROFILE_H

#include <linux/types.h>

/* graph_profile_again() - follow a filter that has changed; event_mutex held */
void graph_profile_again(void);

/* graph_profile_follows_list() - see graph_follows_list(); event_mutex held */
bool graph_profile_follows_list(void);

/* graph_profile_hooks() - see calls_hook(); event_mutex held */
bool graph_profile_hooks(unsigned long ip);

/* graph_profile_count_sleep() - see calls_count_sleep(); event_mutex held */
int graph_profile_count_sleep(bool on);

#endif /* HISTRIG_GRAPH_PROFILE_H */
