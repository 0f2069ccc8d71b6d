// SPDX-License-Identifier: GPL-2.0
/* histrig: event triggers and histograms for stock kernels. */
#include <linux/module.h>

#include "event/registry.h"
#include "files/filter_files.h"
#include "files/hist_file.h"
#include "files/tree.h"
#include "hist/run.h"
#include "record/record.h"
#include "text/error_log.h"
#include "trigger/trigger.h"

static void event_leaves(struct event *event)
{
	trigger_remove_all(event);
	filter_files_event_leaves(event);
	hist_file_event_leaves(event);
}

static const struct event_hooks hooks = {
	.come = tree_add_event,
	.leave = event_leaves,
	.gone = tree_remove_event,
};

static int __init histrig_init(void)
{
	int ret;

	ret = record_init();
	if (ret)
		return ret;
	ret = tree_init();
	if (ret)
		goto err_record;
	ret = registry_init(&hooks);
	if (ret)
		goto err_tree;
	return 0;

err_tree:
	tree_exit();
err_record:
	record_exit();
	return ret;
}

static void __exit histrig_exit(void)
{
	registry_exit();
	tree_exit();
	hist_run_exit();
	/* A probe that took room before its event went has given it back. */
	tracepoint_synchronize_unregister();
	record_exit();
	error_log_clear();
}

module_init(histrig_init);
module_exit(histrig_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Event triggers and histograms for stock kernels");
MODULE_VERSION("0.1.0");
