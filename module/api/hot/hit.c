// SPDX-License-Identifier: GPL-2.0
/* Hitting synthetic events from other modules, see histrig.h. */
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "../../event/event_file.h"
#include "../../synth/synth.h"
#include "../handle.h"

int histrig_synth_event_trace_array(struct histrig_trace_event_file *file,
				    const u64 *vals, unsigned int n_vals)
{
	const struct handle *handle = to_handle(file);
	bool fits;

	if (!READ_ONCE(handle->file->probed))
		return 0;
	/* Also refuses events that are not synthetic, as no array is as long as HANDLE_NO_HITS. */
	if (n_vals != handle->nr_fields)
		return -EINVAL;
	preempt_disable_notrace();
	fits = synth_event_hit_file(handle->synth, handle->file, vals);
	preempt_enable_notrace();
	return fits ? 0 : -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_trace_array);

int histrig_synth_event_trace_start(struct histrig_trace_event_file *file,
				    struct histrig_synth_event_trace_state *trace_state)
{
	const struct handle *handle = to_handle(file);

	if (!trace_state)
		return -EINVAL;
	*trace_state = (struct histrig_synth_event_trace_state) {
		.file = file
	};
	if (!READ_ONCE(handle->file->probed))
		return 0;
	if (!handle->synth)
		return -EINVAL;
	if (handle->synth->dynamic)
		return -ENOTSUPP;
	preempt_disable_notrace();
	trace_state->record = synth_record_start(handle->synth, handle->file);
	if (trace_state->record)
		return 0;
	preempt_enable_notrace();
	return -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_trace_start);

/* Like the kernel, refuses a NULL string, which the functions for all values accept. */
static int trace_state_put(struct histrig_synth_event_trace_state *trace_state,
			   unsigned int i, u64 val)
{
	const struct synth_event *event = to_handle(trace_state->file)->synth;

	if (!val && event->fields->fields[i].is_string)
		return -EINVAL;
	synth_record_put(event, trace_state->record, i, val);
	return 0;
}

int histrig_synth_event_add_next_val(u64 val,
				     struct histrig_synth_event_trace_state *trace_state)
{
	if (!trace_state || trace_state->by_name)
		return -EINVAL;
	trace_state->by_order = true;
	if (!trace_state->record)
		return 0;
	if (trace_state->next >= to_handle(trace_state->file)->nr_fields)
		return -EINVAL;
	return trace_state_put(trace_state, trace_state->next++, val);
}
EXPORT_SYMBOL_GPL(histrig_synth_event_add_next_val);

int histrig_synth_event_add_val(const char *field_name, u64 val,
				struct histrig_synth_event_trace_state *trace_state)
{
	const struct synth_event *event;
	unsigned int i;

	if (!trace_state || !field_name || trace_state->by_order)
		return -EINVAL;
	trace_state->by_name = true;
	if (!trace_state->record)
		return 0;
	event = to_handle(trace_state->file)->synth;
	for (i = 0; i < event->fields->nr; i++)
		if (!strcmp(event->fields->fields[i].name, field_name))
			return trace_state_put(trace_state, i, val);
	return -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_add_val);

int histrig_synth_event_trace_end(struct histrig_synth_event_trace_state *trace_state)
{
	const struct handle *handle;

	if (!trace_state)
		return -EINVAL;
	if (trace_state->record) {
		handle = to_handle(trace_state->file);
		synth_record_end(handle->synth, handle->file,
				 trace_state->record);
		preempt_enable_notrace();
	}
	return 0;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_trace_end);
