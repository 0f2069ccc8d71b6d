/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Guards: map.h of module/hist.
 *
 * Two hits each try to take the guard and to change two words together. A reader
 * that sees no change of the count must have got words of one hit.
 */
#define THREADS		3
#define LOCATIONS	4
#define STORES		6

#ifndef WRITE_BEGIN	/* smp_wmb() of hist_guard_lock() */
#define WRITE_BEGIN	ORDERED
#endif
#ifndef WRITE_END	/* smp_store_release() of @seq, hist_guard_unlock() */
#define WRITE_END	ORDERED
#endif
#ifndef UNLOCK		/* smp_store_release() of @owner, hist_guard_unlock() */
#define UNLOCK		ORDERED
#endif
#ifndef READ_BEGIN	/* smp_load_acquire() of hist_guard_begin() */
#define READ_BEGIN	ORDERED
#endif
#ifndef READ_END	/* smp_rmb() of hist_guard_changed() */
#define READ_END	ORDERED
#endif

#include "memory.h"

/* Locations 0 and 1 are the words. */
#define OWNER	2
#define SEQ	3

byte changed;

proctype hit(byte me)
{
	LOCALS;
	byte first;

	cmpxchg(OWNER, 0, me + 1, ORDERED);
	if
	:: ok ->
		load(SEQ, RELAXED);
		store(SEQ, got + 1, RELAXED);
		smp_wmb(WRITE_BEGIN);
		load(0, RELAXED);
		store(0, got + 1, RELAXED);
		load(1, RELAXED);
		store(1, got + 1, RELAXED);
		load(SEQ, RELAXED);
		store(SEQ, got + 1, WRITE_END);
		store(OWNER, 0, UNLOCK);
		changed++
	:: else
	fi
}

proctype reader(byte me)
{
	LOCALS;
	byte seq, first, second;

	load(SEQ, READ_BEGIN);
	seq = got;
	load(0, RELAXED);
	first = got;
	load(1, RELAXED);
	second = got;
	smp_rmb(READ_END);
	load(SEQ, RELAXED);
	/* The words are those of one hit: the count says of which one. */
	assert(got != seq || seq & 1 || (first == seq / 2 && second == seq / 2))
}

init {
	atomic { run hit(0); run hit(1); run reader(2) };
	(_nr_pr == 1) -> assert(LAST(0) == changed && LAST(1) == changed)
}
