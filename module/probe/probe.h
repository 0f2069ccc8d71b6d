/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes: definitions that feed an event of the user's choice with hits.
 *
 * A definition (struct probe) says where hits come from and which fields they
 * have. Definitions of one event (struct probe_event) have the same fields, and
 * the same kind. The record of a hit has the common fields, the address or
 * addresses of the place (nothing for probes on events), the fields of the
 * arguments, then the strings.
 *
 * The kinds of probes, kprobe.c and its like, parse the place of a definition,
 * start and stop hits, and build records (hot/). What they have in common is in
 * event.c: making, appending, removing, printing.
 */
#ifndef HISTRIG_PROBE_PROBE_H
#define HISTRIG_PROBE_PROBE_H

#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/percpu.h>

#include "../event/dynamic.h"
#include "../event/event.h"
#include "../event/record.h"
#include "fetch.h"

struct event_file;
struct module;
struct probe;
struct probe_place;
struct probe_words;
struct seq_file;

/* Where the record's first own field lies: the address of the place. */
#define PROBE_HEAD	ALIGN(sizeof(struct record_header), sizeof(long))

/**
 * enum probe_shape - the fields that a record has before its arguments
 * @PROBE_SHAPE_PLACE: __probe_ip
 * @PROBE_SHAPE_RETURN: __probe_func and __probe_ret_ip
 * @PROBE_SHAPE_USER: __probe_ip of user code, printed as a plain address
 * @PROBE_SHAPE_USER_RETURN: as @PROBE_SHAPE_RETURN, printed as plain addresses
 * @PROBE_SHAPE_NONE: none, for probes on events
 */
enum probe_shape {
	PROBE_SHAPE_PLACE,
	PROBE_SHAPE_RETURN,
	PROBE_SHAPE_USER,
	PROBE_SHAPE_USER_RETURN,
	PROBE_SHAPE_NONE,
};

/**
 * struct probe_kind - a kind of probes
 * @type: as a type of dynamic events
 * @arm: starts hits of a definition; the caller holds event_mutex. Fails with
 *	an errno
 * @disarm: stops hits; some may still be running until hits_synchronize()
 *	returns
 * @arm_in: in place of @arm, for kinds whose hits come from other events of an
 *	instance: starts hits of a definition in the instance of an event file;
 *	event_mutex is held
 * @disarm_in: in place of @disarm; waits until those hits have ended
 * @place: makes the definition ready to be armed, after its names have been
 *	checked; explains its errors in the error log. dynamic_mutex is held. NULL
 *	if it is ready already
 * @same_place: tests whether two definitions of an event have the same place
 * @is_at: tests whether a word of a command to remove events is the place
 * @missed: returns the number of hits that were skipped, beside those counted in
 *	@missed of the definition; event_mutex is held. NULL if there are none
 * @waits_for: returns the name of the definition's place if its module, which is
 *	to have it, is not there, else NULL; event_mutex is held. NULL for kinds
 *	whose places are there from the start
 * @module_coming: looks for the definition's place in a module that is being
 *	loaded, and arms the definition if its event is in use; dynamic_mutex and
 *	event_mutex are held. Returns an errno if it cannot be armed. NULL for
 *	kinds whose places are not in modules
 * @module_live: lets go of the code that a module needed only to start, which
 *	is about to be freed; the same mutexes are held. May be NULL
 * @module_going: lets go of a module that is being unloaded; the same mutexes
 *	are held
 * @free: frees a definition, which is disarmed; calls probe_exit()
 */
struct probe_kind {
	struct dynamic_type type;
	int (*arm)(struct probe *probe);
	void (*disarm)(struct probe *probe);
	int (*arm_in)(struct probe *probe, struct event_file *file);
	void (*disarm_in)(struct probe *probe, struct event_file *file);
	int (*place)(struct probe *probe, struct probe_words *words);
	bool (*same_place)(const struct probe *a, const struct probe *b);
	bool (*is_at)(const struct probe *probe, const char *word);
	unsigned long (*missed)(const struct probe *probe);
	const char *(*waits_for)(const struct probe *probe);
	int (*module_coming)(struct probe *probe, struct module *mod);
	void (*module_live)(struct probe *probe, struct module *mod);
	void (*module_going)(struct probe *probe, struct module *mod);
	void (*free)(struct probe *probe);
};

/**
 * struct probe_event - an event that probes feed
 * @event: the event
 * @class: its class, which no other event shares
 * @header: names the group
 * @probes: its definitions, linked by @in_event; guarded by event_mutex
 * @missed: hits that definitions had missed when they were removed; guarded by
 *	event_mutex
 * @args: the arguments of its first definition, see probe_describe(); another
 *	definition may differ in where its values come from
 * @shape: that of its definitions
 * @in_instance: its kind has @arm_in
 * @users: number of event files that want its hits; guarded by event_mutex
 */
struct probe_event {
	struct event event;
	struct event_class class;
	struct event_header header;
	struct list_head probes;
	u64 missed;
	struct probe_args *args;
	enum probe_shape shape;
	bool in_instance;
	unsigned int users;
};

/**
 * struct probe - a definition; part of a larger structure of its kind
 * @dyn: as a dynamic event
 * @kind: its kind
 * @event: the event that it feeds
 * @in_event: entry in @probes of the event
 * @shape: fields of its records before the arguments
 * @args: its arguments
 * @head: offset of the first argument's field in a record
 * @room: bytes to reserve for a record
 * @hits: number of hits on each CPU, for kprobe_profile
 * @missed: hits that were skipped, see probe_missed()
 */
struct probe {
	struct dynamic_event dyn;
	const struct probe_kind *kind;
	struct probe_event *event;
	struct list_head in_event;
	enum probe_shape shape;
	struct probe_args *args;
	u16 head;
	u16 room;
	unsigned long __percpu *hits;
	atomic_long_t missed;
};

/**
 * struct probe_name - the name of a probe's event
 * @group: its group
 * @name: its name, NULL if the definition has none
 * @group_buf: space for @group
 * @name_buf: space for a generated @name
 */
struct probe_name {
	const char *group;
	const char *name;
	char group_buf[PROBE_NAME_MAX];
	char name_buf[PROBE_NAME_MAX];
};

/**
 * probe_define() - define a probe; the @create of a kind
 * @text: the definition
 * @log_name: what the error log calls the type of probe
 * @letters: the letters that such definitions can begin with
 * @define: makes the probe; the definition has two words at least. Returns 0 or
 *	an errno, -ECANCELED if it is of another type
 *
 * Context: process, may sleep; dynamic_mutex held.
 * Return: 0 if there is no word in the text; -ECANCELED if it is of another type;
 * what @define returns.
 */
int probe_define(const char *text, const char *log_name, const char *letters,
		 int (*define)(struct probe_words *words));

/**
 * probe_init() - initialise a definition, and parse its arguments
 * @probe: the definition, cleared, in memory that its kind allocated
 * @kind: its kind
 * @words: its text; errors are explained in the error log
 * @place: where it is
 * @shape: fields of its records before the arguments
 *
 * Context: process, may sleep.
 * Return: 0 or an errno; the caller calls probe_exit() in either case.
 */
int probe_init(struct probe *probe, const struct probe_kind *kind,
	       struct probe_words *words, const struct probe_place *place,
	       enum probe_shape shape);

/**
 * probe_exit() - free what probe_init() and probe_add() have allocated
 * @probe: a definition that feeds no event, or whose event is being freed
 *
 * Context: process, may sleep.
 */
void probe_exit(struct probe *probe);

/**
 * probe_parse_name() - parse a name in a definition
 * @words: the definition; its @at is set
 * @at: index of the word that has the name
 * @text: the name, a part of that word; NULL if there is none
 * @name: the group, if the text names one, and the name are set
 *
 * Errors are explained in the error log.
 *
 * Context: process, may sleep.
 * Return: 0 or -EINVAL.
 */
int probe_parse_name(struct probe_words *words, int at, const char *text,
		     struct probe_name *name);

/**
 * probe_clean_name() - make a name for an event out of the text of a place
 * @name: the text; characters that no name can have become '_'
 */
void probe_clean_name(char *name);

/**
 * probe_add() - add a definition to its event, which is made if need be
 * @probe: the definition
 * @name: name of the event
 * @words: the definition's text, for the error log
 *
 * The definition is then on dynamic_list, and armed if the event is in use.
 *
 * Context: process, may sleep; dynamic_mutex held; takes registry_mutex and
 *	event_mutex.
 * Return: 0; -EEXIST if another event has the name, or the same definition
 * exists, or the fields or kinds differ; an errno of the kind's @arm; -ENOMEM.
 */
int probe_add(struct probe *probe, const struct probe_name *name,
	      struct probe_words *words);

/**
 * probe_add_all() - add definitions of one kind to their event, or none of them
 * @probes: the definitions
 * @nr: number of definitions, not 0
 * @name: name of the event
 * @words: the text that defines them, for the error log
 *
 * Nobody can enable a new event before it has all of them.
 *
 * Context: as for probe_add().
 * Return: as for probe_add().
 */
int probe_add_all(struct probe *const *probes, unsigned int nr,
		  const struct probe_name *name, struct probe_words *words);

/**
 * probe_remove() - remove a definition; a kind's @remove
 * @dyn: the definition
 *
 * Removes the event, too, if the definition is its last one.
 *
 * Context: process, may sleep; dynamic_mutex held; takes registry_mutex and
 *	event_mutex.
 * Return: 0, or -EBUSY if it is the event's last one and the event is in use.
 */
int probe_remove(struct dynamic_event *dyn);

/* probe_is_busy() - a kind's @is_busy */
bool probe_is_busy(const struct dynamic_event *dyn);

/**
 * probe_matches() - a kind's @matches
 * @dyn: the definition
 * @system: the group that the command names, NULL for any
 * @name: the event that it names, empty for any
 * @nr_words: number of words after the name: the place and arguments
 * @words: the words
 *
 * Context: process, event_mutex held.
 */
bool probe_matches(const struct dynamic_event *dyn, const char *system,
		   const char *name, int nr_words, char **words);

/**
 * probe_show_name() - print what a definition begins with
 * @m: print here
 * @probe: the definition
 * @letter: its letter
 * @number: number after the letter, 0 for none
 *
 * Context: process, event_mutex held.
 */
void probe_show_name(struct seq_file *m, const struct probe *probe, char letter,
		     unsigned int number);

/* probe_show_args() - print " NAME=TEXT" for each argument, and a newline */
void probe_show_args(struct seq_file *m, const struct probe *probe);

static inline struct probe *to_probe(const struct dynamic_event *dyn)
{
	return container_of(dyn, struct probe, dyn);
}

/* probe_free() - a kind's @free as a type of dynamic events */
void probe_free(struct dynamic_event *dyn);

/* probe_hits() - number of hits of a definition, on all CPUs */
unsigned long probe_hits(const struct probe *probe);

/**
 * probe_missed() - number of hits of a definition that were skipped
 * @probe: the definition
 *
 * Those that came from within other hits, or while RCU was idle, or that the
 * kernel had no room for.
 *
 * Context: process, event_mutex held.
 */
unsigned long probe_missed(const struct probe *probe);

/* probe_feeds() - test whether an event is one that probes feed */
bool probe_feeds(const struct event *event);

/**
 * probe_event_waits() - find out whether an event has probes that wait for a
 *	module
 * @event: any event
 * @nr: set to the number of its definitions if some of them wait
 * @waiting: set to how many of them wait
 *
 * Context: process, event_mutex held.
 * Return: the name of the place of the first one that waits, NULL if none does.
 */
const char *probe_event_waits(const struct event *event, unsigned int *nr,
			      unsigned int *waiting);

/* PROBE_TYPE() - initializes @type of a kind; kinds differ in @_create and @_show */
#define PROBE_TYPE(_create, _show)			\
	{						\
		.create = _create,			\
		.remove = probe_remove,			\
		.is_busy = probe_is_busy,		\
		.matches = probe_matches,		\
		.show = _show,				\
		.free = probe_free,			\
	}

/* The kinds. */
extern const struct probe_kind eprobe_kind;
extern const struct probe_kind fprobe_kind;
extern const struct probe_kind kprobe_kind;
extern const struct probe_kind uprobe_kind;

/* kprobe_show_profile() - print the line of kprobe_profile for a kprobe */
void kprobe_show_profile(struct seq_file *m, const struct probe *probe);

/* uprobe_show_profile() - print the line of uprobe_profile for a uprobe */
void uprobe_show_profile(struct seq_file *m, const struct probe *probe);

/**
 * probe_modules_init() - follow the modules that probes are on
 *
 * Context: process, may sleep.
 * Return: 0 or an errno.
 */
int probe_modules_init(void);

/* probe_modules_exit() - undo probe_modules_init(); before dynamic_exit() */
void probe_modules_exit(void);

#endif /* HISTRIG_PROBE_PROBE_H */
