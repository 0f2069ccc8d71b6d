/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keeping tasks away from what a lock guards, without taking the lock.
 *
 * An oops may find a CPU with locks of the scheduler held, so code that prints then
 * must wake up nobody. Releasing a lock wakes up those who wait for it. Such code
 * therefore sets a flag, looks whether the lock is taken, and uses what it guards if
 * not. Those who take the lock wait, asleep, until the flag is clear.
 */
#ifndef HISTRIG_EVENT_HOLD_H
#define HISTRIG_EVENT_HOLD_H

#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/types.h>
#include <asm/barrier.h>

/**
 * hold_begin() - set the flag
 * @held: the flag, which nobody else sets meanwhile
 *
 * The caller then looks at the lock, and calls hold_end() at once if it is taken.
 *
 * Context: any.
 */
static inline void hold_begin(bool *held)
{
	WRITE_ONCE(*held, true);
	/* Pairs with hold_wait(): either the lock or the flag is seen. */
	smp_mb();
}

/* hold_end() - clear the flag */
static inline void hold_end(bool *held)
{
	/* Pairs with hold_wait(), which sees what was changed. */
	smp_store_release(held, false);
}

/**
 * hold_wait() - wait until the flag is clear
 * @held: the flag
 *
 * Context: process, sleeps; the lock was just taken.
 */
static inline void hold_wait(const bool *held)
{
	/* Pairs with hold_begin(). */
	smp_mb();
	/* Pairs with hold_end(). */
	while (smp_load_acquire(held))
		usleep_range(1000, 2000);
}

#endif /* HISTRIG_EVENT_HOLD_H */
