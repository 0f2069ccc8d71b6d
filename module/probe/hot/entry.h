/* SPDX-License-Identifier: GPL-2.0 */
/* Hits at the entry of functions. */
#ifndef HISTRIG_PROBE_HOT_ENTRY_H
#define HISTRIG_PROBE_HOT_ENTRY_H

#include "../../compat/ftrace.h"

/**
 * entry_callback() - callback of function tracing for a struct entry_table
 * @ip: address of the call to function tracing
 * @parent_ip: return address of the function
 * @ops: @ops of the struct entry_table that contains the probes
 * @regs: registers, see traced_regs()
 *
 * Context: any, NMI too.
 */
void entry_callback(unsigned long ip, unsigned long parent_ip,
		    struct ftrace_ops *ops, struct ftrace_regs *regs);

/* Like entry_callback(), for kernel_probe.ops of a probe with @by_name set. */
void entry_named_callback(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *regs);

#endif /* HISTRIG_PROBE_HOT_ENTRY_H */
