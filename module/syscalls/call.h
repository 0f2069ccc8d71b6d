/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System calls as events: sys_enter_NAME and sys_exit_NAME.
 *
 * System calls have no separate tracepoints. All calls share the tracepoint
 * sys_enter for their entry and sys_exit for their exit. While any file wants
 * hits of enter events, we keep a probe on sys_enter (hot/probes.c); likewise
 * for exit events and sys_exit. The probe looks the call up by its number and
 * passes a record to the files that want the call's event. A call whose event
 * no file wants costs only the look-up.
 *
 * The build takes the calls, their numbers and their arguments from the
 * kernel's headers (syscalls.mk), so these events also exist on kernels without
 * CONFIG_FTRACE_SYSCALLS.
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

/* Padding between the number of a call and the next field of a record, in bytes. */
#define SYSCALL_PAD							\
	(-(sizeof(struct record_header) + sizeof(int)) % sizeof(long))

/**
 * struct syscall - a system call
 * @name: its name, as "sys_read"
 * @class: the class of @enter, whose fields are the number and the arguments
 * @enter: the event of its entry
 * @exit: the event of its exit
 */
struct syscall {
	const char *name;
	struct event_class class;
	struct event enter;
	struct event exit;
};

/* The record of an enter event; holds only the arguments that the call has. */
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

/* The calls by number; NULL if a number has no call. */
extern struct syscall *const syscall_table[NR_syscalls];

/**
 * syscall_of() - get the call that the current task is in
 * @regs: the task's registers
 *
 * Context: task, at the entry or the exit of the call.
 * Return: the call, or NULL.
 */
static __always_inline struct syscall *syscall_of(struct pt_regs *regs)
{
	unsigned int nr = syscall_get_nr(current, regs);

	if (unlikely(nr >= NR_syscalls))
		return NULL;
	return syscall_table[array_index_nospec(nr, NR_syscalls)];
}

/**
 * syscalls_feed_enter() - the @feed of enter events, see struct event_class
 * @file: the event in an instance
 * @wanted: true before the file starts to receive hits, false after it stopped
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int syscalls_feed_enter(struct event_file *file, bool wanted);

/**
 * syscalls_feed_exit() - the @feed of exit events, see struct event_class
 * @file: the event in an instance
 * @wanted: true before the file starts to receive hits, false after it stopped
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int syscalls_feed_exit(struct event_file *file, bool wanted);

#endif /* HISTRIG_SYSCALLS_CALL_H */
