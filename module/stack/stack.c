// SPDX-License-Identifier: GPL-2.0
/* The stack tracer, see stack.h. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/security.h>
#include <linux/string.h>

#include "../compat/ftrace.h"
#include "../compat/log.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/instance.h"
#include "stack.h"

static struct function_ops hook = {
	.name = "stack_trace",
	.ops = {
		.func = stack_function,
		.flags = TRACED_DIRECTLY | TRACED_ARGUMENTS,
	},
	.only = FUNCTIONS_STACK,
};

/* Protected by event_mutex. */
static bool wanted; /* value of the module's parameter */
static bool ready; /* between stack_tracer_init() and stack_tracer_exit() */

/* Starts or stops the hook, for functions that the main instance's filter selects. */
static int stack_follow(void)
{
	lockdep_assert_held(&event_mutex);
	if (!ready || wanted == !!hook.instance)
		return 0;
	if (!wanted) {
		function_ops_stop(&hook);
		return 0;
	}
	return functions_of(&main_instance) ?
		       function_ops_start(&hook, &main_instance) : -ENOMEM;
}

/* Before stack_tracer_init(), setting the parameter only stores the value. */
static int stack_set_enabled(const char *text,
			     const struct kernel_param *parameter)
{
	bool before = wanted, value;
	int ret = kstrtobool(text, &value);

	if (!ret && value)
		ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret)
		return ret;
	mutex_lock(&event_mutex);
	wanted = value;
	ret = stack_follow();
	if (ret)
		wanted = before;
	mutex_unlock(&event_mutex);
	return ret;
}

static int get_enabled(char *text, const struct kernel_param *parameter)
{
	return sprintf(text, "%d\n", READ_ONCE(wanted));
}

static const struct kernel_param_ops enabled_ops = {
	.set = stack_set_enabled,
	.get = get_enabled,
};

module_param_cb(stack_tracer_enabled, &enabled_ops, NULL, 0644);
MODULE_PARM_DESC(stack_tracer_enabled, "1: record the deepest kernel stack, for the file stack_trace; 0: do not");

void stack_tracer_init(void)
{
	int ret;

	mutex_lock(&event_mutex);
	ready = true;
	ret = stack_follow();
	if (ret) {
		wanted = false;
		pr_warn("the stack tracer is off, because functions cannot be traced (%pe); to try again, write 1 to /sys/module/histrig/parameters/stack_tracer_enabled\n",
			ERR_PTR(ret));
	}
	mutex_unlock(&event_mutex);
}

void stack_tracer_exit(void)
{
	mutex_lock(&event_mutex);
	wanted = false;
	stack_follow();
	ready = false;
	mutex_unlock(&event_mutex);
}

bool stack_tracer_on(void)
{
	return READ_ONCE(wanted);
}
