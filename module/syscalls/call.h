/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System calls as events: sys_enter_NAME and sys_exit_NAME.
 *
 * They have no tracepoints of their own. The kernel has one for all calls'
 * beginnings and one for their ends; while an event of ours has a use for hits
 * there is one probe of ours on it (trace.c), which looks the call up by its number
 * and hands a record to those who want it. A call that nobody asked for pays for the
 * look-up.
 *
 * The calls, their numbers and their arguments are taken from the kernel's
 * headers at build time (syscalls.mk), so a kernel without events for system
 * calls has them too.
 */
#ifndef HISTRIG_SYSCALLS_CALL_H
#define HISTRIG_SYSCALLS_CALL_H

#include <linux/nospec.h>
#include <linux/sched.h>

#include <asm/syscall.h>
#include <asm/unistd.h>

#include "../event/event.h"
#include "../event/record.h"

#define SYSCALL_ARGS_MAX	6

/* Bytes between the number of a call and what follows it in a record. */
#define SYSCALL_PAD							\
	(-(sizeof(struct record_header) + sizeof(int)) % sizeof(long))

/**
 * struct syscall - a system call
 * @name: its name, "sys_read"
 * @class: the class of @enter, whose fields are the number and the arguments
 * @enter: the event of its beginning
 * @exit: the event of its end
 */
struct syscall {
	const char *name;
	struct event_class class;
	struct event enter;
	struct event exit;
};

/* The record of an enter event; as many arguments as the call has. */
struct syscall_enter_record {
	struct record_header header;
	int nr;
	char pad[SYSCALL_PAD];
	unsigned long args[SYSCALL_ARGS_MAX];
};

/* The record of an exit event. */
struct syscall_exit_record {
	struct record_header header;
	int nr;
	char pad[SYSCALL_PAD];
	long ret;
};

/**
 * syscalls_init() - let the events come
 *
 * Context: process, after registry_init(). They go by registry_exit().
 * Return: 0, or an errno of registry_add().
 */
int syscalls_init(void);

/* By number, NULL where there is none. */
extern struct syscall *const syscall_table[NR_syscalls];

/**
 * syscall_of() - which call a task is in
 * @regs: its registers
 *
 * Context: the task itself, at the beginning or the end of the call.
 * Return: the call, or NULL.
 */
static __always_inline struct syscall *syscall_of(struct pt_regs *regs)
{
	unsigned int nr = syscall_get_nr(current, regs);

	if (unlikely(nr >= NR_syscalls))
		return NULL;
	return syscall_table[array_index_nospec(nr, NR_syscalls)];
}

#endif /* HISTRIG_SYSCALLS_CALL_H */
