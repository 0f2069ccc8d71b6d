/* SPDX-License-Identifier: GPL-2.0 */
/* Starts and stops callbacks of function tracing. */
#ifndef HISTRIG_COMPAT_CALLBACK_H
#define HISTRIG_COMPAT_CALLBACK_H

struct ftrace_ops;

/**
 * callback_register() - start a callback of function tracing
 * @ops: the callback
 *
 * Context: process, may sleep.
 * Return: 0, or an errno. Even after an error, the kernel may call the
 * callback, see callback_unregister().
 */
int callback_register(struct ftrace_ops *ops);

/**
 * callback_unregister() - stop a callback of function tracing, and empty its filter
 * @ops: the callback, registered
 *
 * When this returns, calls of the callback no longer have effects. If function
 * tracing has failed, the kernel may still call it; callback_is_kept() then
 * returns true, and @ops must not be freed.
 *
 * Context: process, may sleep for some tenths of a second.
 */
void callback_unregister(struct ftrace_ops *ops);

#endif /* HISTRIG_COMPAT_CALLBACK_H */
