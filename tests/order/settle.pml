/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Breakpoints that are removed, and waits for their hits: remove_breakpoint() and
 * uprobe_settle() of module/probe/uprobe.c.
 *
 * Two breakpoints are removed, and each is freed by a task that knows of its removal. A
 * wait covers all breakpoints that were removed before it, so the second task need not
 * wait if the first one has. A program hits the second breakpoint. No hit may use it
 * after it was freed, and the task that frees it sees what hits have done.
 */
#define THREADS		4
#define LOCATIONS	4
#define STORES		3

#ifndef REMOVED_STORE	/* smp_store_release() of remove_breakpoint() */
#define REMOVED_STORE	ORDERED
#endif
#ifndef REMOVED_LOAD	/* smp_load_acquire() of @removals, uprobe_settle() */
#define REMOVED_LOAD	ORDERED
#endif
#ifndef SETTLED_STORE	/* smp_store_release() of uprobe_settle() */
#define SETTLED_STORE	ORDERED
#endif
#ifndef SETTLED_LOAD	/* smp_load_acquire() of @settled, uprobe_settle() */
#define SETTLED_LOAD	ORDERED
#endif
#ifndef SYNC		/* breakpoints_sync() */
#define SYNC		ORDERED
#endif

#include "memory.h"
#include "rcu.h"

#define GONE		0	/* the second breakpoint is removed */
#define REMOVALS	1
#define SETTLED		2
#define USED		3	/* a hit has used it */

bool removed[3], is_freed;
view_of known[3];	/* what a task knows that frees the breakpoint */

inline remove(number)
{
	store(REMOVALS, number, REMOVED_STORE);
	d_step { JOIN(known[number].at, sees[me].at); removed[number] = true }
}

proctype remover(byte me)
{
	LOCALS;

	remove(1);
	store(GONE, true, RELAXED);
	remove(2)
}

inline settle(number)
{
	d_step { removed[number] -> JOIN(sees[me].at, known[number].at) };
	load(REMOVALS, REMOVED_LOAD);
	now = got;
	load(SETTLED, SETTLED_LOAD);
	if
	:: number <= got
	:: else ->
		synchronize(SYNC);
		store(SETTLED, now, SETTLED_STORE)
	fi
}

proctype first(byte me)
{
	LOCALS;
	LOCALS_OF_WAIT;
	byte now;

	settle(1)
}

proctype second(byte me)
{
	LOCALS;
	LOCALS_OF_WAIT;
	byte now;

	settle(2);
	is_freed = true;
	load(USED, RELAXED);
	assert(got == LAST(USED))
}

proctype hit(byte me)
{
	LOCALS;

	hit_begin();
	load(GONE, RELAXED);
	if
	:: !got ->
		assert(!is_freed);
		store(USED, true, RELAXED)
	:: else
	fi;
	hit_end()
}

init {
	atomic { run remover(0); run first(1); run second(2); run hit(3) }
}
