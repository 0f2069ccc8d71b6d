/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sum of squares in two words: add_square() of module/hist/hot/stats.c, and add_wide() of
 * module/hist/object/sums.c.
 *
 * Three hits add 2 each to a number whose lower word counts to 3, so two of them carry. A
 * reader that takes the number sees the hits that it counts, whole.
 */
#define THREADS		2
#define LOCATIONS	4
#define STORES		4

#ifndef HIT_BEGUN	/* first smp_wmb() of add_square() */
#define HIT_BEGUN	ORDERED
#endif
#ifndef HIT_ENDED	/* second smp_wmb() of add_square() */
#define HIT_ENDED	ORDERED
#endif
#ifndef READ_ENDED	/* first smp_rmb() of add_wide() */
#define READ_ENDED	ORDERED
#endif
#ifndef READ_WORDS	/* second smp_rmb() of add_wide() */
#define READ_WORDS	ORDERED
#endif

#include "memory.h"

#define BEGUN	0	/* sum 0 */
#define LOW	1
#define HIGH	2
#define ENDED	3

proctype hits(byte me)
{
	LOCALS;
	byte nr = 1;

	do
	:: nr <= 3 ->
		store(BEGUN, nr, RELAXED);
		smp_wmb(HIT_BEGUN);
		store(LOW, 2 * nr % 4, RELAXED);
		store(HIGH, 2 * nr / 4, RELAXED);
		smp_wmb(HIT_ENDED);
		store(ENDED, nr, RELAXED);
		nr++
	:: else -> break
	od
}

proctype reader(byte me)
{
	LOCALS;
	byte ended, high, low;

	load(ENDED, RELAXED);
	ended = got;
	smp_rmb(READ_ENDED);
	load(HIGH, RELAXED);
	high = got;
	load(LOW, RELAXED);
	low = got;
	smp_rmb(READ_WORDS);
	load(BEGUN, RELAXED);
	assert(got != ended || 4 * high + low == 2 * ended)
}

init {
	atomic { run hits(0); run reader(1) }
}
