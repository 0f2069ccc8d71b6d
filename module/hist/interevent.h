/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interevents: the variables, references, expressions and actions of a trigger.
 *
 * A hit stores the variables of its trigger in the entry of its key. A hit of
 * another trigger with an equal key reads them there, on any CPU. So a
 * histogram combines two events. A trigger with variables, references,
 * expressions or actions has a struct hist_interevent, and its hits run a
 * longer path (hot/interevent.c). All other hits only count and pay nothing for
 * that path.
 *
 * The trigger shares the interevent with its histogram, which needs it to
 * print. The interevent holds references to the histograms whose variables the
 * trigger reads, because the triggers of these histograms are removed if their
 * event is unloaded. It refers only to histograms that are older, or that refer
 * to none, so references never form a cycle; see hist_var_newer().
 *
 * event_mutex protects an interevent while it is built and released. An
 * interevent does not change while hits can see it, so hits need no lock.
 */
#ifndef HISTRIG_INTEREVENT_H
#define HISTRIG_INTEREVENT_H

#include <linux/bits.h>
#include <linux/types.h>

#include "spec.h"

struct event;
struct event_file;
struct hist;
struct synth_event;

#define HIST_VAR_REFS_MAX	16
/*
 * Maximum number of variables in a filter; a variable named twice counts twice.
 */
#define HIST_CONDS_MAX		8
/* Maximum number of histograms whose entries a trigger forgets. */
#define HIST_FORGETS_MAX	16
/* Maximum number of fields in a synthetic event. */
#define HIST_PARAMS_MAX		64
/* A value, variable or key has at most four operands and three operators. */
#define HIST_CODE_MAX		((HIST_FIELDS_MAX + HIST_VARS_MAX) * 7)

/*
 * Statistics: values that are more than sums.
 *
 * A value with a modifier like .max, .avg or .p99 is a statistic of the field's
 * values. Each statistic has one sum in an entry, in the order of the values. A
 * standard deviation has HIST_WIDE_SUMS more for the squares, after the sums of all
 * values. Percentiles and distributions come from a sketch (sketch.h), one for
 * each field.
 *
 * If the key is one number and the trigger only adds plain values, its hits run
 * hist_hit_stats(). Hits of all other triggers with statistics run hot/interevent.c.
 */
enum hist_stat_kind {
	HIST_STAT_SUM,
	HIST_STAT_AVG,
	HIST_STAT_STDDEV,
	HIST_STAT_MIN,
	HIST_STAT_MAX,
	HIST_STAT_QUANTILE,
	HIST_STAT_DIST,
};

/* Number of parts in a whole, for hist_stat.parts. */
#define HIST_STAT_WHOLE		1000000U

/**
 * struct hist_stat - how one value of a histogram combines the numbers of hits
 * @kind: enum hist_stat_kind
 * @is_signed: whether the numbers are signed
 * @sketch: index of the sketch, for a quantile or a distribution
 * @square: index of the first sum of the squares
 * @parts: for a quantile, its fraction in parts of HIST_STAT_WHOLE
 */
struct hist_stat {
	u8 kind;
	bool is_signed;
	u8 sketch;
	u8 square;
	u32 parts;
};

/**
 * struct hist_stats - the statistics of a trigger
 * @of: for each value its statistic
 * @any: whether any value is not just a sum
 * @nr_sums: number of sums in an entry
 * @nr_sketches: number of sketches
 * @sketched: for each sketch the index of a value whose numbers it counts
 * @least: for each quantile, the index of a value that is the minimum of the
 *	same numbers, or 0
 * @most: for each quantile, the index of a value that is the maximum of the
 *	same numbers, or 0
 */
struct hist_stats {
	struct hist_stat of[HIST_VALS_MAX];
	bool any;
	u8 nr_sums;
	u8 nr_sketches;
	u8 sketched[HIST_VALS_MAX];
	u8 least[HIST_VALS_MAX];
	u8 most[HIST_VALS_MAX];
};

/* hist_stat_rank() - a u64 that compares like the signed or unsigned number */
static __always_inline u64 hist_stat_rank(const struct hist_stat *stat,
					  u64 value)
{
	return stat->is_signed ? value ^ BIT_ULL(63) : value;
}

/*
 * hist_stat_grade() - what a minimum or maximum stores in place of a number. The number
 * with the greatest grade is the result. The least grade is 0, so sums start at 0.
 */
static __always_inline u64 hist_stat_grade(const struct hist_stat *stat,
					   u64 value)
{
	value = hist_stat_rank(stat, value);
	return stat->kind == HIST_STAT_MIN ? ~value : value;
}

/* hist_stat_ungrade() - undo hist_stat_grade() */
static inline u64 hist_stat_ungrade(const struct hist_stat *stat, u64 grade)
{
	return hist_stat_rank(stat, stat->kind == HIST_STAT_MIN ? ~grade :
								  grade);
}

/**
 * enum hist_var_ref_form - how a hit finds the entry of the other histogram
 * @HIST_REF_SAME: use the entry that the previous reference found
 * @HIST_REF_NUMBER: search for the first field of the hit's key; keys of the
 *	other histogram are one number
 * @HIST_REF_WORDS: search for the hit's whole key; keys of both histograms have
 *	the same layout
 * @HIST_REF_FIRST: search for the first fields of the hit's key; keys of the
 *	other histogram have fewer fields
 * @HIST_REF_CONVERT: convert the hit's key, then search for it; the other
 *	histogram stores a string with a different fixed length or with none
 * @HIST_REF_NEVER: find no entry, since the keys are of different kinds
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
 * @hist: the histogram that has the variable
 * @form: enum hist_var_ref_form
 * @slot: index of the variable in an entry
 * @text: index of the string or stack in an entry, or HIST_NO_TEXT
 * @read_once: reading unsets the variable, as the kernel does for
 *	variables that expressions use
 * @keys: number of key fields of @hist; the first @keys fields of the hit's key
 *	must equal them
 * @named: the event in SYSTEM.EVENT.$VARIABLE, or NULL; only the parser uses it
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
 * struct hist_var_assign - a variable that a hit sets in its entry
 * @op: loads the value
 * @slot: index of the variable in the entry; for a string or stack of save(), the
 *	variable is 1 once one is stored
 * @text: index of the string or stack in the entry, or HIST_NO_TEXT
 * @name: name of the field, if save() stores it
 * @stack: whether @text is a stack
 * @user: whether it is a user stack
 */
struct hist_var_assign {
	struct hist_op op;
	u8 slot;
	u8 text;
	const char *name;
	bool stack;
	bool user;
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
	HIST_ACTION_FORGET,
};

/**
 * struct hist_action - a handler with its action
 * @handler: enum hist_handler
 * @kind: enum hist_action_kind
 * @tracked: index, among the variables that a hit sets, of the variable that
 *	onmax() or onchange() compares
 * @slot: index, in the variables of an entry, of the greatest or last value of
 *	@tracked so far
 * @nr_params: number of parameters, not counting EVENT in trace(EVENT,...)
 * @ops: load the values of @synth's fields
 * @synth: the synthetic event to generate; a reference is held
 * @text: the buffer that the names below point into
 * @word: the action's name as the user wrote it
 * @event: EVENT in trace(EVENT,...), NULL when @word names the event
 * @system: system of the event in onmatch()
 * @match: the event in onmatch()
 * @var: the tracked variable as the user wrote it
 * @params: the parameters as the user wrote them
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
 * struct hist_field_var - a trigger that an action made on another event
 * @file: the event; a reference is held
 * @hist: the histogram that the trigger feeds; a reference is held
 *
 * The trigger sets a variable to a field of its event; the action reads it.
 */
struct hist_field_var {
	struct event_file *file;
	struct hist *hist;
};

/**
 * struct hist_interevent - the part of a trigger that does more than count
 * @var_refs: references, in the order in which a hit reads them
 * @nr_var_refs: number of references
 * @var_assigns: assignments of variables, in the order of the command
 * @nr_var_assigns: number of assignments
 * @assign_bits: the bits of the assigned variables in hist_entry_vars.set
 * @saves: the fields that save() stores
 * @nr_saves: number of @saves
 * @actions: the actions; forget() actions come last
 * @nr_actions: number of actions
 * @nr_hit_actions: number of actions that are not forget()
 * @forgets: the histograms in which forget() actions forget an entry; their
 *	@slot is unused
 * @nr_forgets: number of @forgets
 * @nr_slots: number of variables in an entry, including tracked values and
 *	saved fields
 * @nr_texts: number of strings and stacks in an entry
 * @nr_save_texts: number of strings and stacks that save() stores; they follow
 *	the strings and stacks of variables
 * @scratch_size: bytes of scratch memory that a hit needs for strings, stacks and a
 *	long key
 * @code: operations of expressions; each operator follows its operands
 * @nr_code: number of operations
 * @stats: how the values are combined; @stats.any is false if all are sums
 * @conds: load the variables that the trigger's filter names
 * @nr_conds: number of @conds
 * @exprs: whether hits run an operator for any value, variable or key
 * @hist: the trigger's own histogram; NULL until the interevent holds
 *	references to the histograms of @var_refs and @forgets
 * @users: number of triggers and histograms that use the interevent; protected
 *	by event_mutex
 * @field_vars: triggers that actions made on other events
 * @nr_field_vars: number of @field_vars
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
	u8 nr_hit_actions;
	struct hist_var_ref forgets[HIST_FORGETS_MAX];
	u8 nr_forgets;
	u8 nr_slots;
	u8 nr_texts;
	u8 nr_save_texts;
	u16 scratch_size;
	struct hist_op code[HIST_CODE_MAX];
	u8 nr_code;
	struct hist_stats stats;
	struct hist_op conds[HIST_CONDS_MAX];
	u8 nr_conds;
	bool exprs;
	unsigned int users;
	const struct hist *hist;
	struct hist_field_var field_vars[HIST_PARAMS_MAX];
	u8 nr_field_vars;
};

/* hist_stats_of() - the statistics of a specification, or NULL if it has none */
static inline const struct hist_stats *
hist_stats_of(const struct hist_spec *spec)
{
	const struct hist_interevent *inter = spec->program.interevent;

	return inter && inter->stats.any ? &inter->stats : NULL;
}

/* hist_interevent_needed() - must a hit do more than count? */
static inline bool hist_interevent_needed(const struct hist_interevent *inter)
{
	return inter->nr_var_refs || inter->nr_var_assigns ||
	       inter->nr_actions || inter->exprs || inter->stats.any;
}

#endif /* HISTRIG_INTEREVENT_H */
