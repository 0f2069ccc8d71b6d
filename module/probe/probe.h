/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes make hits of events that users define and name.
 *
 * A definition (struct probe) says where hits come from and which fields their
 * records contain. All definitions of one event (struct probe_event) have the
 * same kind and the same fields. A record contains the common fields, the
 * address or addresses of the place (none for probes on events), the arguments,
 * and then the strings.
 *
 * Each kind of probe (kprobe.c, fprobe.c, ...) parses the place of a
 * definition, starts and stops hits, and builds records (hot/). event.c is the
 * common part, which makes, appends, removes and prints definitions.
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

/* Offset of the address of the place in a record, in bytes. */
#define PROBE_HEAD	ALIGN(sizeof(struct record_header), sizeof(long))

/**
 * struct probe_shape - the fields between the common fields and the arguments
 * @addresses: number of addresses: 1 for __probe_ip; 2 for __probe_func and
 *	__probe_ret_ip; 0 for probes on events
 * @is_user: the addresses are of user code, printed as hexadecimal numbers
 */
struct probe_shape {
	u8 addresses;
	bool is_user;
};

/**
 * struct probe_kind - a kind of probes
 * @type: its type of dynamic event
 * @arm: starts hits of a definition; returns 0 or an errno. event_mutex is held
 * @disarm: stops hits; some may still be running until hits_synchronize()
 *	returns
 * @arm_in: instead of @arm, in kinds whose hits come from other events; starts
 *	hits in the instance of an event file; event_mutex is held
 * @disarm_in: instead of @disarm, in the same kinds; waits until running hits
 *	in that instance have ended
 * @place: finds the definition's place, and reports errors in the error log.
 *	Called after the names are checked, before the definition can be armed.
 *	dynamic_mutex is held. May be NULL
 * @same_place: tests whether two definitions of an event have the same place
 * @is_at: tests whether a word of a command that removes an event names the
 *	definition's place
 * @missed: returns the number of skipped hits that are not in probe.missed;
 *	event_mutex is held. May be NULL
 * @waits_for: returns the name of the definition's place if its module is not
 *	loaded, otherwise NULL. event_mutex is held. May be NULL
 * @module_coming: finds the place in a module that is being loaded, and arms
 *	the definition if its event is in use. Returns an errno if it cannot be
 *	armed. dynamic_mutex and event_mutex are held. May be NULL
 * @module_live: stops using the module's init code, which is about to be freed;
 *	the same mutexes are held. May be NULL
 * @module_going: stops using a module that is being unloaded; the same mutexes
 *	are held. May be NULL
 * @free: frees a disarmed definition; calls probe_exit()
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
 * @header: contains the name of the event's group
 * @probes: its definitions, linked by @in_event; protected by event_mutex
 * @missed: number of missed hits of definitions that were removed; protected by
 *	event_mutex
 * @args: the arguments of its first definition, see probe_describe(). Other
 *	definitions may load other values into the same fields
 * @shape: the shape of its definitions
 * @in_instance: @arm_in of its kind is set
 * @users: number of event files that want its hits; protected by event_mutex
 */
struct probe_event {
	struct event event;
	struct event_class class;
	struct event_header header;
	struct list_head probes;
	u64 missed;
	struct probe_args *args;
	struct probe_shape shape;
	bool in_instance;
	unsigned int users;
};

/**
 * struct probe - a definition; embedded in a structure of its kind
 * @dyn: its entry in dynamic_list
 * @kind: its kind
 * @event: the event that it feeds
 * @in_event: entry in @probes of the event
 * @shape: fields of its records before the arguments
 * @args: its arguments
 * @head: offset of the first argument's field in a record
 * @record_size: bytes to reserve for a record
 * @hits: number of hits on each CPU, for kprobe_profile
 * @missed: hits that were skipped, see probe_missed()
 */
struct probe {
	struct dynamic_event dyn;
	const struct probe_kind *kind;
	struct probe_event *event;
	struct list_head in_event;
	struct probe_shape shape;
	struct probe_args *args;
	u16 head;
	u16 record_size;
	unsigned long __percpu *hits;
	atomic_long_t missed;
};

/**
 * struct probe_name - the name of a probe's event
 * @group: its group
 * @name: its name, NULL if the definition contains none
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
 * probe_define() - split a definition into words and make a probe
 * @text: the definition
 * @log_name: name of the type of probe in the error log
 * @letters: the letters that a definition of this type can begin with
 * @define: makes the probe from at least two words. Returns 0 or an errno;
 *	-ECANCELED if the definition is of another type
 *
 * Context: process, may sleep; dynamic_mutex held.
 * Return: 0 if @text has no words; -ECANCELED if the definition is of another
 * type; otherwise the result of @define.
 */
int probe_define(const char *text, const char *log_name, const char *letters,
		 int (*define)(struct probe_words *words));

/**
 * probe_init() - initialize a definition and parse its arguments
 * @probe: the definition, zeroed, in memory that its kind allocated
 * @kind: its kind
 * @words: its words; errors are reported in the error log
 * @place: where the probe is
 * @shape: fields of its records before the arguments
 *
 * Context: process, may sleep.
 * Return: 0 or an errno; the caller calls probe_exit() in either case.
 */
int probe_init(struct probe *probe, const struct probe_kind *kind,
	       struct probe_words *words, const struct probe_place *place,
	       struct probe_shape shape);

/*
 * Frees what probe_init() and probe_add() allocated. Call this only if the definition
 * feeds no event, or if its event is being freed. May sleep.
 */
void probe_exit(struct probe *probe);

/**
 * probe_parse_name() - parse [GROUP/]NAME in a definition
 * @words: the definition; its @at is set
 * @at: index of the word that contains the name
 * @text: the name, a part of that word; NULL if there is none
 * @name: its name is set, and its group if @text has one
 *
 * Reports errors in the error log.
 *
 * Context: process, may sleep.
 * Return: 0 or -EINVAL.
 */
int probe_parse_name(struct probe_words *words, int at, const char *text,
		     struct probe_name *name);

/* Replaces characters that cannot be in the name of an event by '_'. */
void probe_clean_name(char *name);

/**
 * probe_add() - add a definition to its event, which is created if needed
 * @probe: the definition
 * @name: name of the event
 * @words: the definition's words, for the error log
 *
 * Adds the definition to dynamic_list, and arms it if the event is in use.
 *
 * Context: process, may sleep; dynamic_mutex held; takes registry_mutex and
 *	event_mutex.
 * Return: 0; -EEXIST if another event has the name, or the same definition
 * exists, or the fields or kinds differ; an errno of probe_kind.arm(); -ENOMEM.
 */
int probe_add(struct probe *probe, const struct probe_name *name,
	      struct probe_words *words);

/*
 * Like probe_add(), for @nr definitions of one kind, at least one. Adds all or
 * none of them. A new event cannot be enabled before it has all definitions.
 */
int probe_add_all(struct probe *const *probes, unsigned int nr,
		  const struct probe_name *name, struct probe_words *words);

/*
 * Members of struct dynamic_type. Removing the last definition of an event
 * removes the event, or fails with -EBUSY if the event is in use. probe_remove() takes
 * registry_mutex and event_mutex.
 */
int probe_remove(struct dynamic_event *dyn);
bool probe_is_busy(const struct dynamic_event *dyn);
bool probe_matches(const struct dynamic_event *dyn, const char *system,
		   const char *name, int nr_words, char **words);
void probe_free(struct dynamic_event *dyn);

/*
 * Prints "LETTER[NUMBER]:GROUP/EVENT ", the beginning of a definition. A
 * @number of 0 is not printed. The caller holds event_mutex.
 */
void probe_show_name(struct seq_file *m, const struct probe *probe, char letter,
		     unsigned int number);

/* Prints " NAME=TEXT" for each argument, and a newline. */
void probe_show_args(struct seq_file *m, const struct probe *probe);

static inline struct probe *to_probe(const struct dynamic_event *dyn)
{
	return container_of(dyn, struct probe, dyn);
}

/* Number of hits of a definition on all CPUs. */
unsigned long probe_hits(const struct probe *probe);

/*
 * Returns the number of skipped hits: those inside other hits, while RCU was
 * idle, or while MAXACTIVE returns were pending. The caller holds event_mutex.
 */
unsigned long probe_missed(const struct probe *probe);

/* Is this an event that probes feed? */
bool probe_feeds(const struct event *event);

/*
 * Counts an event's definitions, and those that wait for a module. Returns the
 * place of the first that waits, or NULL. The caller holds event_mutex.
 */
const char *probe_event_waits(const struct event *event, unsigned int *nr,
			      unsigned int *waiting);

/* Initializes probe_kind.type. */
#define PROBE_TYPE(_create, _show)			\
	{						\
		.create = _create,			\
		.remove = probe_remove,			\
		.is_busy = probe_is_busy,		\
		.matches = probe_matches,		\
		.show = _show,				\
		.free = probe_free,			\
	}

/* Maximum of MAXACTIVE in a definition, as in the kernel. */
#define MAXACTIVE_MAX	4096

/*
 * Parses MAXACTIVE after the first letter. Returns 0, or reports an error and
 * returns -EINVAL.
 */
int probe_parse_maxactive(struct probe_words *words, unsigned int *maxactive);

/*
 * Logs why a place cannot be probed, if @error is not 0, -ENOMEM or -EEXIST.
 * Returns @error.
 */
int probe_explain(struct probe_words *words, int error);

/* A kernel without the options that the others need has only the first two; see compat/parts.h. */
extern const struct probe_kind eprobe_kind;
extern const struct probe_kind tprobe_kind;
extern const struct probe_kind fprobe_kind;
extern const struct probe_kind kprobe_kind;
extern const struct probe_kind uprobe_kind;
extern const struct probe_kind sample_kind;

/* These print a probe's line of kprobe_profile and of uprobe_profile. */
void kprobe_show_profile(struct seq_file *m, const struct dynamic_event *dyn);
void uprobe_show_profile(struct seq_file *m, const struct dynamic_event *dyn);

/* Follows modules that are loaded and unloaded. Returns 0 or an errno. */
int probe_modules_init(void);

/* Undoes probe_modules_init(). Call this before dynamic_exit(). */
void probe_modules_exit(void);

/**
 * probe_describe() - make the fields and the print format of an event
 * @event: the event; its @shape is set, its class is empty
 * @args: the arguments of its first definition. The event takes a reference,
 *	because that definition may be removed before the event
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM; call probe_undescribe() in either case.
 */
int probe_describe(struct probe_event *event, struct probe_args *args);

void probe_undescribe(struct probe_event *event);

#endif /* HISTRIG_PROBE_PROBE_H */
