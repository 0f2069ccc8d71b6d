/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commit against reader: hot/write.c and read.c of module/ring.
 *
 * Each page has one entry. A writer writes entries 1 to 3 to two pages. It moves
 * the tail off a page, and marks the page's place, before it writes to the page
 * again. A reader copies the entry at the tail and moves the tail past it. An
 * iterator only copies the entry, and then looks at the tail.
 */
#define THREADS		3
#define LOCATIONS	5
#define STORES		5

#ifndef COMMIT_STORE	/* smp_store_release() of ring_end_write() */
#define COMMIT_STORE	ORDERED
#endif
#ifndef COMMIT_LOAD	/* smp_load_acquire() of ring_read_take() */
#define COMMIT_LOAD	ORDERED
#endif
#ifndef MARK		/* cmpxchg() of ring_take_page() */
#define MARK		ORDERED
#endif
#ifndef TAIL_LAST	/* smp_rmb() of copy_next() */
#define TAIL_LAST	ORDERED
#endif

#include "memory.h"

/* Locations 0 and 1 are pages; positions count entries from 0. */
#define COMMIT	2
#define TAIL	3
#define PLACE	4

byte overrun, consumed;

proctype writer(byte me)
{
	LOCALS;
	byte n;

	do
	:: n < 3 ->
		do
		:: load(TAIL, ORDERED);
			if
			:: n - got < 2 -> break
			:: else
			fi;
			cmpxchg(TAIL, got, got + 1, ORDERED);
			if
			:: ok -> overrun++
			:: else
			fi
		od;
		cmpxchg(PLACE, n, n + 1, MARK);
		store(n % 2, n + 1, RELAXED);
		n++;
		store(COMMIT, n, COMMIT_STORE)
	:: else -> break
	od
}

proctype reader(byte me)
{
	LOCALS;
	byte tail, entry, tries;

	do
	:: tries < 3 ->
		tries++;
		load(COMMIT, COMMIT_LOAD);
		entry = got;
		load(TAIL, RELAXED);
		tail = got;
		if
		:: tail < entry ->
			load(tail % 2, RELAXED);
			entry = got;
			cmpxchg(TAIL, tail, tail + 1, ORDERED);
			if
			:: ok -> assert(entry == tail + 1); consumed++
			:: else
			fi
		:: else
		fi
	:: else -> break
	od
}

proctype iterator(byte me)
{
	LOCALS;
	byte tail, entry;

	load(TAIL, ORDERED);
	tail = got;
	load(COMMIT, COMMIT_LOAD);
	if
	:: tail < got ->
		load(tail % 2, RELAXED);
		entry = got;
		smp_rmb(TAIL_LAST);
		load(TAIL, RELAXED);
		assert(got != tail || entry == tail + 1)
	:: else
	fi
}

init {
	atomic { run writer(0); run reader(1); run iterator(2) };
	/* All entries are read, overwritten or still there. */
	(_nr_pr == 1) -> assert(overrun + consumed == LAST(TAIL))
}
