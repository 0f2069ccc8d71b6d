// SPDX-License-Identifier: GPL-2.0
/* Registers the events of system calls and their probes, see syscalls.h. */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/syscalls.h>

#include "../compat/tracepoint.h"
#include "../event/registry.h"
#include "call.h"
#include "syscalls.h"

CHECK_PROBE(sys_enter, syscalls_probe_enter)
CHECK_PROBE(sys_exit, syscalls_probe_exit)

/* sys_enter and sys_exit, which are set before the first event is registered. */
static struct tracepoint *enter_tp, *exit_tp;

/* Number of event files that want hits. Protected by event_mutex. */
static unsigned int enter_users, exit_users;

/* The first file that wants hits registers the probe, the last removes it. */
static int syscalls_feed(struct tracepoint *tp, void *probe,
			 unsigned int *users, bool wanted)
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

int syscalls_feed_enter(struct event_file *file, bool wanted)
{
	return syscalls_feed(enter_tp, syscalls_probe_enter, &enter_users,
			     wanted);
}

int syscalls_feed_exit(struct event_file *file, bool wanted)
{
	return syscalls_feed(exit_tp, syscalls_probe_exit, &exit_users, wanted);
}

const char *syscall_name(u64 nr)
{
	const struct syscall *call = nr < NR_syscalls ? syscall_table[nr] : NULL;

	return call ? call->name : NULL;
}

static void syscalls_find_tracepoint(struct tracepoint *tp, void *priv)
{
	if (!strcmp(tp->name, "sys_enter"))
		enter_tp = tp;
	else if (!strcmp(tp->name, "sys_exit"))
		exit_tp = tp;
}

static int syscalls_add_event(struct event *event, struct tracepoint *tp)
{
	if (!tp)
		return 0;
	event->tp = tp;
	return registry_add(event, 0);
}

int syscalls_init(void)
{
	struct syscall *call;
	unsigned int i;
	int ret = 0;

	for_each_kernel_tracepoint(syscalls_find_tracepoint, NULL);
	for (i = 0; i < NR_syscalls && !ret; i++) {
		call = syscall_table[i];
		if (!call)
			continue;
		call->class.record_size =
			offsetof(struct syscall_enter_record,
				 args[call->class.nr_fields - 1]);
		call->enter.class = &call->class;
		ret = syscalls_add_event(&call->exit, exit_tp) ?:
		      syscalls_add_event(&call->enter, enter_tp);
	}
	return ret;
}
