// SPDX-License-Identifier: GPL-2.0
/* Probes in modules that are loaded and unloaded, and the types of such modules; see probe.h. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "../compat/log.h"
#include "../event/registry.h"
#include "arg.h"
#include "btf_read.h"
#include "entry.h"
#include "probe.h"
#include "symbol_list.h"

static bool is_probe(const struct dynamic_event *dyn)
{
	return dyn->type->remove == probe_remove;
}

static void modules_notify_one(struct probe *probe, struct module *mod,
			       unsigned long action)
{
	const struct probe_kind *kind = probe->kind;
	int ret = 0;

	if (action == MODULE_STATE_COMING)
		probe_args_module_coming(probe->args, mod);
	else if (action == MODULE_STATE_GOING)
		probe_args_module_going(probe->args, mod);
	if (action == MODULE_STATE_COMING && kind->module_coming)
		ret = kind->module_coming(probe, mod);
	else if (action == MODULE_STATE_LIVE && kind->module_live)
		kind->module_live(probe, mod);
	else if (action == MODULE_STATE_GOING && kind->module_going)
		kind->module_going(probe, mod);
	if (ret)
		pr_warn("cannot start probe %s in module %s (%pe); remove the probe and define it again\n",
			probe->event->event.name, mod->name, ERR_PTR(ret));
}

static void modules_notify_probes(struct module *mod, unsigned long action)
{
	struct dynamic_event *dyn;

	mutex_lock(&dynamic_mutex);
	mutex_lock(&event_mutex);
	list_for_each_entry(dyn, &dynamic_list, link) {
		if (is_probe(dyn))
			modules_notify_one(to_probe(dyn), mod, action);
	}
	mutex_unlock(&event_mutex);
	mutex_unlock(&dynamic_mutex);
}

static int modules_coming(struct notifier_block *nb, unsigned long action,
			  void *data)
{
	if (action == MODULE_STATE_COMING || action == MODULE_STATE_LIVE)
		modules_notify_probes(data, action);
	symbols_changed();
	btf_module_changed(data, action);
	return NOTIFY_OK;
}

/*
 * Runs after the notifiers that make the module's functions traceable, and after the kernel has
 * listed the module's types or removed them.
 */
static struct notifier_block coming_notifier = {
	.notifier_call = modules_coming,
	.priority = INT_MIN,
};

static int modules_going(struct notifier_block *nb, unsigned long action,
			 void *data)
{
	if (action == MODULE_STATE_GOING)
		modules_notify_probes(data, action);
	return NOTIFY_OK;
}

/* Runs before the notifiers that remove the module's functions and kprobes. */
static struct notifier_block going_notifier = {
	.notifier_call = modules_going,
	.priority = INT_MAX,
};

int probe_modules_init(void)
{
	int ret = register_module_notifier(&coming_notifier);

	return ret ?: register_module_notifier(&going_notifier);
}

void probe_modules_exit(void)
{
	unregister_module_notifier(&going_notifier);
	unregister_module_notifier(&coming_notifier);
	entries_exit();
	symbols_exit();
}
