/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a hit does beside counting: variables, references, expressions, actions.
 *
 * A trigger may set variables, which lie in the entry of the hit's key, where
 * all CPUs share them. Another trigger reads them in the entry that has the key
 * of its own hit: that is how two events meet. A trigger that does any of this
 * has a struct hist_interevent, and its hits take a longer way (interevent.c); one
 * that does not pays nothing for it.
 *
 * An inter belongs to the trigger that was made with it and, as part of the
 * plan that says how to print it, to the trigger's histogram. It keeps the
 * histograms that it refers to, so they can be read however their triggers go;
 * that a trigger which others refer to cannot be removed is a rule for users.
 * Histograms never keep triggers, and a reference goes to a histogram that was
 * there before, so nothing goes round in a circle.
 *
 * It is built and put under event_mutex and constant while hits can see it.
 */
#ifndef HISTRIG_INTEREVENT_H
#define HISTRIG_INTEREVENT_H

#include <linux/types.h>

#include "spec.h"

struct event;
struct event_file;
struct hist;
struct hist_report;
struct synth_event;

#define HIST_VAR_REFS_MAX 16
/* As many as a synthetic event has fields. */
#define HIST_PARAMS_MAX		64
/* Each value, variable and key may have four operands, three operators. */
#define HIST_CODE_MAX		((HIST_FIELDS_MAX + HIST_VARS_MAX) * 7)

/**
 * enum hist_var_ref_form - how a hit finds the entry of the other histogram
 * @HIST_REF_SAME: it is that of the reference before this one
 * @HIST_REF_NUMBER: both have keys of one number
 * @HIST_REF_WORDS: both have keys of the same form
 * @HIST_REF_FIRST: the other has some of our keys, the first ones
 * @HIST_REF_CONVERT: the other has texts in another form
 * @HIST_REF_NEVER: never, for its keys are of another kind
 */
enum hist_var_ref_form {
	HIST_REF_SAME,
	HIST_REF_NUMBER,
	HIST_REF_WORDS,
	HIST_REF_FIRST,
	HIST_REF_CONVERT,
	HIST_REF_NEVER,
};

/**
 * struct hist_var_ref - a variable of another trigger, as a hit reads it
 * @hist: the histogram that has it
 * @form: enum hist_var_ref_form
 * @slot: where in an entry
 * @text: index of the text or stack in an entry, or HIST_NO_TEXT
 * @read_once: it is unset when it was read, for an expression uses it
 * @keys: how many key fields it has: so many of ours must be equal
 * @named: the event by which a command calls it, NULL for none; for the planner
 */
struct hist_var_ref {
	struct hist *hist;
	u8 form;
	u8 slot;
	u8 text;
	bool read_once;
	u8 keys;
	const struct event *named;
};

/**
 * struct hist_var_assign - something that a hit writes into its entry
 * @op: what
 * @slot: where; of a text only that it is set
 * @text: index of the text or stack, or HIST_NO_TEXT
 * @name: name of a saved field
 * @stack: @text is a stack
 */
struct hist_var_assign {
	struct hist_op op;
	u8 slot;
	u8 text;
	const char *name;
	bool stack;
};

enum hist_handler {
	HIST_ONMATCH,
	HIST_ONMAX,
	HIST_ONCHANGE,
};

enum hist_action_kind {
	HIST_ACTION_TRACE,
	HIST_ACTION_SAVE,
	HIST_ACTION_SNAPSHOT,
};

/**
 * struct hist_action - a handler with its action
 * @handler: enum hist_handler
 * @kind: enum hist_action_kind
 * @tracked: the variable that is compared, of HIST_ONMAX and HIST_ONCHANGE
 * @slot: where the greatest or last value is kept
 * @nr_params: parameters, without the event's name behind trace(
 * @ops: the values of @synth's fields
 * @synth: the synthetic event that is generated; a reference is held
 * @text: where the names below stand
 * @word: what the user called the action
 * @event: the synthetic event behind trace(, NULL when @word is the event
 * @system: system of the matching event, of HIST_ONMATCH
 * @match: the matching event
 * @var: the tracked variable as it was written
 * @params: the parameters as they were written
 */
struct hist_action {
	u8 handler;
	u8 kind;
	u8 tracked;
	u8 slot;
	u8 nr_params;
	struct hist_op *ops;
	struct synth_event *synth;
	char *text;
	const char *word;
	const char *event;
	const char *system;
	const char *match;
	const char *var;
	const char *params[HIST_PARAMS_MAX];
};

/**
 * struct hist_field_var - a trigger on another event that an action needs
 * @file: the event; a reference is held
 * @hist: the histogram that it feeds; held
 */
struct hist_field_var {
	struct event_file *file;
	struct hist *hist;
};

/**
 * struct hist_interevent - what a hit does beside counting
 * @var_refs: references, in the order in which they are read
 * @nr_var_refs: how many
 * @var_assigns: the variables, in the order in which they were given
 * @nr_var_assigns: how many
 * @assign_bits: one for each of them
 * @saves: what save() keeps
 * @nr_saves: how many
 * @actions: the actions
 * @nr_actions: how many
 * @nr_slots: variables of an entry, hidden ones included
 * @nr_texts: texts and stacks of an entry
 * @nr_save_texts: how many of them save() has, the last ones
 * @room: bytes that a hit needs for a while, beside the stack
 * @code: operations of expressions, each behind its operands
 * @nr_code: how many
 * @exprs: some of them are more than one operand
 * @hist: the histogram of the trigger, once those of @var_refs are kept
 * @users: triggers and histograms that have it; event_mutex
 * @field_vars: triggers that actions made
 * @nr_field_vars: how many
 */
struct hist_interevent {
	struct hist_var_ref var_refs[HIST_VAR_REFS_MAX];
	u8 nr_var_refs;
	struct hist_var_assign var_assigns[HIST_VARS_MAX];
	u8 nr_var_assigns;
	u64 assign_bits;
	struct hist_var_assign saves[HIST_VARS_MAX];
	u8 nr_saves;
	struct hist_action *actions[HIST_ACTIONS_MAX];
	u8 nr_actions;
	u8 nr_slots;
	u8 nr_texts;
	u8 nr_save_texts;
	u16 room;
	struct hist_op code[HIST_CODE_MAX];
	u8 nr_code;
	bool exprs;
	unsigned int users;
	const struct hist *hist;
	struct hist_field_var field_vars[HIST_PARAMS_MAX];
	u8 nr_field_vars;
};

/**
 * hist_interevent_new() - one of a command that may need it
 *
 * Context: process.
 * Return: an empty one with one user, or NULL without memory.
 */
struct hist_interevent *hist_interevent_new(void);

/* hist_interevent_get() - one more user; event_mutex */
static inline struct hist_interevent *
hist_interevent_get(struct hist_interevent *inter)
{
	if (inter)
		inter->users++;
	return inter;
}

/**
 * hist_interevent_put() - one user less; the last one frees it
 * @inter: it, or NULL; no hit can see it any more when it goes
 *
 * Context: process, event_mutex held.
 */
void hist_interevent_put(struct hist_interevent *inter);

/**
 * hist_interevent_take() - keep the histograms that are referred to
 * @inter: of a trigger that is complete, or NULL
 * @own: the histogram that the trigger feeds
 *
 * Their triggers cannot be removed by users from now on.
 *
 * Context: process, event_mutex held.
 */
void hist_interevent_take(struct hist_interevent *inter,
			  const struct hist *own);

/**
 * hist_interevent_release() - let go of all that an inter refers to
 * @inter: of a trigger that no hit can see, or that there never was; or NULL
 *
 * Takes triggers along that its actions made. What it says when printed stays.
 *
 * Context: process, event_mutex held.
 */
void hist_interevent_release(struct hist_interevent *inter);

/**
 * hist_interevent_layout() - decide where a hit puts what it works on
 * @plan: a plan that is complete and has its actions bound
 * @report: takes the error
 *
 * Context: process, event_mutex held.
 * Return: 0, or -EINVAL if a hit would need too much scratch space.
 */
int hist_interevent_layout(struct hist_spec *spec, struct hist_report *report);

/**
 * hist_snapshot_action() - the action that takes snapshots
 * @inter: an interevent, or NULL
 *
 * Context: process, event_mutex held.
 * Return: the action, or NULL.
 */
const struct hist_action *
hist_snapshot_action(const struct hist_interevent *inter);

/**
 * hist_action_free() - free an action
 * @action: the action, which holds no synthetic event any more
 *
 * Context: process.
 */
void hist_action_free(struct hist_action *action);

/* hist_interevent_needed() - does a hit do anything of what an inter is for */
static inline bool hist_interevent_needed(const struct hist_interevent *inter)
{
	return inter->nr_var_refs || inter->nr_var_assigns ||
	       inter->nr_actions || inter->exprs;
}

#endif /* HISTRIG_INTEREVENT_H */
