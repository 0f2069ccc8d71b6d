/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System calls as events: sys_enter_NAME and sys_exit_NAME.
 *
 * All calls share two tracepoints, sys_enter and sys_exit. While any event file
 * wants hits of an enter event, a probe is registered on sys_enter, and likewise
 * on sys_exit for exit events (hot/probes.c). A probe looks up the call by its
 * number and passes a record to the files that want the call's event. Calls
 * that no file wants cost only the look-up.
 *
 * The build extracts the calls, their numbers and their arguments from the
 * kernel's headers (syscalls.mk), so the events do not need
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

/* Bytes of padding after the number of the call in a record. */
#define SYSCALL_PAD							\
	(-(sizeof(struct record_header) + sizeof(int)) % sizeof(long))

/**
 * struct syscall - a system call
 * @name: its name, like "sys_read"
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

/* The record of an enter event. It ends after the last argument that the call has. */
struct syscall_enter_record {
	struct record_header header;
	int nr;
	char pad[SYSCALL_PAD];
	unsigned long args[SYSCALL_ARGS_MAX];
};

struct syscall_exit_record {
	struct record_header header;
	int nr;
	char pad[SYSCALL_PAD];
	long ret;
};

/* The system calls by number; NULL for a number without a call. */
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
 * syscalls_feed_enter() - event_class.feed() of enter events
 * @file: the event in an instance
 * @wanted: true before the file starts to receive hits, false after it stopped
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int syscalls_feed_enter(struct event_file *file, bool wanted);

/* Like syscalls_feed_enter(), for exit events. */
int syscalls_feed_exit(struct event_file *file, bool wanted);

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

#endif /* HISTRIG_SYSCALLS_CALL_H */
