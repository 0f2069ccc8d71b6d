/* SPDX-License-Identifier: GPL-2.0 */
/* Hits where functions begin. */
#ifndef HISTRIG_PROBE_HOT_ENTRY_H
#define HISTRIG_PROBE_HOT_ENTRY_H

#include "../../compat/ftrace.h"

/**
 * entry_callback() - handle a hit; a callback of function tracing
 * @ip: place of the call in the function
 * @parent_ip: where the function returns to
 * @ops: part of the struct entry_table that has the probes
 * @regs: registers, see traced_regs()
 *
 * Context: any, NMI too.
 */
void entry_callback(unsigned long ip, unsigned long parent_ip,
		    struct ftrace_ops *ops, struct ftrace_regs *regs);

/**
 * entry_named_callback() - handle a hit of a probe on functions of some name
 * @ip: place of the call in the function
 * @parent_ip: where the function returns to
 * @ops: part of the struct kernel_probe
 * @regs: registers, see traced_regs()
 *
 * Context: any, NMI too.
 */
void entry_named_callback(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *regs);

#endif /* HISTRIG_PROBE_HOT_ENTRY_H */
