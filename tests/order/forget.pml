/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Forget against hit: hot/chains.c of module/hist.
 *
 * A map has one index, which is in a chain and has key 1. Two hits, both of key 1 or one
 * of key 2, find or insert their key, count and unpin. A third thread forgets key 1 once
 * or twice, so it may meet an entry that is new, or forgets whatever has the index. A
 * thread that drops the last pin, or forgets an entry without pins, resets the sum,
 * unlinks the index and frees it. No hit may count under another key or after that; none
 * may find an entry that was forgotten or is not in the chain; an entry must begin at 0. A
 * search that finds the head unchanged must have followed a link of this chain. Orders
 * without a macro are those of the module too. Longer chains: lone.pml.
 */
#define THREADS		3
#define LOCATIONS	6
#define STORES		16

#ifndef HEAD_LOAD	/* smp_load_acquire() of the head in chains_search() */
#define HEAD_LOAD	ORDERED
#endif
#ifndef STATE_LOAD	/* smp_load_acquire() of take_entry() */
#define STATE_LOAD	ORDERED
#endif
#ifndef NEXT_LOAD	/* smp_load_acquire() of a link in chains_search() */
#define NEXT_LOAD	ORDERED
#endif
#ifndef TAKE		/* the cmpxchg() of take_spare() and take_free_index() */
#define TAKE		ORDERED
#endif
#ifndef PUBLISH		/* cmpxchg() of chains_publish() */
#define PUBLISH		ORDERED
#endif
#ifndef UNPIN		/* cmpxchg() of hist_chains_unpin() */
#define UNPIN		ORDERED
#endif
#ifndef FORGET		/* cmpxchg() of hist_chains_forget() */
#define FORGET		ORDERED
#endif

#include "memory.h"

#define HEAD		0	/* 2 * version, plus 1 if the index is in the chain */
#define STATE		1	/* as hist_chains.states, with few bits */
#define KEY		2
#define SUM		3
#define IS_FREE		4
#define NEXT		5	/* the link to the next index, always 0; here, its generation */

#define PINS		3
#define NEW		4
#define ALIVE		8
#define GENERATION	16

/* What only the model knows: the index's key, 0 if it is free; was the entry forgotten? */
byte owner = 1;
bool forgotten;

/* take_entry(): sets @found if it has pinned or forgotten the entry, which was in @state. */
inline take_entry(key, forget)
{
	do
	:: load(STATE, STATE_LOAD);
		state = got;
		load(KEY, RELAXED);
		if
		:: !(state & (ALIVE | NEW)) || got != key -> break
		:: else
		fi;
		if
		:: state & NEW ->
			load(HEAD, RELAXED);
			if
			:: got != seen -> break
			:: else
			fi
		:: else
		fi;
		atomic {
			cmpxchg(STATE, state, (state & ~(ALIVE | NEW)) +
					      (forget -> 0 : ALIVE + 1), ORDERED);
			if
			:: ok ->
				assert(owner == key && !forgotten && (LAST(HEAD) & 1));
				forgotten = forget;
				found = true;
				break
			:: else
			fi
		}
	od
}

/* chains_search(): if it does not find @key, the chain lacked it while its head was @seen. */
inline search(key, forget)
{
	found = false;
	do
	:: load(HEAD, HEAD_LOAD);
		seen = got;
		if
		:: seen & 1 ->
			take_entry(key, forget);
			if
			:: found -> break
			:: else
			fi;
			load(NEXT, NEXT_LOAD);
			state = got
		:: else
		fi;
		load(HEAD, RELAXED);
		if
		:: got == seen -> assert(!(seen & 1) || state == seen / 4 + 1); break
		:: else
		fi
	od
}

/* atomic64_inc(), which orders nothing. */
inline count(key)
{
	d_step {
		assert(owner == key);
		when = memory[SUM].last;
		got = VALUE(SUM).value;
		APPEND(SUM, got + 1, sees[me].at)
	}
}

/* bury_some(), chains_unlink_lone(), free_index() */
inline reclaim()
{
	d_step {
		/* A thread that reclaims must see all that others have counted. */
		assert(owner && sees[me].at[SUM] == memory[SUM].last);
		owner = 0
	};
	store(SUM, 0, RELAXED);
	load(HEAD, ORDERED);
	cmpxchg(HEAD, got, (got | 1) + 1, ORDERED);
	assert(ok);
	cmpxchg(IS_FREE, false, true, ORDERED);
	assert(ok)
}

/* hist_chains_unpin() */
inline unpin()
{
	do
	:: load(STATE, RELAXED);
		state = got - 1;
		cmpxchg(STATE, state + 1, state, UNPIN);
		if
		:: ok -> break
		:: else
		fi
	od;
	if
	:: !(state & (ALIVE | PINS)) -> reclaim()
	:: else
	fi
}

/* hist_chains_forget() */
inline forget()
{
	do
	:: load(STATE, RELAXED);
		state = got;
		if
		:: state & ALIVE ->
			atomic {
				cmpxchg(STATE, state, state - ALIVE, FORGET);
				if
				:: ok -> forgotten = true; break
				:: else
				fi
			}
		:: else -> break
		fi
	od;
	if
	:: (state & ALIVE) && !(state & PINS) -> reclaim()
	:: else
	fi
}

/* chains_prepare(), chains_publish(), chains_set_alive() */
inline insert(key)
{
	d_step { owner = key; forgotten = false };
	store(KEY, key, RELAXED);
	load(STATE, RELAXED);
	state = (got & ~(GENERATION - 1)) + GENERATION;
	store(STATE, state + NEW + 1, ORDERED);
	/* An entry begins with the sum that its maker sees. */
	load(SUM, RELAXED);
	assert(got == 0);
	do
	:: store(NEXT, state / GENERATION, RELAXED);
		cmpxchg(HEAD, seen, (seen | 1) + 2, PUBLISH);
		if
		:: ok -> break
		:: else -> search(key, false); load(STATE, RELAXED); state = got
		fi
	od;
	do
	:: load(STATE, RELAXED);
		state = got;
		if
		:: state & NEW -> cmpxchg(STATE, state, state + ALIVE - NEW, ORDERED)
		:: else -> break
		fi
	od
}

/* hit_chains() */
proctype hit(byte me, key)
{
	LOCALS;
	byte seen, state;
	bool found;

	search(key, false);
	if
	:: !found ->
		cmpxchg(IS_FREE, true, false, TAKE);
		if
		:: ok -> insert(key); found = true
		:: else	/* The map is full. */
		fi
	:: else
	fi;
	if
	:: found -> count(key); unpin()
	:: else
	fi
}

proctype forgetter(byte me, times)
{
	LOCALS;
	byte seen, state;
	bool found;

	do
	:: times ->	/* hist_chains_forget_word() */
		times--;
		search(1, true);
		if
		:: found && !(state & PINS) -> reclaim()
		:: else
		fi
	:: else -> break
	od
}

/* hist_chains_forget() by a task that has no pin */
proctype clearer(byte me)
{
	LOCALS;
	byte seen, state;

	forget()
}

init {
	d_step {
		memory[HEAD].was[0].value = 1;
		memory[STATE].was[0].value = GENERATION + ALIVE;
		memory[KEY].was[0].value = 1;
		memory[NEXT].was[0].value = 1
	};
	atomic {
		run hit(0, 1);
		if
		:: run hit(1, 2); run clearer(2)
		:: run hit(1, 2); run forgetter(2, 1)
		:: run hit(1, 1); run forgetter(2, 2)
		fi
	}
}
