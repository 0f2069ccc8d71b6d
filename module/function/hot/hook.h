/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_FUNCTION_HOT_HOOK_H
#define HISTRIG_FUNCTION_HOT_HOOK_H

#include <linux/compiler.h>

#include "../../instance/instance.h"
#include "../functions.h"

/* function_ops_asks() - look a function up, for function_ops_wants() */
bool function_ops_asks(const struct function_ops *hook, unsigned long ip);

/**
 * function_ops_wants() - test whether a hook's filter selects a function
 * @hook: the hook that was called for the function
 * @ip: address of the function
 *
 * Context: any in which RCU is watching, preemption off.
 */
static __always_inline bool
function_ops_wants(const struct function_ops *hook, unsigned long ip)
{
	return likely(!READ_ONCE(hook->checks)) || function_ops_asks(hook, ip);
}

#endif /* HISTRIG_FUNCTION_HOT_HOOK_H */
