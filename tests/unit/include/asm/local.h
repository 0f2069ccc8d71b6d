/* SPDX-License-Identifier: GPL-2.0 */
/* Counters that only their CPU changes: atomic, but without ordering. */
#ifndef SHIM_LOCAL_H
#define SHIM_LOCAL_H

#include <linux/atomic.h>

/*
 * If set, each local_inc() of this thread calls this function first, so that a
 * test can do what an interrupt would do.
 */
extern __thread void (*shim_interrupt_inc)(void);

/* If set, each local_read() of this thread calls this function first. */
extern __thread void (*shim_interrupt_read)(void);

typedef struct {
	long a;
} local_t;

#define local_read(l)							\
({									\
	if (shim_interrupt_read)					\
		shim_interrupt_read();					\
	__atomic_load_n(&(l)->a, __ATOMIC_RELAXED);			\
})
#define local_set(l, i)		__atomic_store_n(&(l)->a, i, __ATOMIC_RELAXED)
#define local_add(i, l)		\
	((void)__atomic_fetch_add(&(l)->a, (long)(i), __ATOMIC_RELAXED))
#define local_inc(l)							\
do {									\
	if (shim_interrupt_inc)						\
		shim_interrupt_inc();					\
	local_add(1, l);						\
} while (0)
#define local_add_return(i, l)	\
	__atomic_add_fetch(&(l)->a, (long)(i), __ATOMIC_RELAXED)
#define local_dec(l)		local_add(-1, l)
#define local_cmpxchg(l, old, new)					\
({									\
	long __old = (old);						\
									\
	if (shim_interrupt)						\
		shim_interrupt();					\
	__atomic_compare_exchange_n(&(l)->a, &__old, new, false,	\
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);	\
	__old;								\
})

#endif /* SHIM_LOCAL_H */
