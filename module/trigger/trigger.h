/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: actions that users attach to the hits of an event.
 *
 * The triggers of an event are a small array under RCU. Hits walk it without a
 * lock; commands hold event_mutex and replace it as a whole. An event's probe is
 * registered only while the event has triggers or is recorded.
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
 * An array of this many triggers fits in a page, so its allocation does not
 * fail when a trigger is removed.
 */
#define TRIGGERS_MAX		500

/* Bits of struct trigger's @state. Hits are fastest when no bit is set. */
#define TRIGGER_PAUSED		BIT(0)	/* paused by the user */
#define TRIGGER_WATCHED		BIT(1)	/* a hit may have to wake pollers */
#define TRIGGER_HELD		BIT(2)	/* its histogram is being cleared */
#define TRIGGER_FILTERED	BIT(3)	/* has a filter */

/* The bits above TRIGGER_FLAGS select the function for hits of a hist trigger. */
#define TRIGGER_FLAGS		0xffU
#define TRIGGER_FORM(form)	((form) << 8)

/*
 * An event can have several triggers of the kinds TRIGGER_HIST and TRIGGER_PROBE,
 * and one of each other kind. TRIGGER_SWITCH_EVENT and TRIGGER_SWITCH_HIST are
 * allowed once for each event to switch.
 */
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
 * @TRIGGER_BEFORE_ALONE: before recording the hit, or after recording it if a
 *	trigger of the event needs the record, see needs_record()
 * @TRIGGER_POST: after recording the hit and running all other triggers (the
 *	kernel's post triggers)
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
 * @parse: makes, changes or removes a trigger of @file. @params is the command
 *	without its first word, or NULL; it may be modified. Returns 0 or an
 *	errno
 * @show: prints a trigger as a line of the trigger file, with the newline
 * @free: frees a trigger that no hit can see any more, but not its filter
 * @hit: runs for each hit that the trigger's filter lets pass; any context,
 *	preemption off. NULL for hist triggers, for which the dispatcher calls
 *	hist_hit()
 * @lost: runs in place of @hit if the hit has no record, or if its filter got
 *	no memory; may be NULL
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
 * @sole: for a hist trigger, which fields of a record it reads
 * @state: TRIGGER_* bits, and TRIGGER_FORM()
 * @removed: the trigger is being removed; protected by event_mutex
 * @command: the command that made the trigger
 * @file: the event file that the trigger belongs to
 * @filter: selects the hits to act on, NULL for all hits; does not change after
 *	trigger_set_filter()
 * @ops: the operations of @filter, which hits read without loading @filter
 */
struct trigger {
	struct event_sole_trigger sole;
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

/* Sets or clears one TRIGGER_* bit of a trigger's state. Any context, NMI too. */
static inline void trigger_set_state(struct trigger *trigger, unsigned int bit,
				     bool on)
{
	set_mask_bits(&trigger->state, bit, on ? bit : 0);
}

/*
 * Call this before trigger_add(). @filter may be NULL, and is freed together with
 * the trigger.
 */
static inline void trigger_set_filter(struct trigger *trigger,
				      struct filter *filter)
{
	trigger->filter = filter;
	trigger->ops = filter ? filter->ops : NULL;
	trigger_set_state(trigger, TRIGGER_FILTERED, filter);
}

/**
 * trigger_run_filter() - run the filter of a trigger on a hit
 * @trigger: the trigger
 * @record: the record of the hit
 *
 * Context: any, NMI too; preemption off.
 * Return: FILTER_YES, FILTER_NO or FILTER_NO_MEM.
 */
static __always_inline int trigger_run_filter(const struct trigger *trigger,
					      const void *record)
{
	if (!(READ_ONCE(trigger->state) & TRIGGER_FILTERED))
		return FILTER_YES;
	return filter_match(trigger->filter, record);
}

/**
 * trigger_parse_filter() - make the filter of a trigger
 * @filter: set to the filter
 * @file: the event in an instance; errors go to that instance's error log
 * @text: the filter, which starts with "if"
 * @vars: finds the variables that a filter of a hist trigger may name, or NULL
 *
 * Context: process, event_mutex held.
 * Return: 0, or the kernel's errno for the same text.
 */
int trigger_parse_filter(struct filter **filter, struct event_file *file,
			 const char *text, const struct filter_vars *vars);

/* Returns an event's triggers, NULL if it has none. Caller holds event_mutex. */
struct trigger_set *trigger_set_of(const struct event_file *file);

/* Returns trigger number @i, NULL if there are fewer. Caller holds event_mutex. */
struct trigger *trigger_at(const struct event_file *file, unsigned int i);

/*
 * @trigger is NULL after a loop without a break. A body that removes a trigger
 * must leave the loop. Caller holds event_mutex.
 */
#define for_each_trigger(trigger, i, file)				\
	for ((i) = 0; ((trigger) = trigger_at(file, i)); (i)++)

/**
 * trigger_add() - add a trigger to its event
 * @trigger: the trigger, complete
 *
 * Context: process, event_mutex held.
 * Return: 0, -ENOSPC if the event already has TRIGGERS_MAX triggers, -ENOMEM,
 * or an errno of event_file_probe(). On failure, nothing changes and
 * the caller still owns @trigger.
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
 * @kinds: a BIT() of enum trigger_kind for each kind
 *
 * Like trigger_remove(), waits until running hits end, and cannot fail.
 *
 * Context: process, event_mutex held.
 */
void trigger_remove_kinds(struct event_file *file, unsigned int kinds);

/**
 * trigger_disarm() - remove all triggers from an event, but do not free them
 * @file: the event in an instance
 *
 * Running hits may still use the triggers. To remove several events, disarm
 * all, wait once with hits_synchronize(), then call trigger_free_disarmed() for
 * each.
 *
 * Context: process, event_mutex held.
 */
void trigger_disarm(struct event_file *file);

/* Frees the triggers that trigger_disarm() removed. Caller holds event_mutex. */
void trigger_free_disarmed(struct event_file *file);

extern const struct trigger_command traceon_command, traceoff_command;
extern const struct trigger_command snapshot_command, stacktrace_command;
extern const struct trigger_command enable_event_command, disable_event_command;
extern const struct trigger_command enable_hist_command, disable_hist_command;

#endif /* HISTRIG_TRIGGER_H */
