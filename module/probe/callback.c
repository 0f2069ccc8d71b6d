// SPDX-License-Identifier: GPL-2.0
/* Stopping callbacks of function tracing, see callback.h. */
#include <linux/compiler.h>
#include <linux/ftrace.h>

#include "../compat/ftrace.h"
#include "callback.h"
#include "symbol.h"

/* False if kernel.ftrace_enabled is 0, or cannot be read. */
static bool tracing_enabled(void)
{
	static const int *enabled;

	/* The kernel does not export this variable. */
	if (!READ_ONCE(enabled))
		WRITE_ONCE(enabled,
			   (const int *)symbol_address("ftrace_enabled"));
	return enabled && READ_ONCE(*enabled);
}

void callback_unregister(struct ftrace_ops *ops)
{
	const bool before = tracing_enabled();

	unregister_ftrace_function(ops);
	/* It may have been 0 only in between, so that the kernel did wait. */
	if (!before || !tracing_enabled())
		traced_synchronize();
}
