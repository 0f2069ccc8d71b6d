/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of one hit of a trigger with variables, expressions or actions.
 * Only interevent.c, its out-of-line parts and text.c include this header.
 */
#ifndef HISTRIG_HIT_H
#define HISTRIG_HIT_H

#include "../../synth/synth.h"
#include "../hist.h"
#include "../interevent.h"

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
 * A hit keeps this on the stack without clearing it, since most triggers use
 * few of its words.
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
 * Copies the string or stack to scratch memory, unless it is a variable's, the
 * task's name, or a string whose field ends with a NUL.
 */
u64 hist_param_address(struct hist_hit *hit, const struct hist_op *op);

#endif /* HISTRIG_HIT_H */
