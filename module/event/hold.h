/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Using what a lock guards, without taking the lock.
 *
 * Code that prints after an oops must not wake up tasks, as releasing a lock does,
 * because the CPU may hold locks of the scheduler. So this code sets a flag and then
 * checks whether the lock is taken. If not, this code may use what the lock guards: a
 * task that takes the lock later sleeps until the flag is clear.
 */
#ifndef HISTRIG_EVENT_HOLD_H
#define HISTRIG_EVENT_HOLD_H

#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/types.h>
#include <asm/barrier.h>

/**
 * hold_begin() - set the flag
 * @held: the flag; only one caller at a time may set it
 *
 * The caller then checks the lock. If the lock is taken, the caller must call
 * hold_end() at once.
 *
 * Context: any.
 */
static inline void hold_begin(bool *held)
{
	WRITE_ONCE(*held, true);
	/* Pairs with hold_wait(), so we see the lock taken, or its taker sees the flag. */
	smp_mb();
}

static inline void hold_end(bool *held)
{
	/* Pairs with hold_wait(), so the taker of the lock sees our changes. */
	smp_store_release(held, false);
}

/* hold_wait() - after taking the lock, wait until the flag is clear; sleeps */
static inline void hold_wait(const bool *held)
{
	/* Pairs with the barrier in hold_begin(). */
	smp_mb();
	/* Pairs with hold_end(), so we see the changes of the code that set the flag. */
	while (smp_load_acquire(held))
		usleep_range(1000, 2000);
}

#endif /* HISTRIG_EVENT_HOLD_H */
