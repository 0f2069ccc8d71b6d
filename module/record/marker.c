// SPDX-License-Identifier: GPL-2.0
/* Markers, see marker.h. */
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "../event/event_file.h"
#include "../event/hit.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "hot/output.h"
#include "internal_events.h"
#include "marker.h"

struct event_file *marker_file(struct instance *instance)
{
	struct event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &internal_print_event.files, in_event)
		if (file->instance == instance)
			return file;
	return NULL;
}

bool marker_text(struct instance *instance, struct event_file *file,
		 struct print_record *record, size_t len, size_t size)
{
	bool newline = !len || record->text[len - 1] != '\n', recorded;

	if (newline)
		record->text[len] = '\n';
	record->text[len + newline] = '\0';

	preempt_disable_notrace();
	recorded = output_record(instance, EVENT_ID_PRINT, record, size);
	if (recorded && file && READ_ONCE(file->probed)) {
		record->text[len] = '\0';
		event_hit(file, record, size);
	}
	preempt_enable_notrace();
	return recorded;
}

bool marker_data(struct instance *instance, struct raw_data_record *record,
		 size_t size)
{
	bool recorded;

	preempt_disable_notrace();
	recorded = output_record(instance, EVENT_ID_RAW_DATA, record, size);
	preempt_enable_notrace();
	return recorded;
}
