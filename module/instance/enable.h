/* SPDX-License-Identifier: GPL-2.0 */
/* Enabling and disabling the events of an instance, selected by name. */
#ifndef HISTRIG_INSTANCE_ENABLE_H
#define HISTRIG_INSTANCE_ENABLE_H

#include <linux/types.h>

struct instance;

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

/**
 * instance_enable() - start or stop recording events
 * @instance: the instance
 * @match: the events
 * @on: true to start recording
 *
 * First expands the ring to its full size. If one event fails, still switches the others.
 *
 * Context: process, event_mutex held.
 * Return: 0, -EINVAL if no event matches, the errno of the first event that
 *	failed, or -ENOMEM if the ring cannot be expanded.
 */
int instance_enable(struct instance *instance, const struct event_match *match,
		    bool on);

/**
 * instance_enabled() - summarize the enable states of some events
 * @instance: the instance
 * @match: the events
 *
 * Context: process; takes event_mutex.
 * Return: the character that an enable file shows: '0' for none, '1' for all,
 * 'X' for some, '?' if no event matches.
 */
char instance_enabled(struct instance *instance,
		      const struct event_match *match);

#endif /* HISTRIG_INSTANCE_ENABLE_H */
