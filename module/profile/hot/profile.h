/* SPDX-License-Identifier: GPL-2.0 */
/* Counting and timing calls of functions for the profiler. */
#ifndef HISTRIG_PROFILE_HOT_PROFILE_H
#define HISTRIG_PROFILE_HOT_PROFILE_H

struct call;
struct calls;
struct ftrace_ops;
struct ftrace_regs;

/* The callback of @hook of struct profile. */
void profile_callback(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *regs);

/* The callbacks of the profiler's struct calls, with which it times calls. */
int profile_call_begins(struct calls *calls, unsigned long ip,
			unsigned int depth, unsigned int around);
void profile_call_ended(struct calls *calls, const struct call *call);

#endif /* HISTRIG_PROFILE_HOT_PROFILE_H */
