// SPDX-License-Identifier: GPL-2.0
/* Events by name; see match.h. */
#include <linux/glob.h>
#include <linux/string.h>

#include "event.h"
#include "match.h"

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

bool event_matches(const struct event_match *match, const struct event *event)
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
