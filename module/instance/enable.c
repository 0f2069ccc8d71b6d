// SPDX-License-Identifier: GPL-2.0
/* Enabling and disabling events, selected by name; see enable.h. */
#include <linux/glob.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "enable.h"
#include "instance.h"
#include "rings.h"

void event_match_parse(struct event_match *match, char *name)
{
	char *event = name, *system = strsep(&event, ":");

	*match = (struct event_match) {};
	if (!event) {
		match->any = system;
	} else {
		match->system = *system ? system : NULL;
		match->event = *event ? event : NULL;
	}
}

/* Does @match select @event? Not if users cannot enable @event. */
static bool event_matches(const struct event_match *match, const struct event *event)
{
	const char *system = event->header->system;

	if (event->role != EVENT_FULL)
		return false;
	if (match->any && !glob_match(match->any, event->name) &&
	    strcmp(match->any, system))
		return false;
	if (match->system && !glob_match(match->system, system))
		return false;
	return !match->event || glob_match(match->event, event->name);
}

int instance_enable(struct instance *instance, const struct event_match *match,
		    bool on)
{
	struct event_file *file;
	int ret, first = 0;
	bool any = false;

	lockdep_assert_held(&event_mutex);
	ret = instance_use_ring(instance);
	if (ret)
		return ret;
	list_for_each_entry(file, &instance->files, in_instance) {
		if (!event_matches(match, file->event))
			continue;
		any = true;
		ret = event_file_enable(file, on);
		if (ret && !first)
			first = ret;
	}
	return any ? first : -EINVAL;
}

char instance_enabled(struct instance *instance,
		      const struct event_match *match)
{
	struct event_file *file;
	unsigned int seen = 0;

	mutex_lock(&event_mutex);
	list_for_each_entry(file, &instance->files, in_instance)
		if (event_matches(match, file->event))
			seen |= event_file_used(file) ? 2 : 1;
	mutex_unlock(&event_mutex);
	return "?01X"[seen];
}
