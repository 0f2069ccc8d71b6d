/* SPDX-License-Identifier: GPL-2.0 */
/* The probes behind the events of system calls, see call.h. */
#ifndef HISTRIG_SYSCALLS_TRACE_H
#define HISTRIG_SYSCALLS_TRACE_H

#include <linux/types.h>

struct event;
struct tracepoint;

/* The tracepoints of all calls; set before any event comes. */
extern struct tracepoint *syscalls_enter_tp, *syscalls_exit_tp;

/**
 * syscalls_feed_enter() - see @feed of struct event_class
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno of tracepoint_probe_register().
 */
int syscalls_feed_enter(struct event *event, bool wanted);

/* syscalls_feed_exit() - the same for events of ends */
int syscalls_feed_exit(struct event *event, bool wanted);

#endif /* HISTRIG_SYSCALLS_TRACE_H */
