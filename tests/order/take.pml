/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Take against hit: take.c of module/hist/trigger, hist_map_now().
 *
 * A take makes the second map, lets hits use it, waits for hits that may still
 * use the first one, reads and clears that, and does the same once more the
 * other way round. Each hit must be in exactly one take or in what is left.
 */
#define THREADS		3
#define LOCATIONS	5
#define STORES		6

#ifndef MAP_STORE	/* smp_store_release() of hist_take_start() */
#define MAP_STORE	ORDERED
#endif
#ifndef MAP_LOAD	/* READ_DEPENDENT() of hist_map_now() */
#define MAP_LOAD	ORDERED
#endif
#ifndef WAIT		/* hits_synchronize() before the map is read */
#define WAIT		ORDERED
#endif

#include "memory.h"
#include "rcu.h"

#define MADE(map)	(map)	/* the map's memory is initialized */
#define SUM(map)	(2 + (map))
#define MAP		4

/* local_inc() or atomic64_inc(), which order nothing. */
inline count(where)
{
	d_step {
		when = memory[where].last;
		got = VALUE(where).value + 1;
		APPEND(where, got, VALUE(where).view)
	}
}

byte taken;

inline take(old)
{
	store(MADE(1 - old), true, RELAXED);
	store(MAP, 1 - old, MAP_STORE);
	synchronize(WAIT);
	load(SUM(old), RELAXED);
	taken = taken + got;
	store(SUM(old), 0, RELAXED)
}

proctype reader(byte me)
{
	LOCALS;
	LOCALS_OF_WAIT;

	take(0);
	take(1)
}

proctype hits(byte me)
{
	LOCALS;
	byte map, n;

	do
	:: n < 2 ->
		hit_begin();
		load_dependent(MAP, MAP_LOAD);
		map = got;
		load_through(MADE(map));
		assert(got);
		count(SUM(map));
		hit_end();
		n++
	:: else -> break
	od
}

init {
	memory[MADE(0)].was[0].value = true;
	atomic { run reader(0); run hits(1); run hits(2) };
	(_nr_pr == 1) -> assert(taken + LAST(SUM(0)) + LAST(SUM(1)) == 4)
}
