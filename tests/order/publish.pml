/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is published with a pointer, but not found through it: the size of the map of
 * thread groups (tgid_map_alloc() of module/record), and the chains of sketches
 * (hist_chains_publish() of module/hist/object/chains.c).
 *
 * A hit that sees the pointer must see both.
 */
#define THREADS		2
#define LOCATIONS	4
#define STORES		2

#ifndef MAP_STORE	/* smp_store_release() of tgid_map_alloc() */
#define MAP_STORE	ORDERED
#endif
#ifndef MAP_LOAD	/* smp_load_acquire() of tgid_save() */
#define MAP_LOAD	ORDERED
#endif
#ifndef CHAINS_STORE	/* smp_store_release() of hist_chains_publish() */
#define CHAINS_STORE	ORDERED
#endif
#ifndef CHAINS_LOAD	/* smp_load_acquire() of has_chains() */
#define CHAINS_LOAD	ORDERED
#endif

#include "memory.h"

#define SIZE	0
#define MAP	1
#define SKETCH	2
#define CHAINS	3

proctype command(byte me)
{
	LOCALS;

	store(SIZE, 1, RELAXED);
	store(MAP, 1, MAP_STORE);
	store(SKETCH, 1, RELAXED);
	store(CHAINS, 1, CHAINS_STORE)
}

proctype hit(byte me)
{
	LOCALS;

	if
	::	load(MAP, MAP_LOAD);
		if
		:: got -> load(SIZE, RELAXED); assert(got)
		:: else
		fi
	::	load(CHAINS, CHAINS_LOAD);
		if
		:: got -> load(SKETCH, RELAXED); assert(got)
		:: else
		fi
	fi
}

init {
	atomic { run command(0); run hit(1) }
}
