/* SPDX-License-Identifier: GPL-2.0 */
/* How hits set variables. See operand.h for which files include this. */
#ifndef HISTRIG_HOT_VARIABLE_H
#define HISTRIG_HOT_VARIABLE_H

#include "operand.h"
#include "vars.h"

/*
 * Sets the variables of an entry. Indexes the words of the whole entry instead
 * of vars->values, because gcc needs fewer instructions for that.
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

#endif /* HISTRIG_HOT_VARIABLE_H */
