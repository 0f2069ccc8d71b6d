// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of triggers that do more than count, see ../interevent.h.
 *
 * A hit builds its key, reads the variables of other histograms in the entries
 * with that key, counts in its own entry, sets the variables there and runs the
 * actions. As in the kernel, a hit ends before it counts if a variable that it
 * reads is not set, or if no entry has the key.
 *
 * Hits that use a histogram with chains (see ../chains.h) also pin, until they
 * end, each entry that they find. They run hist_hit_pinned() or
 * hist_hit_pinned_number(), which are made of the same code with the constant @pins
 * true. In the two functions whose names end with "number", the constant @number is
 * true.
 *
 * All CPUs share the variables. A number is one word, so a hit never reads half
 * of it. A hit that reads a string while another CPU writes it may get a
 * mixture of both, which always ends within its memory.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../event/hot/scratch.h"
#include "chains.h"
#include "hit.h"
#include "load.h"
#include "run.h"
#include "search.h"

static __always_inline bool read_ref(const struct hist_map *map, long index,
				     const struct hist_var_ref *ref, u64 *value)
{
	struct hist_entry_vars *vars = hist_map_vars(map, index);
	unsigned long slot = ref->slot;

	if (likely(ref->text == HIST_NO_TEXT))
		return hist_read_var(vars, slot, ref->read_once, value);
	*value = (unsigned long)hist_map_text(map, index, ref->text);
	return hist_text_is_set(vars, slot);
}

/*
 * Reads all references. Returns false if an entry does not exist or its
 * variable is not set. With @pins, sets @pinned[I] to the index that was pinned
 * for reference I, or to a negative number. Either map of a histogram can be
 * searched, because the maps of a histogram with variables share the entries.
 */
static __always_inline bool
interevent_read_refs(struct hist_hit *hit, const struct hist_interevent *inter,
		     u64 first_key, s32 *pinned, const bool number,
		     const bool pins)
{
	unsigned int i, nr = inter->nr_var_refs;
	long index = HIST_CHAIN_NONE;

	if (pins && nr)
		memset(pinned, -1, nr * sizeof(*pinned));
	for (i = 0; i < nr; i++) {
		const struct hist_var_ref *ref = &inter->var_refs[i];
		struct hist_map *map = hist_map_now(ref->hist);
		const bool pin = pins && hist_map_has_chains(map);

		if (likely(ref->form == HIST_REF_NUMBER) && !pin)
			index = hist_map_peek_word(map, first_key);
		else if (ref->form != HIST_REF_SAME)
			index = hist_find_entry(whole_key(hit, number), ref,
						map, pin);
		if (pin && ref->form != HIST_REF_SAME)
			pinned[i] = index;
		if (index < 0) {
			if (unlikely(index == HIST_CHAIN_RETRY_LIMIT))
				hist_lose(hit->trigger, hit->map);
			return false;
		}
		if (!read_ref(map, index, ref, &hit->var_refs[i]))
			return false;
	}
	return true;
}

static void unpin_refs(const struct hist_interevent *inter, const s32 *pinned)
{
	unsigned int i;

	for (i = 0; i < inter->nr_var_refs; i++)
		if (pinned[i] >= 0)
			hist_chains_unpin(hist_map_now(inter->var_refs[i].hist),
					  pinned[i]);
}

/* Does what interevent_add_values() does, for a histogram with statistics. */
static noinline void interevent_add_stats(struct hist_hit *hit, local_t *own,
					  atomic64_t *shared, bool pin)
{
	const struct hist_program *program = hit_program(hit);
	u64 values[HIST_VALS_MAX] __uninitialized;
	unsigned int i;

	for (i = 1; i < program->nr_vals; i++)
		values[i] = operand_load_value(hit, &program->ops_vals[i - 1]);
	hist_stats_add(hit->map, &program->interevent->stats, program->nr_vals,
		       hit->index, own, shared, values, pin);
}

/* Adds the hit's values to @own or, if that is NULL, to @shared. */
static noinline void interevent_add_values(struct hist_hit *hit, local_t *own,
					   atomic64_t *shared, bool pin)
{
	const struct hist_program *program = hit_program(hit);
	const struct hist_interevent *inter = program->interevent;
	unsigned int i;
	u64 value;

	if (inter && inter->stats.any) {
		interevent_add_stats(hit, own, shared, pin);
		return;
	}
	for (i = 1; i < program->nr_vals; i++) {
		value = operand_load_value(hit, &program->ops_vals[i - 1]);
		if (own)
			local_add(value, own + i);
		else
			atomic64_add(value, shared + i);
	}
}

static noinline void interevent_count_shared(struct hist_hit *hit, u64 offset,
					     bool pin)
{
	struct hist_sums *sums = &hit->map->sums;
	atomic64_t *shared = pin ? hist_sums_common(sums, offset) :
				   hist_sums_shared(sums, offset);

	atomic64_inc(shared);
	if (hit_program(hit)->nr_vals > 1)
		interevent_add_values(hit, NULL, shared, pin);
}

static __always_inline void interevent_count(struct hist_hit *hit, bool pin)
{
	const u64 offset = hist_sums_offset(&hit->map->sums, hit->index);
	local_t *own = pin ? NULL : hist_sums_at(&hit->map->sums, offset);

	if (unlikely(!own)) {
		interevent_count_shared(hit, offset, pin);
		return;
	}
	local_inc(own);
	if (unlikely(hit_program(hit)->nr_vals > 1))
		interevent_add_values(hit, own, NULL, false);
}

/*
 * Sets the variables of a hit's entry. Indexes the words of the whole struct
 * hist_entry_vars instead of @values, because gcc needs fewer instructions for that.
 */
static __always_inline void set_vars(struct hist_hit *hit,
				     const struct hist_interevent *inter,
				     struct hist_entry_vars *vars)
{
	unsigned int i, nr = inter->nr_var_assigns;
	struct hist_map *map = hit->map;
	u64 *words = (u64 *)vars;
	bool once;

	if (!nr)
		return;
	once = READ_ONCE(hit->trigger->hist->nr_read_once);
	if (once && unlikely(READ_ONCE(vars->set) & inter->assign_bits))
		hist_mark_unset(vars, inter->assign_bits);
	for (i = 0; i < nr; i++) {
		const struct hist_var_assign *set = &inter->var_assigns[i];

		if (unlikely(set->text != HIST_NO_TEXT)) {
			hist_put_text(hit, hist_map_text(map, hit->index,
							 set->text), &set->op);
			continue;
		}
		hit->own_vars[i] = load_set(hit, inter, &set->op);
		WRITE_ONCE(words[HIST_ENTRY_VARS_HEAD + i], hit->own_vars[i]);
	}
	hist_mark_set(vars, inter->assign_bits, once);
}

static __always_inline void interevent_act(struct hist_hit *hit,
					   const struct hist_interevent *inter,
					   const bool number)
{
	struct hist_entry_vars *vars = hist_map_vars(hit->map, hit->index);

	set_vars(hit, inter, vars);
	run_actions(hit, inter, vars, number);
}

/* Forgets the entry that a reference refers to. Returns as hist_find_entry(). */
static __always_inline long forget_one(struct hist_hit *hit,
				       const struct hist_var_ref *ref,
				       const bool number)
{
	struct hist_map *map = hist_map_now(ref->hist);
	long index;

	if (number && likely(ref->form == HIST_REF_NUMBER))
		return hist_chains_forget_word(map, hit->short_key[0]);
	index = hist_find_entry(whole_key(hit, number), ref, map, true);
	if (index >= 0) {
		hist_chains_forget(map, index);
		hist_chains_unpin(map, index);
	}
	return index;
}

/*
 * Runs the forget() actions, after all other actions, because those may use the
 * variables of the entries to forget. Copies that were made for earlier intervals
 * and takes keep the counts of these entries.
 */
static __always_inline void
interevent_forget(struct hist_hit *hit, const struct hist_interevent *inter,
		  const bool number)
{
	unsigned int i;

	for (i = 0; i < inter->nr_forgets; i++)
		if (unlikely(forget_one(hit, &inter->forgets[i], number) ==
			     HIST_CHAIN_RETRY_LIMIT))
			hist_map_lose_action(hit->map);
}

/* Does an action read a string or stack that the hit stores in its entry? */
static bool reads_own_text(const struct hist_action *action)
{
	unsigned int i;

	for (i = 0; i < action->nr_params; i++)
		if (action->ops[i].code == HIST_OP_OWN_VAR_TEXT)
			return true;
	return false;
}

/*
 * For a hit without an entry, runs the actions that need none. All other actions that
 * would run count as lost.
 */
static noinline void act_without_entry(struct hist_hit *hit,
				       const struct hist_interevent *inter)
{
	const struct hist_action *action;
	unsigned int i;

	hist_load_own_vars(hit, inter);
	for (i = 0; i < inter->nr_hit_actions; i++) {
		action = inter->actions[i];
		if (action->handler == HIST_ONMATCH && !reads_own_text(action))
			action_generate(hit, action);
		else if (action->handler == HIST_ONMATCH ||
			 handler_fires(action, hit->own_vars[action->tracked],
				       0))
			hist_map_lose_action(hit->map);
	}
}

static __always_inline long interevent_find(struct hist_hit *hit, bool pin,
					    const bool number)
{
	struct hist_map *map = hit->map;
	bool made;

	if (number)
		return pin ? hist_chains_find_word(map, hit->short_key[0], &made) :
			     hist_map_find_word(map, hit->short_key[0]);
	if (pin)
		return hist_chains_find(map, hit->key, hit->key_words, &made);
	return map->key_words ? hist_map_find(map, hit->key, hit->key_words) :
				hist_map_find_word(map, hit->key[0]);
}

/*
 * Counts a hit and runs its actions. With forget(), a hit that cannot be counted
 * still runs the actions that need no entry, and forgets entries. So the
 * histogram of a trigger that only serves to forget entries of others need not
 * have space for all keys.
 */
static __always_inline void interevent_run(struct hist_hit *hit,
					   const struct hist_interevent *inter,
					   const bool number, const bool pins)
{
	const bool pin = pins && hist_map_has_chains(hit->map);

	hit->index = interevent_find(hit, pin, number);
	if (likely(hit->index >= 0)) {
		interevent_count(hit, pin);
		if (!pins || inter)
			interevent_act(hit, inter, number);
	} else {
		hist_chains_drop(hit->map, hit->index);
	}
	if (!pins)
		return;
	if (inter && inter->nr_forgets) {
		if (unlikely(hit->index < 0))
			act_without_entry(whole_key(hit, number), inter);
		interevent_forget(hit, inter, number);
	}
	if (hit->index >= 0 && pin)
		hist_chains_unpin(hit->map, hit->index);
}

/*
 * Returns the bytes of scratch memory for strings, stacks and a long key, which
 * would take too much of the traced task's stack.
 */
static unsigned int scratch_size_of(const struct hist_program *program)
{
	if (program->interevent)
		return program->interevent->scratch_size;
	return program->key_words > HIST_SHORT_KEY_WORDS ?
		       program->key_words * sizeof(u64) : 0;
}

/*
 * Runs a hit. A hit that only counts (the program's @interevent is NULL) comes
 * here only with @pins.
 */
static __always_inline void interevent_hit(struct hist_trigger *trigger,
					   const void *record, const bool pins)
{
	const struct hist_program *program = &trigger->program;
	const struct hist_interevent *inter = program->interevent;
	s32 pinned[HIST_VAR_REFS_MAX] __uninitialized;
	const unsigned int size = pins ? scratch_size_of(program) : inter->scratch_size;
	struct hist_hit hit __uninitialized;

	hit.trigger = trigger;
	hit.map = hist_map_now(trigger->hist);
	hit.record = record;
	hit.time = 0;
	hit.key = hit.short_key;
	if (size) {
		hit.texts = scratch_alloc(size);
		if (unlikely(!hit.texts)) {
			hist_lose(trigger, hit.map);
			return;
		}
		if (program->key_words > HIST_SHORT_KEY_WORDS) {
			hit.key = hit.texts;
			hit.texts += program->key_words;
		}
	}
	hist_build_key(&hit);
	if ((pins && !inter) ||
	    (interevent_read_refs(&hit, inter, hit.key[0], pinned, false, pins) &&
	     (likely(!inter->nr_conds) || hist_variables_pass(&hit, inter))))
		interevent_run(&hit, inter, false, pins);
	if (pins && inter)
		unpin_refs(inter, pinned);
	if (size)
		scratch_free(size);
}

void hist_hit_interevent(struct hist_trigger *trigger, const void *record)
{
	interevent_hit(trigger, record, false);
}

void hist_hit_pinned(struct hist_trigger *trigger, const void *record)
{
	interevent_hit(trigger, record, true);
}

/* Runs a hit for which is_number_hit() is true, and which does more than count. */
static __always_inline void number_hit(struct hist_trigger *trigger,
				       const void *record, const bool pins)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	s32 pinned[HIST_VAR_REFS_MAX] __uninitialized;
	struct hist_hit hit __uninitialized;
	u64 key;

	key = hist_load_number(trigger->program.ops_keys, record);
	hit.trigger = trigger;
	hit.map = hist_map_now(trigger->hist);
	hit.record = record;
	hit.time = 0;
	hit.short_key[0] = key;
	if (interevent_read_refs(&hit, inter, key, pinned, true, pins))
		interevent_run(&hit, inter, true, pins);
	if (pins)
		unpin_refs(inter, pinned);
}

void hist_hit_interevent_number(struct hist_trigger *trigger,
				const void *record)
{
	number_hit(trigger, record, false);
}

void hist_hit_pinned_number(struct hist_trigger *trigger, const void *record)
{
	number_hit(trigger, record, true);
}
