// SPDX-License-Identifier: GPL-2.0
/*
 * The module's parameters, with the names and the syntax of the kernel's boot parameters.
 * Like those, the module's do not affect events of modules that are loaded later, unless
 * trace_event= says :mod:MODULE.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat/log.h"
#include "dispatch/commands.h"
#include "event/registry.h"
#include "instance/enable.h"
#include "instance/instance.h"
#include "instance/rings.h"
#include "parameters.h"
#include "trigger/trigger.h"

static char *trace_event = "";
module_param(trace_event, charp, 0444);
MODULE_PARM_DESC(trace_event, "events to record, as set_event takes them: EVENT,SYSTEM:*,...");

static char *trace_trigger = "";
module_param(trace_trigger, charp, 0444);
MODULE_PARM_DESC(trace_trigger, "triggers: EVENT.TRIGGER[ if FILTER],...");

static void parameter_enable_event(char *name)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = instance_enable_word(&main_instance, name, true);
	mutex_unlock(&event_mutex);
	if (ret)
		pr_warn("trace_event: %s cannot be enabled (%pe); available_events lists all events\n",
			name, ERR_PTR(ret));
}

static int add_to_file(struct event_file *file, const char *command)
{
	/* trigger_write() modifies its argument, so pass a copy. */
	char *text = kstrdup(command, GFP_KERNEL);
	int ret;

	if (!text)
		return -ENOMEM;
	ret = trigger_write(file, strim(text));
	kfree(text);
	return ret;
}

/* Adds the trigger to the events of this name in all systems. */
static void parameter_add_trigger(char *text)
{
	const char *name = strsep(&text, ".");
	struct event_file *file;
	bool found = false;
	int ret = 0;

	mutex_lock(&event_mutex);
	list_for_each_entry(file, &main_instance.files, in_instance) {
		if (!text || file->event->role == EVENT_SHOWN ||
		    strcmp(file->event->name, name))
			continue;
		found = true;
		ret = add_to_file(file, text);
		if (ret)
			break;
	}
	mutex_unlock(&event_mutex);
	if (!text)
		pr_warn("trace_trigger: %s has no trigger; write EVENT.TRIGGER\n",
			name);
	else if (!found)
		pr_warn("trace_trigger: there is no event %s, so trigger '%s' was not added; available_events lists all events\n",
			name, text);
	else if (ret)
		pr_warn("trace_trigger: trigger '%s' was not added to %s (%pe); error_log may say why\n",
			text, name, ERR_PTR(ret));
}

/*
 * Calls @apply for each word between commas. Works on a copy, because reading the
 * parameter shows the original.
 */
static void split_words(const char *text, void (*apply)(char *word))
{
	char *copy, *rest, *word;
	int ret;

	if (!*text)
		return;
	/* Like the kernel, expand the rings to their full size. */
	mutex_lock(&event_mutex);
	ret = instance_use_ring(&main_instance);
	mutex_unlock(&event_mutex);
	copy = ret ? NULL : kstrdup(text, GFP_KERNEL);
	if (!copy) {
		pr_warn("out of memory: the module parameter '%s' is ignored; free memory, then unload histrig and load it again\n",
			text);
		return;
	}
	rest = copy;
	while ((word = strsep(&rest, ",")))
		if (*word)
			apply(word);
	kfree(copy);
}

/* Like the kernel's tracer with these parameters, does nothing if the kernel is locked down. */
void parameters_apply(void)
{
	if (!*trace_trigger && !*trace_event)
		return;
	if (security_locked_down(LOCKDOWN_TRACEFS)) {
		pr_warn("trace_event and trace_trigger are ignored: the kernel is locked down (confidentiality); boot without lockdown=confidentiality to use them\n");
		return;
	}
	split_words(trace_trigger, parameter_add_trigger);
	split_words(trace_event, parameter_enable_event);
}
