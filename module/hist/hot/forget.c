// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of triggers that feed a histogram with chains, read its variables or
 * forget its entries; see ../chains.h. A hit does what interevent.c does, but
 * pins each entry that it finds until the hit ends. All other triggers do not
 * pay for that.
 */
#include <linux/kernel.h>

#include "../../compat/compiler.h"
#include "../../event/hot/scratch.h"
#include "action.h"
#include "chains.h"
#include "hit.h"
#include "run.h"
#include "search.h"
#include "stats.h"
#include "variable.h"

/*
 * Can entries of a map be forgotten? A map may get chains while a hit runs, so
 * a hit asks only once.
 */
static bool has_chains(const struct hist_map *map)
{
	return READ_ONCE(map->owner->chains);
}

/*
 * Reads one reference. All maps of a histogram with variables share the
 * entries, so any of them will do.
 */
static bool read_ref(struct hist_hit *hit, const struct hist_var_ref *ref,
		     long index, u64 *value)
{
	const struct hist_map *map = hist_map_now(ref->hist);
	struct hist_entry_vars *vars = hist_map_vars(map, index);

	if (ref->text == HIST_NO_TEXT)
		return hist_read_var(vars, ref->slot, ref->consumed_on_read,
				     value);
	*value = (unsigned long)hist_map_text(map, index, ref->text);
	return hist_text_is_set(vars, ref->slot);
}

/*
 * Reads all references and pins their entries: sets @pinned to the index that
 * each has pinned, or -1. Returns false if a variable is missing or not set.
 */
static bool pinned_read_refs(struct hist_hit *hit,
			     const struct hist_interevent *inter, s32 *pinned)
{
	unsigned int i, nr = inter->nr_var_refs;
	long index = HIST_CHAIN_NONE;

	for (i = 0; i < nr; i++)
		pinned[i] = -1;
	for (i = 0; i < nr; i++) {
		const struct hist_var_ref *ref = &inter->var_refs[i];
		struct hist_map *map = hist_map_now(ref->hist);
		const bool pin = has_chains(map);

		if (ref->form != HIST_REF_SAME) {
			index = hist_find_pinned(hit, ref, map, pin);
			if (pin)
				pinned[i] = index;
		}
		if (unlikely(index == HIST_CHAIN_RETRY_LIMIT))
			hist_lose(hit->trigger, hit->map);
		if (index < 0 || !read_ref(hit, ref, index, &hit->var_refs[i]))
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

static long pinned_find(struct hist_hit *hit, bool pin)
{
	struct hist_map *map = hit->map;
	bool made;

	if (pin)
		return hist_chains_find(map, hit->key, hit->key_words, &made);
	return map->key_words ? hist_map_find(map, hit->key, hit->key_words) :
				hist_map_find_word(map, hit->key[0]);
}

/* Adds the values to @own or, if that is NULL, to @shared. */
static void pinned_add_values(struct hist_hit *hit, local_t *own,
			      atomic64_t *shared, bool pin)
{
	const struct hist_program *program = hit_program(hit);
	const struct hist_interevent *inter = program->interevent;
	u64 values[HIST_VALS_MAX] __uninitialized;
	unsigned int i;

	for (i = 1; i < program->nr_vals; i++)
		values[i] = operand_load_value(hit, &program->ops_vals[i - 1]);
	if (inter && inter->stats.any) {
		if (pin)
			hist_stats_add_pinned(hit->map, &inter->stats,
					      program->nr_vals, hit->index,
					      shared, values);
		else
			hist_stats_add(hit->map, &inter->stats,
				       program->nr_vals, hit->index, own,
				       shared, values);
		return;
	}
	for (i = 1; i < program->nr_vals; i++)
		if (own)
			local_add(values[i], own + i);
		else
			atomic64_add(values[i], shared + i);
}

/* Counts a hit in its entry, sets variables and runs actions. */
static void pinned_count(struct hist_hit *hit,
			 const struct hist_interevent *inter, bool pin)
{
	struct hist_sums *sums = &hit->map->sums;
	const u64 offset = hist_sums_offset(sums, hit->index);
	local_t *own = pin ? NULL : hist_sums_at(sums, offset);
	struct hist_entry_vars *vars;
	atomic64_t *shared = NULL;

	if (own) {
		local_inc(own);
	} else {
		shared = pin ? hist_sums_common(sums, offset) :
			       hist_sums_shared(sums, offset);
		atomic64_inc(shared);
	}
	if (hit_program(hit)->nr_vals > 1)
		pinned_add_values(hit, own, shared, pin);
	if (!inter)
		return;
	vars = hist_map_vars(hit->map, hit->index);
	set_vars(hit, inter, vars);
	run_actions(hit, inter, vars, false);
}

/*
 * Forgets entries, after all other actions, which may use the variables there.
 * The counts of past intervals and takes remain.
 */
static void pinned_forget(struct hist_hit *hit,
			  const struct hist_interevent *inter)
{
	struct hist_map *map;
	unsigned int i;
	long index;

	for (i = 0; i < inter->nr_forgets; i++) {
		map = hist_map_now(inter->forgets[i].hist);
		index = hist_find_pinned(hit, &inter->forgets[i], map, true);
		if (index >= 0) {
			hist_chains_forget(map, index);
			hist_chains_unpin(map, index);
		} else if (index == HIST_CHAIN_RETRY_LIMIT) {
			hist_map_lose_action(hit->map);
		}
	}
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

/* Runs the actions that need no entry, for a hit that has none. */
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

static noinline void pinned_drop(struct hist_hit *hit)
{
	hist_map_drop(hit->map);
	if (hit->index == HIST_CHAIN_ARMING)
		hist_map_lose(hit->map, HIST_LOST_ARMING);
}

/*
 * A hit that cannot be counted, because the map is full, still runs its actions
 * and forgets: a histogram that only serves to forget need not have space for
 * all keys.
 */
static void pinned_run(struct hist_hit *hit,
		       const struct hist_interevent *inter)
{
	const bool pin = has_chains(hit->map);

	hit->index = pinned_find(hit, pin);
	if (likely(hit->index >= 0))
		pinned_count(hit, inter, pin);
	else
		pinned_drop(hit);
	if (inter && inter->nr_forgets) {
		if (unlikely(hit->index < 0))
			act_without_entry(hit, inter);
		pinned_forget(hit, inter);
	}
	if (hit->index >= 0 && pin)
		hist_chains_unpin(hit->map, hit->index);
}

static void run_interevent(struct hist_hit *hit,
			   const struct hist_interevent *inter)
{
	s32 pinned[HIST_VAR_REFS_MAX] __uninitialized;

	if (pinned_read_refs(hit, inter, pinned) &&
	    (!inter->nr_conds || hist_variables_pass(hit, inter)))
		pinned_run(hit, inter);
	unpin_refs(inter, pinned);
}

/* Returns the bytes of scratch memory that a hit needs; see interevent.c. */
static unsigned int room_of(const struct hist_program *program)
{
	if (program->interevent)
		return program->interevent->room;
	return program->key_words > HIST_SHORT_KEY_WORDS ?
		       program->key_words * sizeof(u64) : 0;
}

void hist_hit_pinned(struct hist_trigger *trigger, const void *record)
{
	const struct hist_program *program = &trigger->program;
	const unsigned int room = room_of(program);
	struct hist_hit hit __uninitialized;

	hit.trigger = trigger;
	hit.map = hist_map_now(trigger->hist);
	hit.record = record;
	hit.time = 0;
	hit.key = hit.short_key;
	if (room) {
		hit.texts = scratch_alloc(room);
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
	if (program->interevent)
		run_interevent(&hit, program->interevent);
	else
		pinned_run(&hit, NULL);
	if (room)
		scratch_free(room);
}
