/* SPDX-License-Identifier: GPL-2.0 */
/* Recording the events of an instance, by name. */
#ifndef HISTRIG_INSTANCE_ENABLE_H
#define HISTRIG_INSTANCE_ENABLE_H

#include <linux/types.h>

struct event_match;
struct instance;

/**
 * instance_enable() - record events, or stop doing so
 * @instance: the instance
 * @match: the events
 * @on: record them
 *
 * Gives the ring its full size first. An event that fails does not stop the
 * others.
 *
 * Context: process, event_mutex held.
 * Return: 0, -EINVAL if no event matches, or the errno of the first that failed.
 */
int instance_enable(struct instance *instance, const struct event_match *match,
		    bool on);

/**
 * instance_enabled() - sum up which events are enabled, softly or not
 * @instance: the instance
 * @match: the events
 *
 * Context: process; takes event_mutex.
 * Return: what a file enable shows: '0' for none, '1' for all, 'X' for some, '?' if
 * no event matches.
 */
char instance_enabled(struct instance *instance,
		      const struct event_match *match);

#endif /* HISTRIG_INSTANCE_ENABLE_H */
