// SPDX-License-Identifier: GPL-2.0
/* Starts and stops callbacks of function tracing, see callback.h. */
#include "ftrace.h"
#include "stuck_hooks.h"
#include "callback.h"

int callback_register(struct ftrace_ops *ops)
{
	const int ret = register_ftrace_function(ops);

	/* If function tracing has failed, some functions may still call @ops. */
	if (ret && callback_is_kept(ops))
		module_keep_for_hook(ret);
	return ret;
}

void callback_unregister(struct ftrace_ops *ops)
{
	int ret = unregister_ftrace_function(ops);

	if (!ret) {
		/*
		 * The call above does not wait for running callbacks while
		 * kernel.ftrace_enabled is 0. Wait before emptying the filter:
		 * to them, an empty filter means all functions.
		 */
		traced_synchronize();
		/*
		 * If function tracing fails during the call above, only this
		 * call says so, by -ENODEV. Set the flag that
		 * callback_is_kept() tests.
		 */
		ret = ftrace_set_filter(ops, NULL, 0, 1);
		if (ret == -ENODEV)
			ops->flags |= FTRACE_OPS_FL_ENABLED;
	}
	if (!callback_is_kept(ops))
		return;
	module_keep_for_hook(ret);
	traced_synchronize();
}
