/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pages that readers take out of a ring: make_room(), and swap_page() and
 * await_writer() of module/ring.
 *
 * A reader exchanges the oldest page for an empty one, waits for the writer, and
 * frees the page. A writer has written an entry, and writes another one for which it
 * must move the tail off that page. It looks at the page first, and its loads may
 * take effect late: until a barrier.
 */
#define THREADS		2
#define LOCATIONS	5
#define STORES		6

#ifndef EXCHANGE	/* cmpxchg() of swap_page() */
#define EXCHANGE	ORDERED
#endif
#ifndef PLACE_LOAD	/* READ_DEPENDENT() of ring_page_at() */
#define PLACE_LOAD	ORDERED
#endif
#ifndef LOOK		/* smp_mb() of make_room() */
#define LOOK		ORDERED
#endif
#ifndef LOOK_END	/* smp_mb__after_atomic() of make_room() */
#define LOOK_END	ORDERED
#endif

#include "memory.h"

#define NEST	0
#define COMMIT	1
#define PLACE	2	/* page 0, then page 1 */
#define TAIL	3
#define HEADER	4	/* page 1 has its header */

bool looking, is_freed;

/* A load from page 0 that has been issued takes effect. */
proctype late_load()
{
end:
	do
	:: looking -> assert(!is_freed); looking = false
	od
}

inline look_end(order)
{
	if
	:: order == RELAXED
	:: else -> !looking
	fi
}

inline move_tail()
{
	do
	:: load(TAIL, ORDERED);
		if
		:: got -> break
		:: else
		fi;
		smp_mb(LOOK);
		load_dependent(PLACE, PLACE_LOAD);
		if
		:: got -> load_through(HEADER); assert(got)
		:: else -> looking = true
		fi;
		cmpxchg(TAIL, 0, 1, ORDERED);
		if
		:: ok -> look_end(ORDERED)
		:: else -> look_end(LOOK_END)
		fi
	od
}

proctype writer(byte me)
{
	LOCALS;
	byte n;

	do
	:: n < 2 ->
		store(NEST, 1, RELAXED);
		if
		:: n == 1 -> move_tail()
		:: else
		fi;
		n++;
		store(COMMIT, n, ORDERED);
		store(NEST, 0, RELAXED)
	:: else -> break
	od;
	/* There is nothing left to take effect late. */
	if
	:: looking -> !looking
	:: else
	fi
}

proctype reader(byte me)
{
	LOCALS;
	byte commit;

	store(HEADER, true, RELAXED);
	cmpxchg(PLACE, 0, 1, EXCHANGE);
	smp_mb(EXCHANGE);
	cmpxchg(TAIL, 0, 1, ORDERED);
	load(COMMIT, RELAXED);
	commit = got;
	do
	:: load(NEST, RELAXED);
		if
		:: !got -> break
		:: else
		fi;
		load(COMMIT, RELAXED);
		if
		:: got != commit -> break
		:: else
		fi
	od;
	is_freed = true
}

init {
	atomic { run writer(0); run reader(1); run late_load() }
}
