/* SPDX-License-Identifier: GPL-2.0 */
/* Atomic operations with exactly the ordering that the kernel documents. */
#ifndef SHIM_ATOMIC_H
#define SHIM_ATOMIC_H

#include <linux/compiler.h>

/*
 * If set, each compare-and-swap of this thread calls this function first, so
 * that a test can do what an interrupt would do.
 */
extern __thread void (*shim_interrupt)(void);

#define smp_mb()	__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_wmb()	__atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_rmb()	__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_load_acquire(p)	__atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, v)	__atomic_store_n(p, v, __ATOMIC_RELEASE)

#define shim_cmpxchg(p, old, new)					\
({									\
	__typeof__(*(p)) __old = (old);					\
									\
	if (shim_interrupt)						\
		shim_interrupt();					\
	__atomic_compare_exchange_n(p, &__old, (__typeof__(*(p)))(new),	\
				    false, __ATOMIC_SEQ_CST,		\
				    __ATOMIC_SEQ_CST);			\
	__old;								\
})
#define cmpxchg(p, old, new)	shim_cmpxchg(p, old, new)

#define xchg(p, v)	({ __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); })

#define ATOMIC_INIT(i)		{ (i) }
#define ATOMIC64_INIT(i)	{ (i) }
#define atomic_read(v)		__atomic_load_n(&(v)->counter, __ATOMIC_RELAXED)
#define atomic_set(v, i)	\
	__atomic_store_n(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_inc_return(v)	\
	__atomic_add_fetch(&(v)->counter, 1, __ATOMIC_SEQ_CST)
#define atomic64_inc(v)		atomic64_add(1, v)
#define atomic64_add(i, v)	\
	((void)__atomic_fetch_add(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic64_add_return(i, v)	\
	__atomic_add_fetch(&(v)->counter, i, __ATOMIC_SEQ_CST)
#define atomic_inc(v)		\
	((void)__atomic_add_fetch(&(v)->counter, 1, __ATOMIC_RELAXED))
#define atomic_dec(v)		\
	((void)__atomic_sub_fetch(&(v)->counter, 1, __ATOMIC_RELAXED))
#define atomic_xchg(v, i)	\
	__atomic_exchange_n(&(v)->counter, i, __ATOMIC_SEQ_CST)
#define atomic_cmpxchg(v, o, n)	shim_cmpxchg(&(v)->counter, o, n)
#define atomic_inc_unless_negative(v)					\
({									\
	int __seen = atomic_read(v);					\
									\
	while (__seen >= 0 &&						\
	       !__atomic_compare_exchange_n(&(v)->counter, &__seen,	\
					    __seen + 1, false,		\
					    __ATOMIC_SEQ_CST,		\
					    __ATOMIC_SEQ_CST))		\
		;							\
	__seen >= 0;							\
})

#define atomic_long_read(v)	atomic_read(v)
#define atomic_long_set(v, i)	atomic_set(v, i)
#define atomic_long_read_acquire(v)	smp_load_acquire(&(v)->counter)
#define atomic_long_cmpxchg(v, o, n)	shim_cmpxchg(&(v)->counter, o, n)

#define atomic64_or(i, v)	\
	((void)__atomic_fetch_or(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic64_read(v)	((u64)atomic_read(v))
#define atomic64_set(v, i)	atomic_set(v, i)
#define atomic64_try_cmpxchg(v, o, n)					\
({									\
	if (shim_interrupt)						\
		shim_interrupt();					\
	__atomic_compare_exchange_n(&(v)->counter, o, n, false,		\
				    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
})
#define atomic64_cmpxchg(v, o, n)	((u64)shim_cmpxchg(&(v)->counter, o, n))

#endif /* SHIM_ATOMIC_H */
