/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Setting a variable against reading it: hot/search.h of module/hist.
 *
 * A hit sets a variable that is read once, and sets it again. Two hits read it.
 * Each value is read at most once, and none before it is set. Another variable
 * is not read once; a hit that sees it set sees its value.
 */
#define THREADS		3
#define LOCATIONS	4
#define STORES		7

#ifndef SET_ONCE	/* atomic64_try_cmpxchg() of hist_mark_set() */
#define SET_ONCE	ORDERED
#endif
#ifndef SET		/* smp_wmb() of hist_mark_set() */
#define SET		ORDERED
#endif
#ifndef READ		/* smp_rmb() of hist_read_var() */
#define READ		ORDERED
#endif

#include "memory.h"

#define BITS	0	/* @set: bit 0 is that of ONCE, higher bits count its changes */
#define ONCE	1
#define FLAG	2	/* @set of an entry whose variable is not read once */
#define VALUE_2	3

/* How often each value was read. */
byte times[3];

proctype setter(byte me)
{
	LOCALS;
	byte n = 1, set;

	store(VALUE_2, 1, RELAXED);
	smp_wmb(SET);
	store(FLAG, 1, RELAXED);
	do
	:: n < 3 ->
		/* hist_mark_unset(), then the value, then hist_mark_set(). */
		do
		:: load(BITS, RELAXED);
			set = got;
			if
			:: !(set & 1) -> break
			:: else
			fi;
			cmpxchg(BITS, set, set - 1, ORDERED);
			if
			:: ok -> break
			:: else
			fi
		od;
		store(ONCE, n, RELAXED);
		do
		:: load(BITS, RELAXED);
			set = got;
			cmpxchg(BITS, set, (set | 1) + 2, SET_ONCE);
			if
			:: ok -> break
			:: else
			fi
		od;
		n++
	:: else -> break
	od
}

proctype reader(byte me)
{
	LOCALS;
	byte set;

	do
	:: load(BITS, RELAXED);
		set = got;
		if
		:: !(set & 1) -> break
		:: else
		fi;
		smp_rmb(READ);
		load(ONCE, RELAXED);
		cmpxchg(BITS, set, set - 1, ORDERED);
		if
		:: ok ->
			assert(got);
			assert(got == set / 2);
			times[got]++;
			assert(times[got] == 1);
			break
		:: else
		fi
	od;
	load(FLAG, RELAXED);
	if
	:: got ->
		smp_rmb(READ);
		load(VALUE_2, RELAXED);
		assert(got)
	:: else
	fi
}

init {
	atomic { run setter(0); run reader(1); run reader(2) }
}
