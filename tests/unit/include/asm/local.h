/* SPDX-License-Identifier: GPL-2.0 */
/* Counters that only their CPU changes: atomic, but without ordering. */
#ifndef SHIM_LOCAL_H
#define SHIM_LOCAL_H

#include <linux/atomic.h>

typedef struct {
	long a;
} local_t;

#define local_read(l)		__atomic_load_n(&(l)->a, __ATOMIC_RELAXED)
#define local_set(l, i)		__atomic_store_n(&(l)->a, i, __ATOMIC_RELAXED)
#define local_add(i, l)		\
	((void)__atomic_fetch_add(&(l)->a, (long)(i), __ATOMIC_RELAXED))
#define local_inc(l)		local_add(1, l)
#define local_add_return(i, l)	\
	__atomic_add_fetch(&(l)->a, (long)(i), __ATOMIC_RELAXED)

static inline long local_cmpxchg(local_t *l, long old, long new)
{
	__atomic_compare_exchange_n(&l->a, &old, new, false, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED);
	return old;
}

#endif /* SHIM_LOCAL_H */
