/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Insert against lookup: hot/map.c of module/hist.
 *
 * Two hits insert the same long key. Each writes the key to the cell of its
 * index, and publishes the index in the slot. A hit that finds an index, also
 * one that has lost the race, compares the key in the cell.
 *
 * Two other hits give an index to a key of one word: one stores the index, and
 * either of them the offset of the sums. A hit that finds the offset reads the
 * index.
 */
#define THREADS		3
#define LOCATIONS	5
#define STORES		4

#ifndef PUBLISH		/* map_publish(), give_index() */
#define PUBLISH		ORDERED
#endif
#ifndef CELL		/* READ_DEPENDENT() of hist_map_probe() and map_search() */
#define CELL		ORDERED
#endif
#ifndef OFFSET_STORE	/* smp_store_release() of put_offset() */
#define OFFSET_STORE	ORDERED
#endif
#ifndef OFFSET_LOAD	/* smp_load_acquire() of latency_find_place() */
#define OFFSET_LOAD	ORDERED
#endif

#include "memory.h"

#define SLOT	2	/* 0, or an index plus 1; cells are locations 0 and 1 */
#define INDEX	3
#define OFFSET	4
#define KEY	7

/* Looks for the key; sets @got to what the slot contains. */
inline search()
{
	load_dependent(SLOT, CELL);
	found = got;
	if
	:: found -> load_through(found - 1); assert(got == KEY)
	:: else
	fi
}

proctype inserter(byte me)
{
	LOCALS;
	byte found;

	store(me, KEY, RELAXED);
	cmpxchg(SLOT, 0, me + 1, PUBLISH);
	if
	:: ok
	:: else -> search()
	fi;

	cmpxchg(INDEX, 0, me + 1, PUBLISH);
	if
	:: ok
	:: else -> load(INDEX, RELAXED)
	fi;
	/* Writes the offset if it has seen an index. */
	if
	:: ok || got -> store(OFFSET, 1, OFFSET_STORE)
	:: else
	fi
}

proctype reader(byte me)
{
	LOCALS;
	byte found;

	search();
	load(OFFSET, OFFSET_LOAD);
	if
	:: got -> load(INDEX, RELAXED); assert(got)
	:: else
	fi
}

init {
	atomic { run inserter(0); run inserter(1); run reader(2) }
}
