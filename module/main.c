// SPDX-License-Identifier: GPL-2.0
/* histrig: event triggers and histograms for stock kernels. */
#include <linux/module.h>
#include <linux/string.h>
#include <linux/utsname.h>

#include <generated/utsrelease.h>

#include "bridge/bridge.h"
#include "compat/left_out.h"
#include "compat/log.h"
#include "compat/probe.h"
#include "compat/returns.h"
#include "compat/stuck_hooks.h"
#include "event/dynamic.h"
#include "event/registry.h"
#include "event/hot/scratch.h"
#include "files/files.h"
#include "filter/publish.h"
#include "fs/attr.h"
#include "fs/fs.h"
#include "function/functions.h"
#include "graph/graph.h"
#include "hist/hot/run.h"
#include "hist/object/map.h"
#include "hist/trigger/take.h"
#include "instance/enable.h"
#include "instance/lifecycle.h"
#include "latency/latency.h"
#include "parameters.h"
#include "print/dump.h"
#include "probe/btf_read.h"
#include "probe/hot/fault_in.h"
#include "probe/probe.h"
#include "probe/sample.h"
#include "profile/profile.h"
#include "record/internal_events.h"
#include "record/saved_cmdlines.h"
#include "record/hot/steps.h"
#include "record/user_frames.h"
#include "ring/clock.h"
#include "ring/ring.h"
#include "stack/stack.h"
#include "syscalls/syscalls.h"
#include "tracer/tracer.h"
#include "trigger/trigger.h"

static void free_disarmed(struct event_file *file)
{
	trigger_free_disarmed(file);
	filter_drop(file);
}

static void close_instance(struct instance *instance)
{
	tracer_reset(instance);
	if (instance == &main_instance)
		profile_exit();
	functions_free(instance);
	graph_free(instance);
}

static const struct instance_hooks instance_hooks = {
	.prepare_event = bridge_borrow_text,
	.disarm = trigger_disarm,
	.free_disarmed = free_disarmed,
	.close = close_instance,
	.files_removed = hist_wake_pollers,
	.forget = attr_drop,
	.left = super_unmount_removed,
	.run_last = free_instance_run_last,
};

static void module_added(struct module *mod)
{
	bridge_module_added(mod);
	instances_enable_module(mod);
}

static const struct event_hooks event_hooks = {
	.added = instances_event_added,
	.removing = instances_event_removing,
	.released = instances_event_released,
	.module_added = module_added,
	.module_removed = bridge_module_removed,
};

/*
 * Refuses to run on a kernel for which the module is not built, because probes depend on
 * the layout of the kernel's structures.
 */
static int check_release(void)
{
	const char *release = init_utsname()->release;

	if (!strcmp(release, UTS_RELEASE))
		return 0;
	pr_err("this module is built for kernel %s, but %s is running; run make again, or dkms autoinstall if DKMS built it\n",
	       UTS_RELEASE, release);
	return -ENOEXEC;
}

/* Registers events and tracers. After a failure, histrig_undo() removes those registered. */
static int add_events(void)
{
	int ret = registry_init(&event_hooks) ?: internal_events_init() ?:
		  function_tracer_init() ?: latency_init() ?:
		  graph_tracer_init() ?: syscalls_init() ?: bridge_init();

	profile_times_init();
	return ret;
}

/*
 * Undoes the steps of histrig_init() before fs_init(). Those after instances_init() need not have
 * been done.
 */
static void histrig_undo(void)
{
	/* Disarm all events first, so as to wait for hits once, not for each event. */
	instances_disarm();
	registry_exit();
	function_modules_exit();
	returns_exit();
	probe_modules_exit();
	samples_exit();
	btf_exit();
	dynamic_exit();
	hist_intervals_exit();
	hist_run_exit();
	hist_sums_exit();
	/* Probes that still run may use memory that is freed below. */
	hits_synchronize();
	fault_in_exit();
	user_frames_exit();
	bridge_exit();
	instances_exit();
	/* Must come after instances_exit(), which stops the last tracer. */
	latency_exit();
	notify_exit();
	histrig_clock_exit();
	ring_exit();
	steps_exit();
	saved_cmdlines_exit();
	scratch_exit();
	hooks_exit();
}

static int __init histrig_init(void)
{
	int ret;

	ret = check_release();
	if (ret)
		return ret;
	ret = scratch_init();
	if (ret)
		goto err_hooks;
	ret = saved_cmdlines_init();
	if (ret)
		goto err_scratch;
	ret = steps_init();
	if (ret)
		goto err_cmdlines;
	ret = ring_init();
	if (ret)
		goto err_steps;
	histrig_clock_init();
	ret = instances_init(&instance_hooks);
	if (ret)
		goto err_ring;
	tracers_init();
	notify_init();
	ret = add_events() ?: fault_in_init() ?: probe_modules_init() ?:
	      samples_init() ?: function_modules_init();
	if (ret)
		goto err_undo;
	parameters_apply();
	ret = fs_init();
	if (ret)
		goto err_undo;
	stack_tracer_init();
	dump_init();
	return 0;

err_undo:
	histrig_undo();
	return ret;
err_ring:
	histrig_clock_exit();
	ring_exit();
err_steps:
	steps_exit();
err_cmdlines:
	saved_cmdlines_exit();
err_scratch:
	scratch_exit();
err_hooks:
	hooks_exit();
	return ret;
}

static void __exit histrig_exit(void)
{
	dump_exit();
	stack_tracer_exit();
	fs_exit();
	instances_remove_all();
	histrig_undo();
}

module_init(histrig_init);
module_exit(histrig_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Event triggers and histograms for stock kernels");
MODULE_VERSION(HISTRIG_VERSION);
LEFT_OUT_INFO
