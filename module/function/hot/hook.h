/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_FUNCTION_HOT_HOOK_H
#define HISTRIG_FUNCTION_HOT_HOOK_H

#include <linux/compiler.h>

#include "../../instance/instance.h"
#include "../functions.h"

/* function_ops_asks() - function_ops_wants() for hooks that must check the filter */
bool function_ops_asks(const struct function_ops *hook, unsigned long ip);

/* function_ops_wants() - does a hook's filter select @ip? RCU watching, preemption off */
static __always_inline bool
function_ops_wants(const struct function_ops *hook, unsigned long ip)
{
	return likely(!READ_ONCE(hook->checks)) || function_ops_asks(hook, ip);
}

#endif /* HISTRIG_FUNCTION_HOT_HOOK_H */
