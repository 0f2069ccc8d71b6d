/* SPDX-License-Identifier: GPL-2.0 */
/* Counting calls of functions for the profiler. */
#ifndef HISTRIG_FUNCTION_HOT_PROFILE_H
#define HISTRIG_FUNCTION_HOT_PROFILE_H

#include <linux/types.h>

struct ftrace_ops;
struct ftrace_regs;

/* The callback of the @hook of the struct profile. */
void profile_callback(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *regs);

/* profile_time() - count a call that took @ns; any context, preemption off */
void profile_time(unsigned long ip, u64 ns);

#endif /* HISTRIG_FUNCTION_HOT_PROFILE_H */
