// SPDX-License-Identifier: GPL-2.0
/* Hits of system calls, see ../call.h. */
#include <linux/compat.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../call.h"

/*
 * Disable preemption, because newer kernels call these probes with preemption
 * on. Do so on all kernels, like the kernel's own probes, because the preempt
 * count of a record shows this level.
 */
static __always_inline void syscalls_hit_files(const struct event *event,
					       void *record, unsigned int size)
{
	preempt_disable_notrace();
	event_hit_files(event, NULL, record, size);
	preempt_enable_notrace();
}

/* Like the kernel, ignores 32-bit programs: their numbers mean other calls. */
static __always_inline bool syscalls_is_wanted(const struct event *event)
{
	return unlikely(READ_ONCE(event->active.first)) && !in_compat_syscall();
}

void syscalls_probe_enter(void *data, struct pt_regs *regs, long id)
{
	struct syscall_enter_record record __uninitialized;
	struct syscall *call = syscall_of(regs);

	if (!call || !syscalls_is_wanted(&call->enter))
		return;
	record.nr = syscall_get_nr(current, regs);
	memset(record.pad, 0, sizeof(record.pad));
	syscall_get_arguments(current, regs, record.args);
	syscalls_hit_files(&call->enter, &record, call->class.record_size);
}

void syscalls_probe_exit(void *data, struct pt_regs *regs, long ret)
{
	struct syscall_exit_record record __uninitialized;
	struct syscall *call = syscall_of(regs);

	if (!call || !syscalls_is_wanted(&call->exit))
		return;
	record.nr = syscall_get_nr(current, regs);
	memset(record.pad, 0, sizeof(record.pad));
	record.ret = syscall_get_return_value(current, regs);
	syscalls_hit_files(&call->exit, &record, sizeof(record));
}
