/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Enabling and disabling the events of an instance, selected by name.
 *
 * A selection may be limited to the events of a module. If that module is not loaded, the
 * instance stores the selection in a struct enable_later, and enables its events when the
 * module comes.
 */
#ifndef HISTRIG_INSTANCE_ENABLE_H
#define HISTRIG_INSTANCE_ENABLE_H

#include <linux/list.h>
#include <linux/types.h>

struct instance;
struct module;

/**
 * struct event_match - a selection of events
 * @any: the selection if it has no colon, else NULL; a pattern for event names, or the
 *	name of a system
 * @system: pattern for system names, or NULL for all
 * @event: pattern for event names, or NULL for all
 * @module: name of the module that has the events, or NULL
 */
struct event_match {
	const char *any;
	const char *system;
	const char *event;
	const char *module;
};

/**
 * struct enable_later - events to enable once their module is loaded
 * @link: entry in @later of the instance, the newest first; guarded by event_mutex
 * @match: the events; points into @text
 * @text: the selection, parsed
 */
struct enable_later {
	struct list_head link;
	struct event_match match;
	char text[];
};

/**
 * event_match_parse() - parse a selection
 * @match: filled in; points into @name
 * @name: SYSTEM:EVENT with either part possibly empty, or NAME; may be followed by
 *	:mod:MODULE; modified
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
 * instance_enable_word() - start or stop recording events that a user names
 * @instance: the instance
 * @word: what event_match_parse() takes
 * @on: true to start recording
 *
 * If @word names a module that is not loaded, stores it; with @on false, drops what was
 * stored for such a module and these events.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: like instance_enable().
 */
int instance_enable_word(struct instance *instance, const char *word, bool on);

/*
 * Enables what instances have stored for a module, once its events are registered. Keeps it
 * if the module has no events. Takes event_mutex.
 */
void instances_enable_module(const struct module *mod);

/* Drops all that the instance has stored for modules; event_mutex held. */
void instance_forget_later(struct instance *instance);

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
