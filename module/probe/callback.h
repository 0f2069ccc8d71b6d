/* SPDX-License-Identifier: GPL-2.0 */
/* Stopping callbacks of function tracing. */
#ifndef HISTRIG_PROBE_CALLBACK_H
#define HISTRIG_PROBE_CALLBACK_H

struct ftrace_ops;

/**
 * callback_unregister() - stop a callback of function tracing
 * @ops: the callback, registered
 *
 * The kernel waits for calls of the callback that have begun, but not while
 * kernel.ftrace_enabled is 0, when it has stopped calling all callbacks. Then
 * this function waits.
 *
 * Context: process, may sleep for some tenths of a second.
 */
void callback_unregister(struct ftrace_ops *ops);

#endif /* HISTRIG_PROBE_CALLBACK_H */
