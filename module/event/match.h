/* SPDX-License-Identifier: GPL-2.0 */
/* Events by name, as set_event and the files enable choose them. */
#ifndef HISTRIG_EVENT_MATCH_H
#define HISTRIG_EVENT_MATCH_H

#include <linux/types.h>

struct event;

/**
 * struct event_match - a choice of events
 * @any: pattern of events, or the name of a system; or NULL
 * @system: pattern of systems, or NULL for all
 * @event: pattern of events, or NULL for all
 */
struct event_match {
	const char *any;
	const char *system;
	const char *event;
};

/**
 * event_match_parse() - make a choice from its text
 * @match: the choice, which refers to @name
 * @name: SYSTEM:EVENT, either of which may be empty, or NAME; cut up
 */
void event_match_parse(struct event_match *match, char *name);

/**
 * event_matches() - does a choice have an event?
 * @match: the choice
 * @event: the event
 *
 * Return: true if so; an event that cannot be recorded never matches.
 */
bool event_matches(const struct event_match *match, const struct event *event);

#endif /* HISTRIG_EVENT_MATCH_H */
