// SPDX-License-Identifier: GPL-2.0
/* Handles of other modules for synthetic events; see histrig.h. */
#include <linux/err.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../include/histrig.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../synth/synth.h"
#include "handle.h"

static struct instance *find_instance(const char *name)
{
	struct instance *instance;

	if (!name)
		return &main_instance;
	list_for_each_entry(instance, &instance_list, link)
		if (instance->name && !strcmp(instance->name, name))
			return instance;
	return NULL;
}

static struct event_file *find_file(const struct synth_event *event,
				    const struct instance *instance)
{
	struct event_file *file;

	list_for_each_entry(file, &event->event.files, in_event)
		if (file->instance == instance)
			return file;
	return NULL;
}

static int take(struct histrig_event_file *handle, const char *instance_name,
		const char *system, const char *name)
{
	struct instance *instance = find_instance(instance_name);
	int ret = -EINVAL;

	if (!instance)
		return -ENOENT;
	if (!system || !name)
		return ret;
	handle->event = synth_event_get_for_module(system, name);
	if (!handle->event)
		return ret;
	handle->file = find_file(handle->event, instance);
	if (!handle->file) {
		synth_event_put_for_module(handle->event);
		return ret;
	}
	event_file_get(handle->file);
	/* Cannot fail, since @instance is not being made or removed. */
	return instance_get(instance);
}

struct histrig_event_file *histrig_get_event_file(const char *instance,
						  const char *system,
						  const char *event)
{
	struct histrig_event_file *handle;
	int ret;

	handle = kzalloc(sizeof(*handle), GFP_KERNEL);
	if (!handle)
		return ERR_PTR(-ENOMEM);
	mutex_lock(&event_mutex);
	ret = take(handle, instance, system, event);
	mutex_unlock(&event_mutex);
	if (!ret)
		return handle;
	kfree(handle);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL_GPL(histrig_get_event_file);

void histrig_put_event_file(struct histrig_event_file *handle)
{
	mutex_lock(&event_mutex);
	instance_put(handle->file->instance);
	event_file_put(handle->file);
	synth_event_put_for_module(handle->event);
	mutex_unlock(&event_mutex);
	kfree(handle);
}
EXPORT_SYMBOL_GPL(histrig_put_event_file);

int histrig_set_event(struct histrig_event_file *handle, bool on)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = instance_use_ring(handle->file->instance) ?:
	      event_file_enable(handle->file, on);
	mutex_unlock(&event_mutex);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_set_event);
