// SPDX-License-Identifier: GPL-2.0
/* histrig: event triggers and histograms for stock kernels. */
#include <linux/module.h>
#include <linux/string.h>
#include <linux/utsname.h>

#include <generated/utsrelease.h>

#include "bridge/bridge.h"
#include "compat/probe.h"
#include "event/registry.h"
#include "event/scratch.h"
#include "files/disarm.h"
#include "files/hist_file.h"
#include "files/parameters.h"
#include "files/tree.h"
#include "hist/hot/run.h"
#include "instance/instance.h"
#include "record/comm.h"
#include "record/kinds.h"
#include "ring/ring.h"
#include "synth/synth.h"
#include "syscalls/call.h"

/* Between leaving and being gone; events do so one at a time. */
static LIST_HEAD(leaving);

static void event_added(struct event *event)
{
	struct instance *instance;
	struct event_file *file;

	bridge_lend_text(event);
	mutex_lock(&event_mutex);
	list_for_each_entry(instance, &instance_list, link)
		if (!event_file_make(event, instance, &instance->files,
				     instance_file_mode(instance)))
			pr_warn("histrig: no memory for event %s\n",
				event->name);
	mutex_unlock(&event_mutex);

	list_for_each_entry(file, &event->files, in_event)
		tree_add_event(file);
}

/*
 * Numbers of events are given away again, and then a record would be taken for
 * another event's. Natively, too, all is forgotten when a module takes events
 * along that were recorded.
 */
static void forget_records(struct event *event)
{
	struct instance *instance;

	if (!event->mod || !event->was_recorded)
		return;
	list_for_each_entry(instance, &instance_list, link)
		instance_reset(instance);
	event->was_recorded = false;
}

static void event_removing(struct event *event)
{
	struct event_file *file, *next;

	list_for_each_entry(file, &event->files, in_event)
		disarm_file(file);
	event_file_sync();
	list_for_each_entry_safe(file, next, &event->files, in_event) {
		disarm_finish(file);
		event_file_unlink(file, &leaving);
	}
	forget_records(event);
	hist_file_event_leaves();
}

static void event_released(struct event *event)
{
	struct event_file *file, *next;

	list_for_each_entry_safe(file, next, &leaving, in_instance) {
		list_del_init(&file->in_instance);
		tree_remove_event(file);
		event_file_put(file);
	}
}

static const struct event_hooks hooks = {
	.added = event_added,
	.removing = event_removing,
	.released = event_released,
	.module_added = bridge_module_comes,
	.module_removed = bridge_module_gone,
};

/* Nobody has a file open that could arm one again. */
static void disarm_all(void)
{
	struct instance *instance;
	struct event_file *file;

	mutex_lock(&event_mutex);
	list_for_each_entry(instance, &instance_list, link)
		list_for_each_entry(file, &instance->files, in_instance)
			disarm_file(file);
	event_file_sync();
	list_for_each_entry(instance, &instance_list, link)
		list_for_each_entry(file, &instance->files, in_instance)
			disarm_finish(file);
	mutex_unlock(&event_mutex);
}

static int __init histrig_init(void)
{
	int ret;

	/* Probes know the kernel's structures as its headers have them. */
	if (strcmp(init_utsname()->release, UTS_RELEASE)) {
		pr_err("histrig: built for %s, this is %s\n", UTS_RELEASE,
		       init_utsname()->release);
		return -ENOEXEC;
	}
	ret = registry_prepare();
	if (ret)
		return ret;
	ret = scratch_init();
	if (ret)
		goto err_registry;
	ret = comm_init();
	if (ret)
		goto err_record;
	ret = ring_init();
	if (ret)
		goto err_comm;
	ret = instance_init(&main_instance, RING_SIZE_MIN);
	if (ret)
		goto err_ring;
	mutex_lock(&event_mutex);
	instance_ready(&main_instance);
	mutex_unlock(&event_mutex);
	ret = tree_init();
	if (ret)
		goto err_instance;
	ret = bridge_print_init();
	if (ret)
		goto err_tree;
	ret = registry_init(&hooks);
	if (ret)
		goto err_bridge;
	ret = kinds_init();
	if (ret)
		goto err_events;
	ret = syscalls_init();
	if (ret)
		goto err_events;
	ret = bridge_init();
	if (ret)
		goto err_events;
	parameters_apply();
	return 0;

err_events:
	registry_exit();
	bridge_exit();
err_bridge:
	bridge_print_exit();
err_tree:
	tree_exit();
err_instance:
	instance_exit(&main_instance);
err_ring:
	ring_exit();
err_comm:
	comm_exit();
err_record:
	scratch_exit();
err_registry:
	registry_discard();
	return ret;
}

static void __exit histrig_exit(void)
{
	/* One wait instead of one for each event, which follow here. */
	disarm_all();
	registry_exit();
	synth_exit();
	tree_exit();
	hist_run_exit();
	/* A probe that took room before its event went has given it back. */
	hits_synchronize();
	bridge_exit();
	bridge_print_exit();
	instance_exit(&main_instance);
	ring_exit();
	comm_exit();
	scratch_exit();
	registry_discard();
}

module_init(histrig_init);
module_exit(histrig_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Event triggers and histograms for stock kernels");
MODULE_VERSION("0.1.0");
