// SPDX-License-Identifier: GPL-2.0
/*
 * Resets rings that may contain records of removed events: a new event may get the ID of a
 * removed one, and would print the old records as its own. See rings.h.
 */
#include "../event/event_file.h"
#include "../event/registry.h"
#include "instance.h"
#include "rings.h"

void stale_note(const struct event *event, bool refused)
{
	const struct event_file *file;
	struct instance *instance;

	lockdep_assert_held(&event_mutex);
	if (refused) {
		list_for_each_entry(instance, &instance_list, link)
			instance->stale = false;
		return;
	}
	list_for_each_entry(file, &event->files, in_event)
		if (file->was_probed)
			file->instance->stale = true;
}

void stale_forget(void)
{
	struct instance *instance;

	mutex_lock(&event_mutex);
	list_for_each_entry(instance, &instance_list, link) {
		if (instance->stale)
			instance_reset(instance);
		instance->stale = false;
	}
	mutex_unlock(&event_mutex);
}

void stale_forget_event(struct event *event)
{
	struct instance *instance;

	lockdep_assert_held(&event_mutex);
	if (!event->mod || !event->was_recorded)
		return;
	list_for_each_entry(instance, &instance_list, link)
		instance_reset(instance);
	event->was_recorded = false;
}
