/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waiting for hits, for models that include memory.h: a wait sees what hits that began
 * before it have done; hits that begin after it see what came before it. A thread that
 * waits has the LOCALS_OF_WAIT as well.
 */
#define LOCALS_OF_WAIT	byte ends[THREADS]

bool in_hit[THREADS];
byte nr_ended[THREADS];
view_of hit_ended, wait_began;

inline hit_begin()
{
	d_step { in_hit[me] = true; JOIN(sees[me].at, wait_began.at) }
}

inline hit_end()
{
	d_step {
		in_hit[me] = false;
		nr_ended[me]++;
		JOIN(hit_ended.at, sees[me].at)
	}
}

inline synchronize(order)
{
	if
	:: order == RELAXED
	:: else ->
		d_step {
			JOIN(wait_began.at, sees[me].at);
			each = 0;
			do
			:: each < THREADS -> ends[each] = nr_ended[each] + in_hit[each]; each++
			:: else -> break
			od;
			each = 0
		};
		do
		:: each < THREADS -> nr_ended[each] >= ends[each]; each++
		:: else -> break
		od;
		each = 0;
		d_step { JOIN(sees[me].at, hit_ended.at) }
	fi
}
