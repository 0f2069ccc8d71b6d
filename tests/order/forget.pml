/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Forget against hit: hot/chains.c of module/hist.
 *
 * A chain has one entry, with key 1. A hit finds, pins, counts and unpins it. A
 * second one finds, pins and forgets it; the thread that drops the last pin
 * resets the sum, unlinks the index and frees it. A third thread reuses the
 * index for key 2. No hit may count under another key, and the new entry must
 * begin at 0.
 */
#define THREADS		3
#define LOCATIONS	6
#define STORES		9

#ifndef STATE_LOAD	/* smp_load_acquire() of take_pin() */
#define STATE_LOAD	ORDERED
#endif
#ifndef PUBLISH		/* cmpxchg() of chains_publish() */
#define PUBLISH		ORDERED
#endif
#ifndef UNPIN		/* cmpxchg() of hist_chains_unpin() */
#define UNPIN		ORDERED
#endif
#ifndef NEXT_LOAD	/* smp_load_acquire() of a link in chains_search() */
#define NEXT_LOAD	ORDERED
#endif

#include "memory.h"

#define HEAD		0	/* 2 * version, plus 1 if the index is in the chain */
#define STATE		1	/* as hist_chains.states, with few bits */
#define KEY		2
#define SUM		3
#define IS_FREE		4
#define NEXT		5	/* the index that follows; here, only its generation */

#define PINS		3
#define NEW		4
#define ALIVE		8
#define GENERATION	16

/* The key of the entry at the index, as only the model knows it. */
byte owner = 1;

/* take_pin(): sets @found if it has pinned the entry. */
inline take_pin(key)
{
	do
	:: load(STATE, STATE_LOAD);
		state = got;
		load(KEY, RELAXED);
		if
		:: !(state & (ALIVE | NEW)) || got != key -> break
		:: else
		fi;
		next = state + 1;
		if
		:: state & NEW ->
			load(HEAD, RELAXED);
			if
			:: got != seen -> break
			:: else -> next = next + ALIVE - NEW
			fi
		:: else
		fi;
		cmpxchg(STATE, state, next, ORDERED);
		if
		:: ok -> found = true; assert(owner == key); break
		:: else
		fi
	od
}

/* chains_search(): looks for @key. */
inline find(key)
{
	found = false;
	load(HEAD, ORDERED);
	seen = got;
	if
	:: seen & 1 -> take_pin(key)
	:: else
	fi;
	/* If the head is still the same, the link is of the same generation. */
	if
	:: seen & 1 && !found ->
		load(NEXT, NEXT_LOAD);
		next = got;
		load(HEAD, RELAXED);
		assert(got != seen || next == (seen == 1 -> 1 : 2))
	:: else
	fi
}

/* Changes the state by compare-and-swap until that succeeds. */
inline change(less, order)
{
	do
	:: load(STATE, RELAXED);
		state = got;
		cmpxchg(STATE, state, state - (less), order);
		if
		:: ok -> break
		:: else
		fi
	od;
	state = state - (less)
}

/* atomic64_inc(), which orders nothing. */
inline count()
{
	d_step {
		when = memory[SUM].last;
		got = VALUE(SUM).value;
		APPEND(SUM, got + 1, VALUE(SUM).view)
	}
}

inline unpin()
{
	change(1, UNPIN);
	if
	:: !(state & (ALIVE | PINS)) ->
		/* A thread that reclaims must see all that others have counted. */
		assert(sees[me].at[SUM] == memory[SUM].last);
		store(SUM, 0, RELAXED);
		cmpxchg(HEAD, seen, (seen | 1) + 1, ORDERED);
		assert(ok);
		cmpxchg(IS_FREE, false, true, ORDERED)
	:: else
	fi
}

proctype hit(byte me)
{
	LOCALS;
	byte seen, state, next;
	bool found;

	find(1);
	if
	:: found -> count(); unpin()
	:: else
	fi
}

proctype forgetter(byte me)
{
	LOCALS;
	byte seen, state, next;
	bool found;

	find(1);
	change(ALIVE, ORDERED);
	unpin()
}

proctype inserter(byte me)
{
	LOCALS;
	byte seen, state, next;

	do
	:: cmpxchg(IS_FREE, true, false, ORDERED);
		if
		:: ok -> break
		:: else -> LAST(IS_FREE)
		fi
	od;
	store(KEY, 2, RELAXED);
	load(STATE, RELAXED);
	d_step { owner = 2 };
	store(STATE, (got & ~(GENERATION - 1)) + GENERATION + NEW + 1, ORDERED);
	load(HEAD, ORDERED);
	seen = got;
	store(NEXT, 2, RELAXED);
	cmpxchg(HEAD, seen, (seen | 1) + 2, PUBLISH);
	if
	:: ok ->
		cmpxchg(STATE, 2 * GENERATION + NEW + 1, 2 * GENERATION + ALIVE + 1, ORDERED);
		/* An entry that its maker has made starts with the sum that it sees. */
		load(SUM, RELAXED);
		assert(got == 0)
	:: else
	fi
}

init {
	d_step {
		memory[HEAD].was[0].value = 1;
		memory[STATE].was[0].value = GENERATION + ALIVE;
		memory[KEY].was[0].value = 1;
		memory[NEXT].was[0].value = 1
	};
	atomic { run hit(0); run forgetter(1); run inserter(2) }
}
