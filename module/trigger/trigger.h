/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: what happens when an event is hit.
 *
 * An event's triggers are a small array in the order they were given, which
 * is replaced as a whole under RCU: a hit walks it without a lock, and
 * commands, which hold event_mutex, make a new one. An event with triggers
 * has its probe registered, one without has not, so it costs nothing.
 */
#ifndef HISTRIG_TRIGGER_H
#define HISTRIG_TRIGGER_H

#include <linux/types.h>

#include "../event/event_file.h"
#include "../filter/run.h"

struct seq_file;
struct trigger;

/* Triggers of one event: as many as one can be taken off without failing. */
#define TRIGGERS_MAX		500

/* Bits of struct trigger's @state; a hit with none set is the fast one. */
#define TRIGGER_PAUSED		BIT(0)
#define TRIGGER_WATCHED		BIT(1)
#define TRIGGER_HELD		BIT(2)
#define TRIGGER_FILTERED	BIT(3)

/* What a trigger does; of most kinds an event has one at most. */
enum trigger_kind {
	TRIGGER_HIST,
	TRIGGER_ONOFF,
	TRIGGER_SNAPSHOT,
	TRIGGER_STACKTRACE,
	TRIGGER_SWITCH_EVENT,
	TRIGGER_SWITCH_HIST,
};

/*
 * When a hit runs a trigger: before the hit is recorded, after it, or before it
 * unless the event has a trigger with a filter, a hist trigger or a late one.
 */
enum trigger_early {
	TRIGGER_LATE,
	TRIGGER_EARLY,
	TRIGGER_EARLY_ALONE,
};

/**
 * struct trigger_command - one kind of trigger
 * @name: first word of its commands
 * @kind: what its triggers do
 * @parse: do what a command says: make, change or remove a trigger of
 *	@file. @params is what follows the first word, NULL for nothing; it
 *	may be cut up. Returns 0 or an errno
 * @show: print the trigger as the trigger file does, the newline included
 * @early: when a hit runs it
 * @hit: what a hit does that the trigger's filter lets pass; any context.
 *	NULL for hist triggers, which are called without a detour
 * @free: free a trigger that no hit can see any more, but not its filter
 *
 * Context: process, event_mutex held.
 */
struct trigger_command {
	const char *name;
	enum trigger_kind kind;
	enum trigger_early early;
	int (*parse)(const struct trigger_command *command,
		     struct event_file *file, bool remove, char *params);
	void (*show)(struct seq_file *m, struct trigger *trigger);
	void (*free)(struct trigger *trigger);
	void (*hit)(struct trigger *trigger, const void *record);
};

/**
 * struct trigger - one trigger of one event
 * @state: TRIGGER_*
 * @command: its kind
 * @file: the event that it belongs to
 * @filter: which hits it is for, NULL for all; never changes
 * @ops: the operations of @filter, where a hit finds them at once
 */
struct trigger {
	unsigned int state;
	const struct trigger_command *command;
	struct event_file *file;
	struct filter *filter;
	const struct filter_op *ops;
};

/**
 * struct trigger_set - the triggers of one event
 * @nr: how many, at least one
 * @triggers: in the order they were given
 */
struct trigger_set {
	unsigned int nr;
	struct trigger *triggers[];
};

/* trigger_set_state() - set or clear one bit; any context */
static inline void trigger_set_state(struct trigger *trigger, unsigned int bit,
				     bool on)
{
	unsigned int state = READ_ONCE(trigger->state), seen;

	for (;;) {
		seen = cmpxchg(&trigger->state, state,
			       on ? state | bit : state & ~bit);
		if (seen == state)
			break;
		state = seen;
	}
}

/**
 * trigger_set_filter() - give a trigger its filter
 * @trigger: the trigger, not yet added
 * @filter: the filter, NULL for none; freed with the trigger
 */
static inline void trigger_set_filter(struct trigger *trigger,
				      struct filter *filter)
{
	trigger->filter = filter;
	trigger->ops = filter ? filter->ops : NULL;
	trigger_set_state(trigger, TRIGGER_FILTERED, filter);
}

/**
 * trigger_wants() - is a trigger for a hit?
 *
 * Context: any, preemption off.
 */
static __always_inline bool trigger_wants(const struct trigger *trigger,
					  const void *record)
{
	return !(READ_ONCE(trigger->state) & TRIGGER_FILTERED) ||
	       filter_match(trigger->filter, record);
}

/**
 * trigger_parse_filter() - make the filter of a trigger
 * @filter: set to the filter
 * @file: the event, whose instance keeps the errors
 * @text: "if" and what follows it
 *
 * What is wrong goes to the error log.
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int trigger_parse_filter(struct filter **filter, struct event_file *file,
			 const char *text);

/* trigger_same_filter() - do they mean the same hits? By text, as natively. */
bool trigger_same_filter(const struct filter *a, const struct filter *b);

/* The triggers of an event, NULL for none; event_mutex held. */
struct trigger_set *trigger_set_of(const struct event_file *file);

/* The @i-th trigger of an event, NULL behind the last; event_mutex held. */
struct trigger *trigger_at(const struct event_file *file, unsigned int i);

/**
 * trigger_add() - let an event run a trigger from now on
 * @trigger: the trigger, complete
 *
 * Context: process, event_mutex held.
 * Return: 0, or an errno with nothing changed.
 */
int trigger_add(struct trigger *trigger);

/**
 * trigger_remove() - take a trigger off its event and free it
 *
 * Waits until no hit uses it.
 *
 * Context: process, event_mutex held.
 */
void trigger_remove(struct trigger *trigger);

/**
 * trigger_disarm() - let no hit from now on run triggers of an event
 *
 * They are freed by trigger_free_disarmed(), when no hit is on its way any more.
 *
 * Context: process, event_mutex held.
 */
void trigger_disarm(struct event_file *file);
void trigger_free_disarmed(struct event_file *file);

/**
 * trigger_remove_kinds() - take all triggers of some kinds off an event
 * @file: the event
 * @kinds: BIT() of each kind
 *
 * Context: process, event_mutex held.
 */
void trigger_remove_kinds(struct event_file *file, unsigned int kinds);

extern const struct trigger_command traceon_command, traceoff_command;
extern const struct trigger_command snapshot_command, stacktrace_command;
extern const struct trigger_command enable_event_command, disable_event_command;
extern const struct trigger_command enable_hist_command, disable_hist_command;

#endif /* HISTRIG_TRIGGER_H */
