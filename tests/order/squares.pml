/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sum of squares that carries: hist_digit_carry() of module/hist/hot/map.c, and read_wide() of
 * module/hist/object/sums.c.
 *
 * Three hits add 1 each to a number whose lower sum carries at 2. A reader that takes the
 * number sees each hit that had ended before, and none that began later.
 */
#define THREADS		2
#define LOCATIONS	4
#define STORES		6

#ifndef CARRY_BEGUN	/* first smp_wmb() of hist_digit_carry() */
#define CARRY_BEGUN	ORDERED
#endif
#ifndef CARRY_ENDED	/* second smp_wmb() of hist_digit_carry() */
#define CARRY_ENDED	ORDERED
#endif
#ifndef READ_NEXT	/* first smp_rmb() of read_wide() */
#define READ_NEXT	ORDERED
#endif
#ifndef READ_AGAIN	/* last smp_rmb() of read_wide() */
#define READ_AGAIN	ORDERED
#endif

#include "memory.h"

#define LOW	0
#define HIGH	1
#define BEGUN	2
#define ENDED	3

#define LIMIT	2

proctype hits(byte me)
{
	LOCALS;
	byte nr = 1, low = 0, high = 0;

	do
	:: nr <= 3 ->
		store(BEGUN, nr, RELAXED);
		smp_wmb(ORDERED);
		low++;
		store(LOW, low, RELAXED);
		if
		:: low >= LIMIT ->
			smp_wmb(CARRY_BEGUN);
			high++;
			store(HIGH, high, RELAXED);
			smp_wmb(CARRY_ENDED);
			low = low - LIMIT;
			store(LOW, low, RELAXED)
		:: else
		fi;
		smp_wmb(ORDERED);
		store(ENDED, nr, RELAXED);
		nr++
	:: else -> break
	od
}

proctype reader(byte me)
{
	LOCALS;
	byte ended, low, high, again, sum;

	load(ENDED, RELAXED);
	ended = got;
	smp_rmb(ORDERED);
	load(LOW, RELAXED);
	low = got;
	smp_rmb(READ_NEXT);
	load(HIGH, RELAXED);
	high = got;
	smp_rmb(READ_AGAIN);
	load(LOW, RELAXED);
	again = got;
	smp_rmb(ORDERED);
	load(BEGUN, RELAXED);
	sum = LIMIT * high + low;
	assert(low > again || again >= LIMIT || (ended <= sum && sum <= got))
}

init {
	atomic { run hits(0); run reader(1) }
}
