// SPDX-License-Identifier: GPL-2.0
/* Enabling and disabling events, selected by name; see enable.h. */
#include "../event/match.h"
#include "../event/registry.h"
#include "enable.h"
#include "instance.h"
#include "rings.h"

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
