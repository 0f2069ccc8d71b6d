/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits read and set the variables of an entry. Only interevent.c and
 * pinned.c include this header, see operand.h.
 */
#ifndef HISTRIG_HOT_VARIABLE_H
#define HISTRIG_HOT_VARIABLE_H

#include "operand.h"

/*
 * Reads a variable that is a number; returns false if it is not set. With
 * @once, only one hit may get the value, so cmpxchg() clears the variable's
 * bit. The cmpxchg() fails if another hit has set the variable since @value was
 * read, because mark_set() has then incremented the count above the bits.
 */
static __always_inline bool read_var(struct hist_entry_vars *vars,
				     unsigned long slot, bool once, u64 *value)
{
	u64 set = READ_ONCE(vars->set), seen;

	while (likely(set & BIT_ULL(slot))) {
		/* Pairs with the smp_wmb() of mark_set(). */
		smp_rmb();
		*value = READ_ONCE(vars->values[slot]);
		if (!once)
			return true;
		/* The bit is set, so subtracting it clears it. */
		seen = cmpxchg(&vars->set, set, set - BIT_ULL(slot));
		if (likely(seen == set))
			return true;
		set = seen;
	}
	return false;
}

/*
 * Clears the bits before the hit rewrites the variables, so that a read-once
 * reader cannot take a half-written value for the old one.
 */
static noinline void mark_unset(struct hist_entry_vars *vars, u64 bits)
{
	u64 set = READ_ONCE(vars->set), seen;

	while (set & bits) {
		seen = cmpxchg(&vars->set, set, set & ~bits);
		if (seen == set)
			break;
		set = seen;
	}
}

/*
 * Sets the bits after the hit has written all variables. With @once, also
 * increments the count above the bits, so that the cmpxchg() of a read-once
 * reader in read_var() fails if the reader may hold an old value.
 */
static __always_inline void mark_set(struct hist_entry_vars *vars, u64 bits,
				     bool once)
{
	u64 set, seen;

	if (!once) {
		/* Pairs with the smp_rmb() of read_var(). */
		smp_wmb();
		atomic64_or(bits, (atomic64_t *)&vars->set);
		return;
	}
	set = READ_ONCE(vars->set);
	/* A full barrier; pairs with the smp_rmb() of read_var(). */
	while ((seen = cmpxchg(&vars->set, set,
			       (set | bits) + HIST_MAP_SET_STEP)) != set)
		set = seen;
}

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
		mark_unset(vars, inter->assign_bits);
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
	mark_set(vars, inter->assign_bits, once);
}

/*
 * Runs a filter that names variables. Works out the hit's own before it has an
 * entry; set_vars() does so again.
 */
static noinline bool passes(struct hist_hit *hit,
			    const struct hist_interevent *inter)
{
	u64 values[HIST_CONDS_MAX] __uninitialized;
	const struct hist_var_assign *set;
	unsigned int i;
	int answer;

	for (i = 0; i < inter->nr_var_assigns; i++) {
		set = &inter->var_assigns[i];
		if (set->text == HIST_NO_TEXT)
			hit->own_vars[i] = load_set(hit, inter, &set->op);
	}
	for (i = 0; i < inter->nr_conds; i++)
		values[i] = load_as_is(hit, &inter->conds[i]);
	answer = filter_match_vars(hit->trigger->trigger.filter, hit->record,
				   values);
	if (unlikely(answer == FILTER_LOST))
		hist_map_drop(hit->map);
	return answer == FILTER_YES;
}

#endif /* HISTRIG_HOT_VARIABLE_H */
