/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One hit of a trigger that does more than count, while it runs; only
 * interevent.c and text.c need it.
 */
#ifndef HISTRIG_HIT_H
#define HISTRIG_HIT_H

#include "../../synth/synth.h"
#include "../hist.h"
#include "../interevent.h"

/**
 * struct hist_hit - one hit on its way
 * @trigger: the trigger
 * @record: the record
 * @time: when it was, 0 until somebody asks
 * @key_words: the length of the key
 * @key: the key
 * @texts: room for texts that are handed on
 * @index: the entry
 * @var_refs: values of what it refers to: a number, or where a text is
 * @own_vars: values of the variables it sets that are numbers
 * @short_key: room for the key
 * @record_room: room for the record of a synthetic event
 *
 * Lies on the stack and is not cleared: a few words of it are all that most
 * triggers use.
 */
struct hist_hit {
	struct hist_trigger *trigger;
	const void *record;
	u64 time;
	unsigned int key_words;
	u64 *key;
	u64 *texts;
	long index;
	u64 var_refs[HIST_VAR_REFS_MAX];
	u64 own_vars[HIST_VARS_MAX];
	u64 short_key[HIST_SHORT_KEY_WORDS];
	u64 record_room[SYNTH_HEAD_WORDS + SYNTH_SHORT_MAX];
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

static __always_inline struct hist_map *hit_map(const struct hist_hit *hit)
{
	return &hit->trigger->hist->map;
}

/**
 * hist_find_entry() - the entry that a reference reads, if it takes more than
 *	one number to find it
 *
 * Context: as all below: any, NMI too, preemption off.
 * Return: its index, or -1.
 */
long hist_find_entry(struct hist_hit *hit, const struct hist_var_ref *ref);

/**
 * hist_put_text() - write a text or stack where a variable keeps it
 * @to: room of HIST_TEXT_WORDS
 * @op: what to write
 */
void hist_put_text(struct hist_hit *hit, u64 *to, const struct hist_op *op);

/**
 * hist_param_address() - where a parameter is that is no number
 *
 * What may be handed on where it stands is; all else is put into @hit->texts.
 */
u64 hist_param_address(struct hist_hit *hit, const struct hist_op *op);

#endif /* HISTRIG_HIT_H */
