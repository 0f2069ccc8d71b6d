/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events: those that users define by writing to dynamic_events and its
 * like.
 *
 * One list holds all of them, whatever their type, in the order of their
 * definition, because the file dynamic_events shows them so. A type knows the
 * syntax of its definitions. Two definitions may feed the same event: then
 * there is one struct dynamic_event for each of them.
 */
#ifndef HISTRIG_EVENT_DYNAMIC_H
#define HISTRIG_EVENT_DYNAMIC_H

#include <linux/ctype.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct dynamic_event;
struct seq_file;

/**
 * struct dynamic_type - a type of dynamic events
 * @create: defines an event from a line of text. Returns -ECANCELED if the line
 *	is for another type. dynamic_mutex is held; the function may drop it for a
 *	while
 * @remove: removes a definition and frees it, with its event unless other
 *	definitions feed the event; -EBUSY if the event is in use.
 *	dynamic_mutex is held
 * @is_busy: tests whether the event is in use; event_mutex is held
 * @matches: tests whether a command to remove events means this one. @system is
 *	NULL if the command names none, @name is empty if it names none, and
 *	@words are the words after the name; event_mutex is held
 * @show: prints the definition as dynamic_events shows it; event_mutex is held
 * @free: frees the definition, whose event was removed before, for
 *	dynamic_exit()
 */
struct dynamic_type {
	int (*create)(const char *text);
	int (*remove)(struct dynamic_event *dyn);
	bool (*is_busy)(const struct dynamic_event *dyn);
	bool (*matches)(const struct dynamic_event *dyn, const char *system,
			const char *name, int nr_words, char **words);
	void (*show)(struct seq_file *m, const struct dynamic_event *dyn);
	void (*free)(struct dynamic_event *dyn);
};

/* dynamic_is_name() - test whether an event or a field may have a name */
static inline bool dynamic_is_name(const char *name)
{
	if (!isalpha(*name) && *name != '_')
		return false;
	while (isalnum(*name) || *name == '_')
		name++;
	return !*name;
}

/**
 * struct dynamic_event - a definition; part of a larger structure
 * @link: entry in dynamic_list
 * @type: its type
 */
struct dynamic_event {
	struct list_head link;
	const struct dynamic_type *type;
};

/* Held to define and to remove dynamic events; taken before registry_mutex. */
extern struct mutex dynamic_mutex;

/*
 * All definitions, the oldest first. Written under dynamic_mutex and
 * event_mutex, so that holding either is enough to read it.
 */
extern struct list_head dynamic_list;

/**
 * dynamic_create() - define an event
 * @text: the line
 * @types: the types that it may be of, followed by NULL
 *
 * Errors are explained in the error log.
 *
 * Context: process, may sleep; takes dynamic_mutex and what @create of a type
 *	takes.
 * Return: 0 or an errno, -EINVAL if the line is of none of the types.
 */
int dynamic_create(const char *text, const struct dynamic_type *const *types);

/**
 * dynamic_remove() - remove all events that a line names
 * @text: -:[SYSTEM/][NAME], or a ! or - and the line that defined the event
 * @type: type of the events to remove, NULL for all types
 *
 * Context: as dynamic_create().
 * Return: 0; -ENOENT if there is no such event; -EINVAL if the line names none;
 * -EBUSY if one is in use, in which case those listed before it are gone.
 */
int dynamic_remove(const char *text, const struct dynamic_type *type);

/**
 * dynamic_remove_all() - remove all events of a type
 * @type: the type, NULL for all types
 *
 * Context: as dynamic_create().
 * Return: 0, or -EBUSY if one of them is in use; then none is removed, unless
 * one came into use meanwhile.
 */
int dynamic_remove_all(const struct dynamic_type *type);

/**
 * dynamic_add() - put a definition at the end of dynamic_list
 * @dyn: the definition, with its type set
 *
 * Context: process, dynamic_mutex and event_mutex held.
 */
void dynamic_add(struct dynamic_event *dyn);

/**
 * dynamic_del() - take a definition off dynamic_list
 * @dyn: the definition
 *
 * Context: process, dynamic_mutex and event_mutex held.
 */
void dynamic_del(struct dynamic_event *dyn);

/**
 * dynamic_exit() - free all definitions
 *
 * Context: process, after registry_exit().
 */
void dynamic_exit(void);

#endif /* HISTRIG_EVENT_DYNAMIC_H */
