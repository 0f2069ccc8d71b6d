/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits set the variables that their trigger assigns, and what filters ask of
 * variables. Only interevent.c and pinned.c include this header, see operand.h.
 */
#ifndef HISTRIG_HOT_VARIABLE_H
#define HISTRIG_HOT_VARIABLE_H

#include "operand.h"
#include "run.h"
#include "vars.h"

/*
 * Sets the variables of an entry. The code indexes the words of the whole entry
 * instead of vars->values, because gcc needs fewer instructions for that.
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

/* Works out the hit's own numbers without an entry that keeps them. */
static void load_own_vars(struct hist_hit *hit,
			  const struct hist_interevent *inter)
{
	const struct hist_var_assign *set;
	unsigned int i;

	for (i = 0; i < inter->nr_var_assigns; i++) {
		set = &inter->var_assigns[i];
		if (set->text == HIST_NO_TEXT)
			hit->own_vars[i] = load_set(hit, inter, &set->op);
	}
}

/*
 * Runs a filter that names variables. Works out the hit's own before it has an
 * entry; set_vars() does so again.
 */
static noinline bool variable_passes(struct hist_hit *hit,
				     const struct hist_interevent *inter)
{
	u64 values[HIST_CONDS_MAX] __uninitialized;
	unsigned int i;
	int answer;

	load_own_vars(hit, inter);
	for (i = 0; i < inter->nr_conds; i++)
		values[i] = load_as_is(hit, &inter->conds[i]);
	answer = filter_match_vars(hit->trigger->trigger.filter, hit->record,
				   values);
	if (unlikely(answer == FILTER_NO_MEM))
		hist_lose(hit->trigger, hit->map);
	return answer == FILTER_YES;
}

#endif /* HISTRIG_HOT_VARIABLE_H */
