// SPDX-License-Identifier: GPL-2.0
/* Filtering calls that the kernel does not filter, see hook.h. */
#include "hook.h"

/*
 * Callbacks call this function before they protect themselves from recursion, so it must
 * not call functions that can be traced. Reads RCU pointers by rcu_dereference_raw(),
 * because other functions for this contain checks of lockdep, which can be traced.
 */
bool function_ops_asks(const struct function_ops *hook, unsigned long ip)
{
	const struct function_filter *filter = &hook->instance->functions->filter;
	const struct function_set *only, *never;

	if (!READ_ONCE(hook->live))
		return false;
	only = rcu_dereference_raw(filter->sets[hook->only]);
	never = hook->only == FUNCTIONS_FILTER ?
			rcu_dereference_raw(filter->sets[FUNCTIONS_NOTRACE]) :
			NULL;
	return (!only || function_set_has(only, ip)) &&
	       !(never && function_set_has(never, ip));
}
