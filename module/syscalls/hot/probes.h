/* SPDX-License-Identifier: GPL-2.0 */
/* The probes of the events of system calls. */
#ifndef HISTRIG_SYSCALLS_PROBES_H
#define HISTRIG_SYSCALLS_PROBES_H

struct pt_regs;

/**
 * syscalls_probe_enter() - probe of the tracepoint sys_enter
 * @data: not used
 * @regs: the task's registers
 * @id: number of the call
 *
 * Context: task.
 */
void syscalls_probe_enter(void *data, struct pt_regs *regs, long id);

/* Probe of the tracepoint sys_exit, like syscalls_probe_enter(). */
void syscalls_probe_exit(void *data, struct pt_regs *regs, long ret);

#endif /* HISTRIG_SYSCALLS_PROBES_H */
