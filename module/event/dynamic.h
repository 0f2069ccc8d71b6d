/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events: those that users define, for example by writing to
 * dynamic_events.
 *
 * One list contains all of them, in the order in which dynamic_events shows
 * them. Several definitions may feed the same event, and each has its own struct
 * dynamic_event.
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
 * @create: defines an event from a line. Returns -ECANCELED if the line is for
 *	another type. dynamic_mutex is held; the function may drop it temporarily
 * @remove: removes and frees a definition, and its event if no other definition
 *	feeds the event; -EBUSY if the event is in use. dynamic_mutex is held
 * @is_busy: tests whether the event is in use; event_mutex is held
 * @matches: tests whether a command to remove events selects this definition.
 *	@system is NULL if the command names none, @name is empty if it names none,
 *	and @words are the words after the name; event_mutex is held
 * @show: prints the definition as dynamic_events shows it; event_mutex is held
 * @free: frees a definition whose event is already removed, for dynamic_exit()
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

/* dynamic_is_name() - test whether @name is a valid name of an event or a field */
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
 * All definitions, the oldest first. Written under both dynamic_mutex and
 * event_mutex, so that either of them is enough to read it.
 */
extern struct list_head dynamic_list;

/**
 * dynamic_create() - define an event
 * @text: the line
 * @types: the types of events that the line may define, followed by NULL
 *
 * The error log explains errors.
 *
 * Context: process, may sleep; takes dynamic_mutex and the locks of @create.
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
 * -ENOMEM; -EBUSY if one is in use, but those before it in dynamic_list are removed.
 */
int dynamic_remove(const char *text, const struct dynamic_type *type);

/**
 * dynamic_remove_all() - remove all events of a type
 * @type: the type, NULL for all types
 *
 * Context: as dynamic_create().
 * Return: 0, or -EBUSY if one of them is in use. None is removed then, unless one
 * came into use during the call.
 */
int dynamic_remove_all(const struct dynamic_type *type);

/* dynamic_add() - append @dyn to dynamic_list; dynamic_mutex and event_mutex held */
void dynamic_add(struct dynamic_event *dyn);

/* dynamic_del() - unlink @dyn from dynamic_list; dynamic_mutex and event_mutex held */
void dynamic_del(struct dynamic_event *dyn);

/* dynamic_exit() - free all definitions, after registry_exit() */
void dynamic_exit(void);

#endif /* HISTRIG_EVENT_DYNAMIC_H */
