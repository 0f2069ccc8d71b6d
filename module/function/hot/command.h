/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_FUNCTION_HOT_COMMAND_H
#define HISTRIG_FUNCTION_HOT_COMMAND_H

struct ftrace_ops;
struct ftrace_regs;

/* The callback of a struct function_commands. */
void function_command_callback(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops,
			       struct ftrace_regs *regs);

#endif /* HISTRIG_FUNCTION_HOT_COMMAND_H */
