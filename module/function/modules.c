// SPDX-License-Identifier: GPL-2.0
/* Functions of modules that are loaded and unloaded, see filter.h. */
#include <linux/module.h>
#include <linux/notifier.h>

#include "apply.h"
#include "functions.h"
#include "list.h"

static int module_came(struct notifier_block *nb, unsigned long action,
		       void *data)
{
	function_list_drop();
	if (action == MODULE_STATE_COMING)
		function_filters_coming(data);
	else if (action == MODULE_STATE_LIVE)
		function_filters_going(data, false);
	return NOTIFY_OK;
}

/* Runs after the notifiers that make the module's functions traceable. */
static struct notifier_block came_notifier = {
	.notifier_call = module_came,
	.priority = INT_MIN,
};

static int module_goes(struct notifier_block *nb, unsigned long action,
		       void *data)
{
	if (action == MODULE_STATE_GOING)
		function_filters_going(data, true);
	return NOTIFY_OK;
}

/* Runs before the notifiers that make the kernel forget the module's functions. */
static struct notifier_block goes_notifier = {
	.notifier_call = module_goes,
	.priority = INT_MAX,
};

int function_modules_init(void)
{
	int ret;

	ret = register_module_notifier(&came_notifier);
	return ret ?: register_module_notifier(&goes_notifier);
}

void function_modules_exit(void)
{
	unregister_module_notifier(&goes_notifier);
	unregister_module_notifier(&came_notifier);
	function_list_drop();
	function_filter_exit(&graph_filter);
}
