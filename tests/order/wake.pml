/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakes of splice(): raw_splice_read() and raw_ioctl() of module/files/raw_files.c,
 * instance_wake_all().
 *
 * splice() begins before all wakes, and finds no page. The ioctls of its file and of
 * another one may wake it at any time, and recording stops, which wakes it, too. It must
 * not sleep for ever.
 */
#define THREADS		4
#define LOCATIONS	3
#define STORES		4

#ifndef WAKE		/* smp_mb__before_atomic() of instance_wake_all() */
#define WAKE		ORDERED
#endif
#ifndef WAKES_LOAD	/* atomic_read_acquire() of raw_splice_read() */
#define WAKES_LOAD	ORDERED
#endif

#include "memory.h"

#define WAKES	0	/* @nr_wakes of the instance */
#define OWN	1	/* @nr_wakes of the file */
#define OFF	2	/* recording has stopped */

/* A reader that sees this count or a later one sees what was stored before. */
inline wake_all()
{
	d_step {
		when = memory[WAKES].last;
		got = VALUE(WAKES).value + 1;
		JOIN(passed[me].at, VALUE(WAKES).view);
		if
		:: WAKE == RELAXED
		:: else -> JOIN(passed[me].at, sees[me].at)
		fi;
		APPEND(WAKES, got, passed[me].at)
	}
}

proctype own_ioctl(byte me)
{
	LOCALS;

	if
	:: store(OWN, 1, RELAXED); wake_all()
	:: true
	fi
}

proctype other_ioctl(byte me)
{
	LOCALS;

	if
	:: wake_all()
	:: true
	fi
}

proctype stop(byte me)
{
	LOCALS;

	store(OFF, true, RELAXED);
	wake_all()
}

proctype splice(byte me)
{
	LOCALS;
	byte all;
	bool wanted = true;

	do
	:: wanted ->
		/* A thread that sleeps sees the last count in the end. */
		LAST(WAKES) != all;
		do
		:: load(WAKES, RELAXED);
			if
			:: got != all -> break
			:: else
			fi
		od;
		load(WAKES, WAKES_LOAD);
		all = got;
		load(OFF, RELAXED);
		wanted = !got;
		load(OWN, RELAXED);
		wanted = wanted && !got
	:: else -> break
	od
}

init {
	atomic { run own_ioctl(0); run other_ioctl(1); run stop(2); run splice(3) }
}
