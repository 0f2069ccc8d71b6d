/* SPDX-License-Identifier: GPL-2.0 */
/* Timing calls for the function profiler. */
#ifndef HISTRIG_GRAPH_HOT_PROFILE_H
#define HISTRIG_GRAPH_HOT_PROFILE_H

struct call;
struct calls;
struct pt_regs;

/* The callbacks of the profiler's struct calls. */
int profile_call_begins(struct calls *calls, unsigned long ip,
			unsigned int depth, unsigned int around,
			struct pt_regs *regs);
void profile_call_ended(struct calls *calls, const struct call *call);

#endif /* HISTRIG_GRAPH_HOT_PROFILE_H */
