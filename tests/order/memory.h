/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that keeps no more order than the kernel promises, for models in
 * Promela.
 *
 * Each location keeps all values that it has had. A thread has a view: for each
 * location, the oldest value that it may still read. A load may return any value
 * from there on, so a thread sees the stores of others late, and in any order.
 * A value has a view as well, which a reader with an acquire adds to its own.
 *
 *	release		the value's view is that of the thread
 *	relaxed		the value's view is that of the thread at its last barrier
 *	acquire		adds the value's view to that of the thread
 *	dependent	adds it for loads through the value only, see load_through()
 *	full		a compare-and-swap that succeeds: all of that; if it fails, it is
 *			relaxed; with RELAXED, the new value keeps the view of the old one
 *
 * Where two threads each store and then load what the other stores, smp_mb() must be
 * between, also after a cmpxchg(), which does not keep that order here.
 *
 * The including model defines THREADS, LOCATIONS, and STORES, the maximum number
 * of values of a location. It begins each thread with LOCALS.
 */
#define RELAXED	0
#define ORDERED	1

typedef view_of {
	byte at[LOCATIONS];
};

typedef value_of {
	byte value;
	byte view[LOCATIONS];
};

typedef location {
	value_of was[STORES];
	byte last;
};

location memory[LOCATIONS];
view_of sees[THREADS];		/* what each thread sees */
view_of at_barrier[THREADS];	/* what it saw at its last full barrier or smp_wmb() */
view_of passed[THREADS];	/* views of what it has loaded; smp_rmb() adds them */
view_of through[THREADS];	/* the view of its last dependent load */
view_of fenced;			/* what all threads saw at their smp_mb() */

#define LOCALS	byte each, when, got; bool ok

#define MAX_OF(a, b)	((a) > (b) -> (a) : (b))
#define JOIN(to, from)							\
	each = 0;							\
	do								\
	:: each < LOCATIONS -> to[each] = MAX_OF(to[each], from[each]); each++	\
	:: else -> break						\
	od
#define VALUE(where)	memory[where].was[when]
#define LAST(where)	memory[where].was[memory[where].last].value

/* Adds a value; @view is an array with its view. */
#define APPEND(where, new, seen)					\
	memory[where].last++;						\
	when = memory[where].last;					\
	sees[me].at[where] = when;					\
	VALUE(where).value = new;					\
	JOIN(VALUE(where).view, seen);					\
	VALUE(where).view[where] = when

/* Chooses a value that the thread may read, not older than @oldest. */
#define CHOOSE(where, oldest)						\
	when = oldest;							\
	do								\
	:: when < memory[where].last -> when++				\
	:: break							\
	od

inline store(where, new, order)
{
	d_step {
		if
		:: order == RELAXED -> APPEND(where, new, at_barrier[me].at)
		:: else -> APPEND(where, new, sees[me].at)
		fi
	}
}

/* Sets @got. */
inline load(where, order)
{
	atomic {
		CHOOSE(where, sees[me].at[where]);
		d_step {
			got = VALUE(where).value;
			sees[me].at[where] = when;
			JOIN(passed[me].at, VALUE(where).view);
			if
			:: order == RELAXED
			:: else -> JOIN(sees[me].at, VALUE(where).view)
			fi
		}
	}
}

/* Sets @got, and orders loads through it if @order is not RELAXED. */
inline load_dependent(where, order)
{
	atomic {
		CHOOSE(where, sees[me].at[where]);
		d_step {
			got = VALUE(where).value;
			sees[me].at[where] = when;
			if
			:: order == RELAXED
			:: else -> JOIN(through[me].at, VALUE(where).view)
			fi
		}
	}
}

inline load_through(where)
{
	atomic {
		CHOOSE(where, MAX_OF(sees[me].at[where], through[me].at[where]));
		got = VALUE(where).value
	}
}

inline smp_wmb(order)
{
	if
	:: order == RELAXED
	:: else -> d_step { JOIN(at_barrier[me].at, sees[me].at) }
	fi
}

inline smp_mb(order)
{
	if
	:: order == RELAXED
	:: else ->
		d_step {
			JOIN(sees[me].at, passed[me].at);
			JOIN(sees[me].at, fenced.at);
			JOIN(fenced.at, sees[me].at);
			JOIN(at_barrier[me].at, sees[me].at)
		}
	fi
}

inline smp_rmb(order)
{
	if
	:: order == RELAXED
	:: else -> d_step { JOIN(sees[me].at, passed[me].at) }
	fi
}

/* Sets @ok. @new must not read the memory. */
inline cmpxchg(where, old, new, order)
{
	atomic {
		if
		:: LAST(where) == old ->
			d_step {
				when = memory[where].last;
				if
				:: order == RELAXED ->
					APPEND(where, new, at_barrier[me].at);
					JOIN(VALUE(where).view, memory[where].was[when - 1].view)
				:: else ->
					JOIN(sees[me].at, VALUE(where).view);
					JOIN(at_barrier[me].at, sees[me].at);
					APPEND(where, new, sees[me].at)
				fi;
				ok = true
			}
		:: else -> ok = false
		fi
	}
}
