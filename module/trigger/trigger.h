/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: actions that users attach to the hits of an event.
 *
 * The triggers of an event are a small array under RCU. A hit walks the array
 * without a lock; a command, which holds event_mutex, replaces the whole array.
 * An event's probe is registered while the event has triggers or is recorded.
 * At all other times the event costs nothing.
 */
#ifndef HISTRIG_TRIGGER_H
#define HISTRIG_TRIGGER_H

#include <linux/bitops.h>
#include <linux/types.h>

#include "../event/event_file.h"
#include "../filter/hot/run.h"

struct seq_file;
struct trigger;

/*
 * Maximum number of triggers of an event. Removing a trigger allocates a new
 * array and must not fail, so the largest array has to fit in a page.
 */
#define TRIGGERS_MAX		500

/* Bits of struct trigger's @state. Hits are fastest when no bit is set. */
#define TRIGGER_PAUSED		BIT(0)	/* paused by the user */
#define TRIGGER_WATCHED		BIT(1)	/* a hit may have to wake pollers */
#define TRIGGER_HELD		BIT(2)	/* its histogram is being cleared */
#define TRIGGER_FILTERED	BIT(3)	/* has a filter */

/* The bits above are a constant by which a hist trigger finds its function. */
#define TRIGGER_FLAGS		0xffU
#define TRIGGER_FORM(form)	((form) << 8)

/* Kinds of triggers. For most kinds, an event can have only one trigger. */
enum trigger_kind {
	TRIGGER_HIST,
	TRIGGER_ONOFF,
	TRIGGER_SNAPSHOT,
	TRIGGER_STACKTRACE,
	TRIGGER_SWITCH_EVENT,
	TRIGGER_SWITCH_HIST,
	TRIGGER_PROBE,
};

/**
 * enum trigger_when - when a hit runs a trigger
 * @TRIGGER_AFTER_RECORD: after recording the hit
 * @TRIGGER_BEFORE_RECORD: before recording the hit
 * @TRIGGER_BEFORE_ALONE: before recording the hit, unless some trigger of the
 *	event needs the record (a trigger with a filter, a hist trigger or a
 *	post trigger); then after recording the hit
 * @TRIGGER_POST: after recording the hit and running all other triggers; the
 *	kernel calls such triggers post triggers
 */
enum trigger_when {
	TRIGGER_AFTER_RECORD,
	TRIGGER_BEFORE_RECORD,
	TRIGGER_BEFORE_ALONE,
	TRIGGER_POST,
};

/**
 * struct trigger_command - a command of the trigger file
 * @name: the first word of the command
 * @kind: the kind of trigger that it makes
 * @when: when a hit runs its triggers
 * @parse: makes, changes or removes a trigger of @file. @params is the text
 *	after the first word, or NULL; it may be modified. Returns 0 or an errno
 * @show: prints a trigger as a line of the trigger file, with the newline
 * @free: frees a trigger that no hit can see any more, but not its filter
 * @hit: runs for each hit that the trigger's filter lets pass; any context,
 *	preemption off. NULL for hist triggers, which the dispatcher calls
 *	directly
 * @lost: runs in place of @hit for a hit without a record, or for which the
 *	filter had no memory; may be NULL
 *
 * Context: process, event_mutex held, except for @hit and @lost.
 */
struct trigger_command {
	const char *name;
	enum trigger_kind kind;
	enum trigger_when when;
	int (*parse)(const struct trigger_command *command,
		     struct event_file *file, bool remove, char *params);
	void (*show)(struct seq_file *m, struct trigger *trigger);
	void (*free)(struct trigger *trigger);
	void (*hit)(struct trigger *trigger, const void *record);
	void (*lost)(struct trigger *trigger);
};

/**
 * struct trigger - one trigger of one event
 * @lone: the fields that a hist trigger reads
 * @state: a combination of TRIGGER_* bits, and TRIGGER_FORM()
 * @removed: whether the trigger is being removed; protected by event_mutex
 * @command: the command that made it
 * @file: the event file that it belongs to
 * @filter: the trigger acts only on hits that match it, NULL for all hits; does
 *	not change after trigger_set_filter()
 * @ops: the operations of @filter, so that a hit need not load @filter first
 */
struct trigger {
	struct event_sole_trigger lone;
	unsigned int state;
	bool removed;
	const struct trigger_command *command;
	struct event_file *file;
	struct filter *filter;
	const struct filter_op *ops;
};

/**
 * struct trigger_set - the triggers of one event
 * @nr: number of triggers, at least one
 * @triggers: in the kernel's order: first all triggers that are not hist
 *	triggers, newest first, then the hist triggers, oldest first
 */
struct trigger_set {
	unsigned int nr;
	struct trigger *triggers[];
};

/**
 * trigger_set_state() - set or clear one bit of a trigger's state
 * @trigger: the trigger
 * @bit: one of TRIGGER_*
 * @on: true to set the bit, false to clear it
 *
 * Context: any, NMI too.
 */
static inline void trigger_set_state(struct trigger *trigger, unsigned int bit,
				     bool on)
{
	set_mask_bits(&trigger->state, bit, on ? bit : 0);
}

/**
 * trigger_set_filter() - give a trigger its filter
 * @trigger: the trigger, not yet added
 * @filter: the filter, NULL for none; freed together with the trigger
 *
 * Context: process.
 */
static inline void trigger_set_filter(struct trigger *trigger,
				      struct filter *filter)
{
	trigger->filter = filter;
	trigger->ops = filter ? filter->ops : NULL;
	trigger_set_state(trigger, TRIGGER_FILTERED, filter);
}

/**
 * trigger_ask() - does the filter of a trigger let a hit pass?
 * @trigger: the trigger
 * @record: the record of the hit
 *
 * Context: any, NMI too; preemption off.
 * Return: FILTER_YES, FILTER_NO or FILTER_NO_MEM.
 */
static __always_inline int trigger_ask(const struct trigger *trigger,
				       const void *record)
{
	if (!(READ_ONCE(trigger->state) & TRIGGER_FILTERED))
		return FILTER_YES;
	return filter_match(trigger->filter, record);
}

/**
 * trigger_parse_filter() - make the filter of a trigger
 * @filter: set to the filter
 * @file: the event in the instance whose error log takes the errors
 * @text: the text from "if" on
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int trigger_parse_filter(struct filter **filter, struct event_file *file,
			 const char *text);

/**
 * trigger_parse_filter_vars() - make a filter that may name variables
 * @filter: as for trigger_parse_filter()
 * @file: the same
 * @text: the same
 * @vars: finds the variables, or NULL
 *
 * Context: process, event_mutex held.
 * Return: as trigger_parse_filter().
 */
int trigger_parse_filter_vars(struct filter **filter, struct event_file *file,
			      const char *text, const struct filter_vars *vars);

/**
 * trigger_same_filter() - do two filters have equal texts?
 * @a: a filter, or NULL
 * @b: another filter, or NULL
 *
 * Like the kernel, returns false for different texts even if they mean the same
 * filter.
 *
 * Context: process, event_mutex held.
 */
bool trigger_same_filter(const struct filter *a, const struct filter *b);

/**
 * trigger_set_of() - get the triggers of an event
 * @file: the event in an instance
 *
 * Context: process, event_mutex held.
 * Return: the triggers, or NULL if the event has none.
 */
struct trigger_set *trigger_set_of(const struct event_file *file);

/**
 * trigger_at() - get one of the triggers of an event
 * @file: the event in an instance
 * @i: index of the trigger
 *
 * Context: process, event_mutex held.
 * Return: the trigger, or NULL if @i is past the last trigger.
 */
struct trigger *trigger_at(const struct event_file *file, unsigned int i);

/**
 * for_each_trigger() - walk the triggers of an event
 * @trigger: the loop variable, NULL when the loop ends without a break
 * @i: unsigned int, the index of @trigger
 * @file: the event in an instance
 *
 * If the body removes a trigger, it must leave the loop.
 *
 * Context: process, event_mutex held.
 */
#define for_each_trigger(trigger, i, file)				\
	for ((i) = 0; ((trigger) = trigger_at(file, i)); (i)++)

/**
 * trigger_add() - add a trigger to its event
 * @trigger: the trigger, complete
 *
 * Context: process, event_mutex held.
 * Return: 0, -ENOSPC if the event already has TRIGGERS_MAX triggers, -ENOMEM,
 * or an errno of tracepoint_probe_register(). On failure, nothing has changed
 * and the caller still owns @trigger.
 */
int trigger_add(struct trigger *trigger);

/**
 * trigger_remove() - remove a trigger from its event and free it
 * @trigger: the trigger
 *
 * Waits until no hit uses the trigger any more. Cannot fail.
 *
 * Context: process, event_mutex held.
 */
void trigger_remove(struct trigger *trigger);

/**
 * trigger_remove_kinds() - remove all triggers of some kinds from an event
 * @file: the event in an instance
 * @kinds: a BIT() for each enum trigger_kind
 *
 * Waits for hits and cannot fail, like trigger_remove().
 *
 * Context: process, event_mutex held.
 */
void trigger_remove_kinds(struct event_file *file, unsigned int kinds);

/**
 * trigger_disarm() - remove all triggers from an event, but do not free them
 * @file: the event in an instance
 *
 * A hit that has already begun may still run the triggers. To remove several
 * events, the caller disarms all of them, waits once with hits_synchronize(),
 * and then calls trigger_free_disarmed() for each.
 *
 * Context: process, event_mutex held.
 */
void trigger_disarm(struct event_file *file);

/**
 * trigger_free_disarmed() - free the triggers that trigger_disarm() removed
 * @file: the event in an instance; no hit may use its triggers any more
 *
 * Context: process, event_mutex held.
 */
void trigger_free_disarmed(struct event_file *file);

extern const struct trigger_command traceon_command, traceoff_command;
extern const struct trigger_command snapshot_command, stacktrace_command;
extern const struct trigger_command enable_event_command, disable_event_command;
extern const struct trigger_command enable_hist_command, disable_hist_command;

#endif /* HISTRIG_TRIGGER_H */
