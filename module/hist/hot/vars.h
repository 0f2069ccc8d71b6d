/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits read and set the variables of an entry, see ../map.h.
 *
 * Context of all functions: any, NMI too, preemption off.
 */
#ifndef HISTRIG_HIST_HOT_VARS_H
#define HISTRIG_HIST_HOT_VARS_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/compiler.h>

#include "../map.h"

/*
 * Reads a variable that is a number; returns false if it is not set. With
 * @once, only the hit whose cmpxchg() clears the variable's bit gets the value.
 * The cmpxchg() fails if another hit has set the variable since @value was
 * read, because hist_mark_set() increments the count above the bits.
 */
static __always_inline bool hist_read_var(struct hist_entry_vars *vars,
					  unsigned long slot, bool once,
					  u64 *value)
{
	s64 set = READ_ONCE(vars->set);

	while (likely(set & BIT_ULL(slot))) {
		/*
		 * Pairs with hist_mark_set(): if the bit is set, so is the
		 * value. A barrier and not smp_load_acquire(), because @set may
		 * be from a cmpxchg() that failed, which orders nothing.
		 */
		smp_rmb();
		*value = READ_ONCE(vars->values[slot]);
		if (!once)
			return true;
		/* The bit is set, so subtracting it clears it. */
		if (likely(atomic64_try_cmpxchg((atomic64_t *)&vars->set, &set,
						set - BIT_ULL(slot))))
			return true;
	}
	return false;
}

/*
 * Does a variable that holds a string or a stack have a value? Call this before
 * reading the string or stack.
 */
static __always_inline bool hist_text_is_set(const struct hist_entry_vars *vars,
					     unsigned long slot)
{
	if (!(READ_ONCE(vars->set) & BIT_ULL(slot)))
		return false;
	/* Pairs with hist_mark_set(): if the bit is set, so is the text. */
	smp_rmb();
	return true;
}

/*
 * Clears the bits before the hit rewrites the variables, so that no hit takes a
 * half-written value for the old one.
 */
static __always_inline void hist_mark_unset(struct hist_entry_vars *vars,
					    u64 bits)
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
 * increments the count above the bits, so that hist_read_var() fails if it may
 * have read an old value.
 */
static __always_inline void hist_mark_set(struct hist_entry_vars *vars,
					  u64 bits, bool once)
{
	s64 set;

	if (!once) {
		/*
		 * Pairs with hist_read_var() and hist_text_is_set().
		 * atomic64_fetch_or_release() would be slower on x86.
		 */
		smp_wmb();
		atomic64_or(bits, (atomic64_t *)&vars->set);
		return;
	}
	set = READ_ONCE(vars->set);
	/* A full barrier; pairs with hist_read_var() and hist_text_is_set(). */
	while (unlikely(!atomic64_try_cmpxchg((atomic64_t *)&vars->set, &set,
					      (set | bits) + HIST_MAP_SET_STEP)))
		;
}

#endif /* HISTRIG_HIST_HOT_VARS_H */
