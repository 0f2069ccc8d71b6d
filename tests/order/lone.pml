/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Taking indexes out of a chain: hot/chains.c of module/hist.
 *
 * Index 0 is alone in a chain and dead, and a thread reclaims it. Another thread twice
 * takes a free index, puts it first in the chain and reclaims it. Either may find its
 * index alone and take it out by one compare-and-swap, or mark its link and sweep the
 * chain while the other one changes it. No index may be freed while it is in the chain
 * or is free, and one that is taken must have no sum. At the end, the chain must be empty
 * and all indexes free. Orders without a macro are those of the module too.
 */
#define THREADS		2
#define LOCATIONS	6
#define STORES		14

#ifndef HEAD_LOAD	/* smp_load_acquire() of the head in unlink_marked() */
#define HEAD_LOAD	ORDERED
#endif
#ifndef NEXT_LOAD	/* smp_load_acquire() of a link in unlink_marked() */
#define NEXT_LOAD	ORDERED
#endif
#ifndef MARK		/* cmpxchg() of chains_mark() */
#define MARK		ORDERED
#endif
#ifndef TAKE		/* the cmpxchg() of take_spare() and take_free_index() */
#define TAKE		ORDERED
#endif
#ifndef PUBLISH		/* cmpxchg() of chains_publish() */
#define PUBLISH		ORDERED
#endif

#include "memory.h"

#define INDEXES		2

#define HEAD		0	/* a link, and above it the version */
#define FREE		1	/* a bit for each free index */
#define NEXT		2	/* for each index a link, a mark and the generation */
#define SUM		4	/* for each index */

#define LINK		3
#define MARKED		4
#define VERSION		4
#define GENERATION	8

/* The generations, which are in a word that only the owner of an index changes. */
byte generations[INDEXES] = 1;

/* free_index() */
inline put(index)
{
	atomic {
		d_step {
			/* @got becomes a link to the index if it is in the chain, else 0. */
			got = LAST(HEAD) & LINK;
			each = 0;
			do
			:: each <= INDEXES && got && got != (index) + 1 ->
				got = LAST(NEXT + got - 1) & LINK;
				each++
			:: else -> break
			od;
			assert(!got && !(LAST(FREE) & (1 << (index))));
			got = LAST(FREE) | (1 << (index))
		};
		cmpxchg(FREE, LAST(FREE), got, ORDERED)
	}
}

/* chains_unlink(): clears @done if another thread has changed the chain. */
inline unlink()
{
	load(NEXT + (word & LINK) - 1, RELAXED);
	now = (word & ~LINK) + (got & LINK) + (at == HEAD -> VERSION : 0);
	cmpxchg(at, word, now, ORDERED);
	if
	:: ok ->
		next = now;
		if
		:: at != HEAD ->
			/* chains_change() */
			atomic {
				next = LAST(HEAD) + VERSION;
				cmpxchg(HEAD, LAST(HEAD), next, ORDERED)
			}
		:: else
		fi;
		put((word & LINK) - 1);
		done = at == HEAD || next == seen + VERSION;
		word = now;
		seen = next
	:: else -> done = false
	fi
}

/* unlink_marked(): sets @done unless another thread has changed the chain. */
inline unlink_marked()
{
	load(HEAD, HEAD_LOAD);
	seen = got;
	word = got;
	at = HEAD;
	done = true;
	do
	:: done && (word & LINK) ->
		load(NEXT + (word & LINK) - 1, NEXT_LOAD);
		next = got;
		load(HEAD, RELAXED);
		if
		:: got != seen -> done = false
		:: got == seen && (next & MARKED) -> unlink()
		:: else -> at = NEXT + (word & LINK) - 1; word = next
		fi
	:: else -> break
	od
}

/* chains_unlink_lone(): sets @ok if the index was alone in its chain. */
inline unlink_lone(index)
{
	ok = false;
	load(HEAD, ORDERED);
	seen = got;
	if
	:: (seen & LINK) == index + 1 ->
		load(NEXT + index, RELAXED);
		if
		:: !(got & LINK) -> cmpxchg(HEAD, seen, (seen & ~LINK) + VERSION, ORDERED)
		:: else
		fi
	:: else
	fi
}

/* bury_some() */
inline bury(index)
{
	store(SUM + index, 0, RELAXED);
	unlink_lone(index);
	if
	:: ok -> put(index)
	:: else ->
		/* chains_mark() */
		atomic {
			got = LAST(NEXT + index) | MARKED;
			cmpxchg(NEXT + index, LAST(NEXT + index), got, MARK)
		};
		do
		:: unlink_marked();
			if
			:: done -> break
			:: else
			fi
		od
	fi
}

proctype reclaimer(byte me)
{
	LOCALS;
	byte seen, word, next, now, at;
	bool done;

	bury(0)
}

proctype inserter(byte me)
{
	LOCALS;
	byte seen, word, next, now, at, index, times;
	bool done;

	do
	:: times < 2 ->
		times++;
		/* take_spare(), take_free_index() */
		atomic {
			if
			:: LAST(FREE) & 1 -> index = 0
			:: LAST(FREE) & 2 -> index = 1
			fi;
			got = LAST(FREE) - (1 << index);
			cmpxchg(FREE, LAST(FREE), got, TAKE);
			generations[index]++
		};
		load(SUM + index, RELAXED);
		assert(got == 0);
		store(SUM + index, 1, RELAXED);
		/* chains_publish(), until it succeeds; the head is never 0 */
		seen = 0;
		do
		:: load(HEAD, ORDERED);
			if
			:: got != seen ->
				seen = got;
				store(NEXT + index,
				      generations[index] * GENERATION + (seen & LINK), RELAXED);
				cmpxchg(HEAD, seen, (seen & ~LINK) + VERSION + index + 1, PUBLISH);
				if
				:: ok -> break
				:: else
				fi
			:: else	/* older than what the compare-and-swap met */
			fi
		od;
		bury(index)
	:: else -> break
	od
}

init {
	d_step {
		memory[HEAD].was[0].value = 1;
		memory[FREE].was[0].value = 2;
		memory[NEXT].was[0].value = GENERATION;
		memory[SUM].was[0].value = 1
	};
	atomic { run reclaimer(0); run inserter(1) };
	_nr_pr == 1 -> assert(!(LAST(HEAD) & LINK) && LAST(FREE) == 3)
}
