/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Use of what a lock guards without the lock: hold.h of module/event, ring_hold() of
 * module/ring/ring.c.
 *
 * A dump sets the flag, and uses the data if the lock is not taken. A task takes the
 * lock twice, and each time waits until the flag is clear. Each of them reads what the
 * other one writes.
 */
#define THREADS		2
#define LOCATIONS	4
#define STORES		5

#ifndef HOLD		/* smp_mb() of hold_begin() */
#define HOLD		ORDERED
#endif
#ifndef SEE		/* smp_rmb() of ring_hold() */
#define SEE		ORDERED
#endif
#ifndef HOLD_END	/* smp_store_release() of hold_end() */
#define HOLD_END	ORDERED
#endif
#ifndef TAKEN		/* smp_mb() of hold_wait() */
#define TAKEN		ORDERED
#endif
#ifndef HELD_LOAD	/* smp_load_acquire() of hold_wait() */
#define HELD_LOAD	ORDERED
#endif

#include "memory.h"

/* Locations 0 and 1 are the words. */
#define HELD	2
#define LOCKED	3

bool is_used, is_locked;

proctype dump(byte me)
{
	LOCALS;

	store(HELD, true, RELAXED);
	smp_mb(HOLD);
	load(LOCKED, RELAXED);
	if
	:: !got ->
		smp_rmb(SEE);
		assert(!is_locked);
		is_used = true;
		load(0, RELAXED);
		assert(got == LAST(0));
		store(1, got + 1, RELAXED);
		is_used = false
	:: else
	fi;
	store(HELD, false, HOLD_END)
}

proctype task(byte me)
{
	LOCALS;
	byte n;

	do
	:: n < 2 ->
		store(LOCKED, true, RELAXED);
		smp_mb(TAKEN);
		do
		:: load(HELD, HELD_LOAD);
			if
			:: !got -> break
			:: else
			fi
		od;
		assert(!is_used);
		is_locked = true;
		load(1, RELAXED);
		assert(got == LAST(1));
		store(0, n + 1, RELAXED);
		is_locked = false;
		store(LOCKED, false, ORDERED);
		n++
	:: else -> break
	od
}

init {
	atomic { run dump(0); run task(1) }
}
