// SPDX-License-Identifier: GPL-2.0
/* Hits of system calls, see call.h. */
#include <linux/compat.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../compat/compiler.h"
#include "../event/event_file.h"
#include "../event/hit.h"
#include "../event/registry.h"
#include "call.h"
#include "trace.h"

struct tracepoint *syscalls_enter_tp, *syscalls_exit_tp;

/* Files that want hits, of all events; event_mutex. */
static unsigned int enter_users, exit_users;

/*
 * Newer kernels call these probes with preemption on. Natively it is turned off in
 * every case, which the preempt count of a record shows.
 */
static __always_inline void hit_files(const struct event *event, void *record,
				      unsigned int size)
{
	struct event_file *file;
	struct hlist_node *node;

	preempt_disable_notrace();
	for_each_active_file(file, node, event)
		event_hit(file, record, size);
	preempt_enable_notrace();
}

/*
 * Does anybody want the event? What a 32-bit program calls has other numbers;
 * natively it is left out.
 */
static __always_inline bool is_hit(const struct event *event)
{
	return unlikely(READ_ONCE(event->active.first)) && !in_compat_syscall();
}

static notrace void probe_enter(void *data, struct pt_regs *regs, long id)
{
	struct syscall_enter_record record __uninitialized;
	struct syscall *call = syscall_of(regs);

	if (!call || !is_hit(&call->enter))
		return;
	record.nr = syscall_get_nr(current, regs);
	memset(record.pad, 0, sizeof(record.pad));
	syscall_get_arguments(current, regs, record.args);
	hit_files(&call->enter, &record, call->class.record_size);
}

static notrace void probe_exit(void *data, struct pt_regs *regs, long ret)
{
	struct syscall_exit_record record __uninitialized;
	struct syscall *call = syscall_of(regs);

	if (!call || !is_hit(&call->exit))
		return;
	record.nr = syscall_get_nr(current, regs);
	memset(record.pad, 0, sizeof(record.pad));
	record.ret = syscall_get_return_value(current, regs);
	hit_files(&call->exit, &record, sizeof(record));
}

/* Who is the first to want hits has the probe registered, the last takes it off. */
static int feed(struct tracepoint *tp, void *probe, unsigned int *users,
		bool wanted)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!wanted) {
		if (!--*users)
			tracepoint_probe_unregister(tp, probe, NULL);
		return 0;
	}
	if (!*users)
		ret = tracepoint_probe_register(tp, probe, NULL);
	if (!ret)
		++*users;
	return ret;
}

int syscalls_feed_enter(struct event *event, bool wanted)
{
	return feed(syscalls_enter_tp, probe_enter, &enter_users, wanted);
}

int syscalls_feed_exit(struct event *event, bool wanted)
{
	return feed(syscalls_exit_tp, probe_exit, &exit_users, wanted);
}
