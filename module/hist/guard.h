/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Guards protect several words that hits must change together.
 *
 * A guard is a try-lock for hits and a sequence counter for readers. A hit that
 * interrupts the holder gives up at once, any other hit after HIST_GUARD_TRIES
 * tries, so hits cannot deadlock. A hit without the guard skips its write.
 * Readers read again if a writer was active.
 */
#ifndef HISTRIG_GUARD_H
#define HISTRIG_GUARD_H

#include <linux/compiler.h>
#include <linux/processor.h>
#include <linux/smp.h>
#include <linux/types.h>

#include <asm/barrier.h>

/*
 * How often a hit tries to take a guard that another CPU holds, and how often a
 * reader reads again. A guard is held for less than a microsecond, unless the
 * host preempts the holder's virtual CPU. Hits must not wait for the host, since
 * they may hold a run-queue lock.
 */
#define HIST_GUARD_TRIES	200

/**
 * struct hist_guard - a guard
 * @owner: number of the holder's CPU plus 1, or 0 if no hit holds the guard
 * @seq: incremented on lock and unlock, so odd while a hit holds the guard
 */
struct hist_guard {
	unsigned int owner;
	unsigned int seq;
};

/* hist_guard_lock() - try to take a guard; false if not taken; any context, preemption off */
static __always_inline bool hist_guard_lock(struct hist_guard *guard)
{
	unsigned int me = raw_smp_processor_id() + 1, seen, tries;

	for (tries = 0; tries < HIST_GUARD_TRIES; tries++) {
		seen = READ_ONCE(guard->owner);
		if (!seen && !cmpxchg(&guard->owner, 0, me)) {
			WRITE_ONCE(guard->seq, guard->seq + 1);
			/*
			 * Pairs with the smp_rmb() of hist_guard_changed(), so
			 * readers that have seen a new word see the odd count.
			 */
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
	/*
	 * Pairs with hist_guard_begin(), so readers that see the even count
	 * also see all new words.
	 */
	smp_store_release(&guard->seq, guard->seq + 1);
	/* Pairs with the cmpxchg() of the next holder. */
	smp_store_release(&guard->owner, 0);
}

/* hist_guard_begin() - begin to read; returns @seq for hist_guard_changed() */
static inline unsigned int hist_guard_begin(const struct hist_guard *guard)
{
	/* Pairs with hist_guard_unlock(). */
	return smp_load_acquire(&guard->seq);
}

/**
 * hist_guard_changed() - was a writer active since hist_guard_begin()?
 * @guard: the guard
 * @seq: the count that hist_guard_begin() returned
 *
 * Return: true if the reader may have got a mixture of old and new words and
 * must read again.
 */
static inline bool hist_guard_changed(const struct hist_guard *guard,
				      unsigned int seq)
{
	/* Pairs with the smp_wmb() of hist_guard_lock(). */
	smp_rmb();
	if (!(seq & 1) && READ_ONCE(guard->seq) == seq)
		return false;
	cpu_relax();
	return true;
}

#endif /* HISTRIG_GUARD_H */
