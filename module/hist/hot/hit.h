/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits of triggers with variables, expressions or actions: their state, how they load
 * operands and run actions. Only interevent.c, text.c, operand.c and action.c include this
 * header; the last three define the functions that are not inlined.
 */
#ifndef HISTRIG_HIT_H
#define HISTRIG_HIT_H

#include <linux/math64.h>

#include "../../compat/compiler.h"
#include "../../synth/synth.h"
#include "../hist.h"
#include "../interevent.h"
#include "load.h"
#include "run.h"
#include "search.h"

/**
 * struct hist_hit - the state of one hit
 * @trigger: the trigger
 * @map: the map that it counts in
 * @record: the record of the event
 * @time: the time stamp, 0 until the hit reads the clock
 * @key_words: length of the key in words
 * @key: the key
 * @texts: scratch memory for strings and stacks
 * @index: index of the entry that has the key
 * @var_refs: the value of each reference, which is a number or the address of a
 *	string or stack
 * @own_vars: values of the variables that the hit sets to numbers
 * @short_key: space for a key that fits on the stack
 * @record_buf: space for the record of a synthetic event
 *
 * A hit keeps this structure on the stack without clearing it, since most triggers
 * use few of its words.
 */
struct hist_hit {
	struct hist_trigger *trigger;
	struct hist_map *map;
	const void *record;
	u64 time;
	unsigned int key_words;
	u64 *key;
	u64 *texts;
	long index;
	u64 var_refs[HIST_VAR_REFS_MAX];
	u64 own_vars[HIST_VARS_MAX];
	u64 short_key[HIST_SHORT_KEY_WORDS];
	u64 record_buf[SYNTH_HEAD_WORDS + SYNTH_SHORT_MAX];
};

static __always_inline const struct hist_program *
hit_program(const struct hist_hit *hit)
{
	return &hit->trigger->program;
}

static __always_inline const struct hist_interevent *
hit_interevent(const struct hist_hit *hit)
{
	return hit->trigger->program.interevent;
}

/**
 * hist_find_entry() - find the entry that a reference reads
 * @hit: the hit, whose @key is the whole key
 * @ref: the reference, whose form is not HIST_REF_SAME
 * @map: the map of the reference's histogram to search
 * @pin: whether entries of @map can be forgotten; the entry is then pinned
 *
 * Context: any, NMI too, preemption off, as for all functions below.
 * Return: the index, HIST_CHAIN_NONE if no entry has the key, or
 * HIST_CHAIN_RETRY_LIMIT if the search was given up or lacks scratch memory.
 */
long hist_find_entry(struct hist_hit *hit, const struct hist_var_ref *ref,
		     struct hist_map *map, bool pin);

/* hist_put_text() - write a variable's string or stack, which @op loads */
void hist_put_text(struct hist_hit *hit, u64 *to, const struct hist_op *op);

/**
 * hist_param_address() - address of a parameter that is a string or stack
 * @hit: the hit
 * @op: the operation that loads the parameter
 *
 * Copies the string or stack to scratch memory, unless it is that of a variable,
 * the name of the task, or a string whose field ends with a NUL.
 */
u64 hist_param_address(struct hist_hit *hit, const struct hist_op *op);

/* hist_run_code() - the value of an expression whose operations end at @end */
u64 hist_run_code(struct hist_hit *hit, const struct hist_op *op,
		  const struct hist_op *end);

/* hist_load_any_expr() - load_expr(), not inlined */
u64 hist_load_any_expr(struct hist_hit *hit, const struct hist_op *expr);

/* hist_build_key() - set @key_words of a hit and the words at its @key */
void hist_build_key(struct hist_hit *hit);

/* hist_load_own_vars() - compute the variables that the hit sets to numbers */
void hist_load_own_vars(struct hist_hit *hit,
			const struct hist_interevent *inter);

/*
 * hist_variables_pass() - does a hit pass a filter that names variables?
 *
 * The hit has no entry yet, so this computes the variables that the hit sets to
 * numbers; set_vars() computes them again and stores them. If the filter gets no
 * memory, counts the hit as dropped and returns false.
 */
bool hist_variables_pass(struct hist_hit *hit,
			 const struct hist_interevent *inter);

/* Reads the clock once per hit, so that all its time stamps are equal. */
static __always_inline u64 hit_time(struct hist_hit *hit)
{
	if (!hit->time)
		hit->time = hist_time_now(hit_program(hit));
	return hit->time;
}

static __always_inline u64 load_as_is(struct hist_hit *hit,
				      const struct hist_op *op)
{
	if (op->code <= HIST_OP_NUMBER_LAST)
		return hist_load_number(op, hit->record);
	if (op->code == HIST_OP_TIME)
		return hit_time(hit);
	if (op->code == HIST_OP_VAR_REF)
		return hit->var_refs[op->offset];
	if (op->code == HIST_OP_OWN_VAR)
		return hit->own_vars[op->offset];
	return hist_load_rare(hit_program(hit), op);
}

static __always_inline u64 operand_load(struct hist_hit *hit,
					const struct hist_op *op)
{
	u64 value;

	/* A reference cannot have a modifier, so its value is final. */
	if (op->code == HIST_OP_VAR_REF)
		return hit->var_refs[op->offset];
	value = load_as_is(hit, op);
	if (unlikely(op->modifier != HIST_MODIFIER_AS_IS))
		value = hist_modify(op, value);
	return value;
}

static u64 operand_divide(u64 value, u64 divisor)
{
	if (!divisor)
		return -1;
	return div64_u64(value, divisor);
}

static __always_inline u64 apply_two(const struct hist_op *op, u64 a, u64 b)
{
	if (likely(op->code == HIST_OP_MINUS))
		return a - b;
	if (op->code == HIST_OP_PLUS)
		return a + b;
	if (op->code == HIST_OP_TIMES)
		return a * b;
	return operand_divide(a, b);
}

/*
 * If @number of @expr is 1, the expression has the most common form: two operands
 * and an operator.
 */
static __always_inline u64 load_expr(struct hist_hit *hit,
				     const struct hist_interevent *inter,
				     const struct hist_op *expr)
{
	const struct hist_op *op = inter->code + expr->offset;
	u64 first;

	if (unlikely(!expr->number))
		return hist_run_code(hit, op, op + expr->size);
	first = operand_load(hit, op);
	return apply_two(op + 2, first, operand_load(hit, op + 1));
}

static __always_inline u64 operand_load_value(struct hist_hit *hit,
					      const struct hist_op *op)
{
	if (op->code == HIST_OP_EXPR)
		return hist_load_any_expr(hit, op);
	return operand_load(hit, op);
}

/* Loads the new value of a variable, which cannot have .log2 or .buckets. */
static __always_inline u64 load_set(struct hist_hit *hit,
				    const struct hist_interevent *inter,
				    const struct hist_op *op)
{
	if (op->code == HIST_OP_EXPR)
		return load_expr(hit, inter, op);
	return load_as_is(hit, op);
}

/*
 * Sets @key and @key_words for functions that use them. Hits whose key is one number
 * (@number) set only @short_key before, which is faster.
 */
static __always_inline struct hist_hit *whole_key(struct hist_hit *hit,
						  bool number)
{
	if (number) {
		hit->key = hit->short_key;
		hit->key_words = 1;
	}
	return hit;
}

/* hist_generate_long() - generate a synthetic event that is not short; see struct synth_event */
void hist_generate_long(struct hist_hit *hit, const struct hist_action *action);

/*
 * hist_act_beyond() - run an onmax() or onchange() action
 *
 * @value is beyond the value that the action tracks in the entry.
 */
void hist_act_beyond(struct hist_hit *hit, const struct hist_action *action,
		     struct hist_entry_vars *vars, u64 value);

static __always_inline u64 action_load_param(struct hist_hit *hit,
					     const struct hist_op *op)
{
	if (likely(hist_op_is_plain(op)))
		return hist_load_number(op, hit->record);
	if (likely(op->code == HIST_OP_OWN_VAR))
		return hit->own_vars[op->offset];
	if (hist_op_is_word(op))
		return operand_load_value(hit, op);
	return hist_param_address(hit, op);
}

/*
 * A short event has only a few fields, all of them numbers, so its record is
 * built on the stack.
 */
static __always_inline void action_generate(struct hist_hit *hit,
					    const struct hist_action *action)
{
	const struct synth_event *synth = action->synth;
	const struct hist_op *op = action->ops;
	u64 *record = hit->record_buf;
	u64 *to = record + SYNTH_HEAD_WORDS;
	unsigned long i, nr = synth->short_nr;

	if (!synth_event_wanted(synth))
		return;
	if (unlikely(!nr)) {
		hist_generate_long(hit, action);
		return;
	}
	synth_head_clear(record);
	for (i = 0; i < nr; i++, op++)
		to[i] = synth_event_word(synth, i, action_load_param(hit, op));
	synth_event_hit_record(synth, record);
}

static __always_inline bool handler_fires(const struct hist_action *action,
					  u64 value, u64 before)
{
	return action->handler == HIST_ONMAX ? value > before : value != before;
}

static __always_inline void run_actions(struct hist_hit *hit,
					const struct hist_interevent *inter,
					struct hist_entry_vars *vars,
					bool number)
{
	unsigned int i;

	for (i = 0; i < inter->nr_hit_actions; i++) {
		const struct hist_action *action = inter->actions[i];
		u64 value, before;

		if (action->handler == HIST_ONMATCH) {
			action_generate(hit, action);
			continue;
		}
		value = hit->own_vars[action->tracked];
		before = READ_ONCE(vars->values[action->slot]);
		if (handler_fires(action, value, before))
			hist_act_beyond(whole_key(hit, number), action, vars,
					value);
	}
}

#endif /* HISTRIG_HIT_H */
