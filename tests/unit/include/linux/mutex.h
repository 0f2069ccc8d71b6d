/* SPDX-License-Identifier: GPL-2.0 */
/* Mutexes that spin. The lockdep functions do not check who holds a mutex. */
#ifndef SHIM_MUTEX_H
#define SHIM_MUTEX_H

#include <sched.h>

#include <linux/sched.h>

struct mutex {
	int held;
};

#define DEFINE_MUTEX(name)	struct mutex name
#define mutex_init(m)		((m)->held = 0)
#define mutex_destroy(m)	((void)(m))
#define lockdep_assert_held(m)	((void)(m))
#define lockdep_is_held(m)	((void)(m), true)

static inline void mutex_lock(struct mutex *m)
{
	while (__atomic_exchange_n(&m->held, 1, __ATOMIC_ACQUIRE))
		sched_yield();
}

static inline void mutex_unlock(struct mutex *m)
{
	__atomic_store_n(&m->held, 0, __ATOMIC_RELEASE);
}

#endif /* SHIM_MUTEX_H */
