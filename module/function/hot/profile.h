/* SPDX-License-Identifier: GPL-2.0 */
/* Calls of functions, as the profiler counts them. */
#ifndef HISTRIG_FUNCTION_HOT_PROFILE_H
#define HISTRIG_FUNCTION_HOT_PROFILE_H

#include <linux/types.h>

struct ftrace_ops;
struct ftrace_regs;

/* The callback of the @hook of the struct profile. */
void profile_callback(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *regs);

/* profile_time() - a call has taken @ns; any context, preemption is off */
void profile_time(unsigned long ip, u64 ns);

#endif /* HISTRIG_FUNCTION_HOT_PROFILE_H */
