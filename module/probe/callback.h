/* SPDX-License-Identifier: GPL-2.0 */
/* Starting and stopping callbacks of function tracing. */
#ifndef HISTRIG_PROBE_CALLBACK_H
#define HISTRIG_PROBE_CALLBACK_H

struct ftrace_ops;

/**
 * callback_register() - start a callback of function tracing
 * @ops: the callback
 *
 * Context: process, may sleep.
 * Return: 0, or an errno. Even then the kernel may make calls of the callback; see
 * callback_unregister().
 */
int callback_register(struct ftrace_ops *ops);

/**
 * callback_unregister() - stop a callback of function tracing, and empty its filter
 * @ops: the callback, registered
 *
 * No call of the callback has effects any more when this returns. The kernel may
 * still make such calls: then callback_is_kept() says that @ops must stay.
 *
 * Context: process, may sleep for some tenths of a second.
 */
void callback_unregister(struct ftrace_ops *ops);

#endif /* HISTRIG_PROBE_CALLBACK_H */
