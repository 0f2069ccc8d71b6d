// SPDX-License-Identifier: GPL-2.0
/* Handles of other modules for events, see histrig.h. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "../event/event_file.h"
#include "../event/registry.h"
#include "../instance/enable.h"
#include "../instance/instance.h"
#include "../instance/lifecycle.h"
#include "../instance/rings.h"
#include "../synth/synth.h"
#include "handle.h"

static int handle_take(struct handle *handle, const char *instance_name,
		       const char *system, const char *name)
{
	struct instance *instance = instance_name ? instance_find(instance_name) : &main_instance;
	struct event_file *file;
	int ret;

	if (!instance)
		return -ENOENT;
	if (!system || !name)
		return -EINVAL;
	file = event_file_find(&instance->files, system, name);
	if (!file || file->event->role != EVENT_FULL)
		return -EINVAL;
	if (!try_module_get(file->module))
		return -EBUSY;
	/* Cannot fail, because @instance is neither being made nor removed. */
	ret = instance_get(instance);
	if (ret) {
		module_put(file->module);
		return ret;
	}
	event_file_hold(file);
	file->event->handles++;
	handle->public.tr = (struct histrig_trace_array *)instance;
	handle->file = file;
	handle->synth = synth_event_of(file->event);
	handle->nr_fields = handle->synth ?
			    handle->synth->fields->nr :
			    HANDLE_NO_HITS;
	return 0;
}

struct histrig_trace_event_file *
histrig_trace_get_event_file(const char *instance, const char *system,
			     const char *event)
{
	struct handle *handle;
	int ret;

	handle = kzalloc(sizeof(*handle), GFP_KERNEL);
	if (!handle)
		return ERR_PTR(-ENOMEM);
	mutex_lock(&event_mutex);
	ret = handle_take(handle, instance, system, event);
	mutex_unlock(&event_mutex);
	if (!ret)
		return &handle->public;
	kfree(handle);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL_GPL(histrig_trace_get_event_file);

void histrig_trace_put_event_file(struct histrig_trace_event_file *public)
{
	struct handle *handle = to_handle(public);
	struct event_file *file;

	if (IS_ERR_OR_NULL(public))
		return;
	file = handle->file;
	mutex_lock(&event_mutex);
	file->event->handles--;
	module_put(file->module);
	instance_put(file->instance);
	event_file_drop(file);
	mutex_unlock(&event_mutex);
	kfree(handle);
}
EXPORT_SYMBOL_GPL(histrig_trace_put_event_file);

int histrig_set_event(struct histrig_trace_event_file *public, bool on)
{
	struct event_file *file = to_handle(public)->file;
	int ret;

	mutex_lock(&event_mutex);
	/* If the event's removal began before the handle was made, the file is not linked. */
	ret = event_file_linked(file) ? instance_use_ring(file->instance) :
					-ENODEV;
	if (!ret)
		ret = event_file_enable(file, on);
	mutex_unlock(&event_mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_set_event);

int histrig_trace_array_set_clr_event(struct histrig_trace_array *tr,
				      const char *system, const char *event,
				      bool enable)
{
	const struct event_match match = { .system = system, .event = event };
	int ret;

	if (!tr)
		return -ENOENT;
	mutex_lock(&event_mutex);
	ret = instance_enable((struct instance *)tr, &match, enable);
	mutex_unlock(&event_mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_trace_array_set_clr_event);
