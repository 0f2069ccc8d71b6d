/* SPDX-License-Identifier: GPL-2.0 */
/* Selecting events by name, for set_event and the enable files. */
#ifndef HISTRIG_EVENT_MATCH_H
#define HISTRIG_EVENT_MATCH_H

#include <linux/types.h>

struct event;

/**
 * struct event_match - a selection of events
 * @any: the selection if it has no colon, else NULL; a pattern for event names, or the
 *	name of a system
 * @system: pattern for system names, or NULL for all
 * @event: pattern for event names, or NULL for all
 */
struct event_match {
	const char *any;
	const char *system;
	const char *event;
};

/**
 * event_match_parse() - parse a selection
 * @match: filled in; points into @name
 * @name: SYSTEM:EVENT with either part possibly empty, or NAME; modified
 */
void event_match_parse(struct event_match *match, char *name);

/* event_matches() - does @match select @event? False if users cannot enable @event. */
bool event_matches(const struct event_match *match, const struct event *event);

#endif /* HISTRIG_EVENT_MATCH_H */
