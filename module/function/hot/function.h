/* SPDX-License-Identifier: GPL-2.0 */
/* Recording the calls of functions in an instance. */
#ifndef HISTRIG_FUNCTION_HOT_FUNCTION_H
#define HISTRIG_FUNCTION_HOT_FUNCTION_H

struct ftrace_ops;
struct ftrace_regs;

/* The callback of the @hook of a struct instance_functions. */
void function_callback(unsigned long ip, unsigned long parent_ip,
		       struct ftrace_ops *ops, struct ftrace_regs *regs);

#endif /* HISTRIG_FUNCTION_HOT_FUNCTION_H */
