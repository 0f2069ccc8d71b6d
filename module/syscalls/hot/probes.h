/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The probes of the events of system calls, with the signatures that the
 * tracepoints sys_enter and sys_exit expect.
 */
#ifndef HISTRIG_SYSCALLS_PROBES_H
#define HISTRIG_SYSCALLS_PROBES_H

struct pt_regs;

/**
 * syscalls_probe_enter() - the probe of sys_enter
 * @data: not used
 * @regs: the task's registers
 * @id: number of the call
 *
 * Context: task.
 */
void syscalls_probe_enter(void *data, struct pt_regs *regs, long id);

/**
 * syscalls_probe_exit() - the probe of sys_exit
 * @data: not used
 * @regs: the task's registers
 * @ret: value that the call returns
 *
 * Context: task.
 */
void syscalls_probe_exit(void *data, struct pt_regs *regs, long ret);

#endif /* HISTRIG_SYSCALLS_PROBES_H */
