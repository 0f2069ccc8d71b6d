// SPDX-License-Identifier: GPL-2.0
/* Hitting synthetic events from other modules, see histrig.h. */
#include <linux/err.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../include/histrig.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../synth/hot/trace.h"

/**
 * struct histrig_event_file - a module's handle for an event in an instance
 * @event: the event; the handle has a reference
 * @file: the event in the instance; the handle has a reference to both
 */
struct histrig_event_file {
	struct synth_event *event;
	struct event_file *file;
};

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
	/* An instance in instance_list never refuses. */
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

notrace int histrig_synth_event_trace_array(struct histrig_event_file *handle,
					    const u64 *vals, unsigned int nr)
{
	bool fits;

	if (!READ_ONCE(handle->file->probed))
		return 0;
	if (nr != synth_event_nr_fields(handle->event))
		return -EINVAL;
	preempt_disable_notrace();
	fits = synth_event_hit_file(handle->event, handle->file, vals);
	preempt_enable_notrace();
	return fits ? 0 : -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_trace_array);

notrace int histrig_synth_event_trace_start(struct histrig_event_file *handle,
					    struct histrig_synth_trace *trace)
{
	if (!trace)
		return -EINVAL;
	*trace = (struct histrig_synth_trace) { .file = handle };
	if (!READ_ONCE(handle->file->probed))
		return 0;
	if (synth_event_is_dynamic(handle->event))
		return -ENOTSUPP;
	preempt_disable_notrace();
	trace->record = synth_record_start(handle->event, handle->file);
	if (trace->record)
		return 0;
	preempt_enable_notrace();
	return -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_trace_start);

/* Like in the kernel, only this way to hit an event refuses NULL for a string. */
static notrace int put(struct histrig_synth_trace *trace, unsigned int i,
		       u64 val)
{
	const struct synth_event *event = trace->file->event;

	if (!val && synth_event_field(event, i)->is_string)
		return -EINVAL;
	synth_record_put(event, trace->record, i, val);
	return 0;
}

notrace int
histrig_synth_event_add_next_val(u64 val, struct histrig_synth_trace *trace)
{
	if (!trace || trace->by_name)
		return -EINVAL;
	trace->by_order = true;
	if (!trace->record)
		return 0;
	if (trace->next >= synth_event_nr_fields(trace->file->event))
		return -EINVAL;
	return put(trace, trace->next++, val);
}
EXPORT_SYMBOL_GPL(histrig_synth_event_add_next_val);

notrace int histrig_synth_event_add_val(const char *name, u64 val,
					struct histrig_synth_trace *trace)
{
	const struct synth_event *event;
	unsigned int i;

	if (!trace || !name || trace->by_order)
		return -EINVAL;
	trace->by_name = true;
	if (!trace->record)
		return 0;
	event = trace->file->event;
	for (i = 0; i < synth_event_nr_fields(event); i++)
		if (!strcmp(synth_event_field(event, i)->name, name))
			return put(trace, i, val);
	return -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_add_val);

notrace int histrig_synth_event_trace_end(struct histrig_synth_trace *trace)
{
	if (!trace)
		return -EINVAL;
	if (trace->record) {
		synth_record_end(trace->file->event, trace->file->file,
				 trace->record);
		preempt_enable_notrace();
	}
	return 0;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_trace_end);
