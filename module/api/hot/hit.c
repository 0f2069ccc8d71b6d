// SPDX-License-Identifier: GPL-2.0
/* Hitting synthetic events from other modules, see histrig.h. */
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "../../../include/histrig.h"
#include "../../event/event_file.h"
#include "../../synth/hot/trace.h"
#include "../handle.h"

int histrig_synth_event_trace_array(struct histrig_event_file *handle,
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

int histrig_synth_event_trace_start(struct histrig_event_file *handle,
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

/*
 * Sets the value of a field. Like the kernel, refuses a NULL string here, but
 * not in a call that passes all values at once.
 */
static int put(struct histrig_synth_trace *trace, unsigned int i,
	       u64 val)
{
	const struct synth_event *event = trace->file->event;

	if (!val && synth_event_field(event, i)->is_string)
		return -EINVAL;
	synth_record_put(event, trace->record, i, val);
	return 0;
}

int histrig_synth_event_add_next_val(u64 val, struct histrig_synth_trace *trace)
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

int histrig_synth_event_add_val(const char *name, u64 val,
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

int histrig_synth_event_trace_end(struct histrig_synth_trace *trace)
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
