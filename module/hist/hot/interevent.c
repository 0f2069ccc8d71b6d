// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of triggers that do more than count, see ../interevent.h.
 *
 * A hit builds its key, reads the variables of other histograms in the entries
 * with that key, counts in its own entry, sets the variables there and runs the
 * actions. As in the kernel, a hit stops before it counts if a variable that it
 * reads is not set or if no entry has the key.
 *
 * All CPUs share the variables. A number is one word, so a hit never reads half
 * of it. A hit that reads a string while another CPU writes it may get a
 * mixture of the old and the new string, which always ends within its memory.
 */
#include <linux/kernel.h>

#include "../../compat/compiler.h"
#include "../../event/hot/scratch.h"
#include "action.h"
#include "hit.h"
#include "load.h"
#include "run.h"
#include "search.h"
#include "stats.h"
#include "variable.h"

/* Reads all references; returns false if a variable is missing or not set. */
static __always_inline bool
interevent_read_refs(struct hist_hit *hit, const struct hist_interevent *inter,
		     u64 first_key, bool number)
{
	unsigned int i, nr = inter->nr_var_refs;
	struct hist_map *map;
	long index = -1;
	struct hist_entry_vars *vars;

	for (i = 0; i < nr; i++) {
		const struct hist_var_ref *ref = &inter->var_refs[i];
		unsigned long slot = ref->slot;

		map = hist_map_now(ref->hist);
		if (likely(ref->form == HIST_REF_NUMBER))
			index = hist_map_peek_word(map, first_key);
		else if (ref->form != HIST_REF_SAME)
			index = hist_find_entry(whole_key(hit, number), ref);
		if (index < 0)
			return false;
		vars = hist_map_vars(map, index);
		if (unlikely(ref->text != HIST_NO_TEXT)) {
			if (!hist_text_is_set(vars, slot))
				return false;
			hit->var_refs[i] = (unsigned long)
				hist_map_text(map, index, ref->text);
		} else if (!hist_read_var(vars, slot, ref->consumed_on_read,
				     &hit->var_refs[i])) {
			return false;
		}
	}
	return true;
}

static noinline void add_stats(struct hist_hit *hit, local_t *own,
			       atomic64_t *shared)
{
	const struct hist_program *program = hit_program(hit);
	u64 values[HIST_VALS_MAX] __uninitialized;
	unsigned int i;

	for (i = 1; i < program->nr_vals; i++)
		values[i] = operand_load_value(hit, &program->ops_vals[i - 1]);
	hist_stats_add(hit->map, &program->interevent->stats,
		       program->nr_vals, hit->index, own, shared, values);
}

/* Counts a hit in the sums that all CPUs share. */
static noinline void interevent_count_shared(struct hist_hit *hit, u64 offset)
{
	const struct hist_program *program = hit_program(hit);
	atomic64_t *sums = hist_sums_shared(&hit->map->sums, offset);
	unsigned int i;

	atomic64_inc(sums);
	if (program->interevent->stats.any) {
		add_stats(hit, NULL, sums);
		return;
	}
	for (i = 1; i < program->nr_vals; i++)
		atomic64_add(operand_load_value(hit, &program->ops_vals[i - 1]),
			     sums + i);
}

static noinline void interevent_add_values(struct hist_hit *hit, local_t *sums)
{
	const struct hist_program *program = hit_program(hit);
	unsigned int i;

	if (program->interevent->stats.any) {
		add_stats(hit, sums, NULL);
		return;
	}
	for (i = 1; i < program->nr_vals; i++)
		local_add(operand_load_value(hit, &program->ops_vals[i - 1]),
			  sums + i);
}

/* Counts a hit in its entry, sets variables and runs actions. */
static __always_inline void
interevent_count(struct hist_hit *hit, const struct hist_interevent *inter,
		 bool number)
{
	struct hist_map *map = hit->map;
	struct hist_entry_vars *vars;
	local_t *sums;
	u64 offset;

	if (unlikely(hit->index < 0)) {
		hist_map_drop(map);
		return;
	}
	offset = hist_sums_offset(&map->sums, hit->index);
	sums = hist_sums_at(&map->sums, offset);
	if (likely(sums)) {
		local_inc(sums);
		if (unlikely(hit_program(hit)->nr_vals > 1))
			interevent_add_values(hit, sums);
	} else {
		interevent_count_shared(hit, offset);
	}
	vars = hist_map_vars(map, hit->index);
	set_vars(hit, inter, vars);
	run_actions(hit, inter, vars, number);
}

/*
 * Allocates scratch memory for strings, stacks and a long key, which would take
 * too much of the traced task's stack. If none is left, drops the hit and
 * returns false.
 */
static noinline bool take_room(struct hist_hit *hit)
{
	const struct hist_program *program = hit_program(hit);

	hit->texts = scratch_alloc(program->interevent->room);
	if (unlikely(!hit->texts)) {
		hist_map_drop(hit->map);
		return false;
	}
	if (program->key_words > HIST_SHORT_KEY_WORDS) {
		hit->key = hit->texts;
		hit->texts += program->key_words;
	}
	return true;
}

void hist_hit_interevent(struct hist_trigger *trigger, const void *record)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	struct hist_map *map = hist_map_now(trigger->hist);
	struct hist_hit hit __uninitialized;

	hit.trigger = trigger;
	hit.map = map;
	hit.record = record;
	hit.time = 0;
	hit.key = hit.short_key;
	if (inter->room && !take_room(&hit))
		return;
	hist_build_key(&hit);
	if (interevent_read_refs(&hit, inter, hit.key[0], false) &&
	    (likely(!inter->nr_conds) || hist_variables_pass(&hit, inter))) {
		hit.index = map->key_words ?
				    hist_map_find(map, hit.key, hit.key_words) :
				    hist_map_find_word(map, hit.key[0]);
		interevent_count(&hit, inter, false);
	}
	if (inter->room)
		scratch_free(inter->room);
}

void hist_hit_interevent_number(struct hist_trigger *trigger,
				const void *record)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	struct hist_hit hit __uninitialized;
	u64 key;

	key = hist_load_number(trigger->program.ops_keys, record);
	hit.trigger = trigger;
	hit.map = hist_map_now(trigger->hist);
	hit.record = record;
	hit.time = 0;
	hit.short_key[0] = key;
	if (!interevent_read_refs(&hit, inter, key, true))
		return;
	hit.index = hist_map_find_word(hit.map, key);
	interevent_count(&hit, inter, true);
}
