/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Guards: several words that change together, written by hits.
 *
 * A hit that came while its own CPU holds a guard, or that waits too long, goes
 * on without it, so nothing can get stuck. Readers hold nothing: they read again
 * when a writer was about.
 */
#ifndef HISTRIG_GUARD_H
#define HISTRIG_GUARD_H

#include <linux/compiler.h>
#include <linux/processor.h>
#include <linux/smp.h>
#include <linux/types.h>

#include <asm/barrier.h>

/* How long a hit waits for another CPU, and a reader for any. */
#define HIST_GUARD_TRIES	200

/**
 * struct hist_guard - who may write some words
 * @owner: number of a CPU plus 1, or 0
 * @seq: how often it changed hands, odd while somebody writes
 */
struct hist_guard {
	unsigned int owner;
	unsigned int seq;
};

/**
 * hist_guard_lock() - be the one who writes
 *
 * Context: any, NMI too, preemption off.
 * Return: false if it is not to be had.
 */
static __always_inline bool hist_guard_lock(struct hist_guard *guard)
{
	unsigned int me = raw_smp_processor_id() + 1, seen, tries;

	for (tries = 0; tries < HIST_GUARD_TRIES; tries++) {
		seen = READ_ONCE(guard->owner);
		if (!seen && !cmpxchg(&guard->owner, 0, me)) {
			WRITE_ONCE(guard->seq, guard->seq + 1);
			/* Readers see the odd number first. */
			smp_wmb();
			return true;
		}
		if (seen == me)
			return false;
		cpu_relax();
	}
	return false;
}

static __always_inline void hist_guard_unlock(struct hist_guard *guard)
{
	/* Readers see the even number last. */
	smp_wmb();
	WRITE_ONCE(guard->seq, guard->seq + 1);
	/* Pairs with the exchange of who takes it next. */
	smp_store_release(&guard->owner, 0);
}

/* hist_guard_begin() - what hist_guard_changed() wants to know */
static inline unsigned int hist_guard_begin(const struct hist_guard *guard)
{
	unsigned int seq = READ_ONCE(guard->seq);

	/* Pairs with the barrier in front of the even number. */
	smp_rmb();
	return seq;
}

/* hist_guard_changed() - is what was read since then of several hits? */
static inline bool hist_guard_changed(const struct hist_guard *guard,
				      unsigned int seq)
{
	/* Pairs with the barrier behind the odd number. */
	smp_rmb();
	if (!(seq & 1) && READ_ONCE(guard->seq) == seq)
		return false;
	cpu_relax();
	return true;
}

#endif /* HISTRIG_GUARD_H */
