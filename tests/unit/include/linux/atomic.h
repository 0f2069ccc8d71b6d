/* SPDX-License-Identifier: GPL-2.0 */
/* Atomic operations with exactly the ordering that the kernel documents, see order.h. */
#ifndef SHIM_ATOMIC_H
#define SHIM_ATOMIC_H

#include <linux/compiler.h>

/*
 * If set, each compare-and-swap of this thread calls this function first, so
 * that a test can do what an interrupt would do.
 */
extern __thread void (*shim_interrupt)(void);

/*
 * A full barrier if it succeeds; if it fails, it orders nothing. Expects @p, @old
 * (a pointer) and @new in variables.
 */
#define shim_cmpxchg_op(order)						\
	__atomic_compare_exchange_n(__at, __expected, __new, false, order, \
				    __ATOMIC_RELAXED)
#define shim_try_cmpxchg(p, old, new)					\
({									\
	__typeof__(p) __at = (p);					\
	__typeof__(*(p)) *__expected = (void *)(old);			\
	__typeof__(*(p)) __new = (__typeof__(*(p)))(new);		\
									\
	if (shim_interrupt)						\
		shim_interrupt();					\
	shim_ordered(SHIM_CMPXCHG, __ATOMIC_SEQ_CST, shim_cmpxchg_op);	\
})

#define shim_cmpxchg(p, old, new)					\
({									\
	__typeof__(*(p)) __old = (__typeof__(*(p)))(old);		\
									\
	shim_try_cmpxchg(p, &__old, new);				\
	__old;								\
})
#define cmpxchg(p, old, new)	shim_cmpxchg(p, old, new)
#define try_cmpxchg(p, old, new)	shim_try_cmpxchg(p, old, new)

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
	       !shim_try_cmpxchg(&(v)->counter, &__seen, __seen + 1))	\
		;							\
	__seen >= 0;							\
})

#define atomic_long_read(v)	atomic_read(v)
#define atomic_long_set(v, i)	atomic_set(v, i)
#define atomic_long_read_acquire(v)	smp_load_acquire(&(v)->counter)
#define atomic_long_cmpxchg(v, o, n)	shim_cmpxchg(&(v)->counter, o, n)

#define shim_or_op(order)	((void)__atomic_fetch_or(__to, __bits, order))
#define atomic64_or(i, v)						\
do {									\
	__typeof__((v)->counter) *__to = &(v)->counter;			\
	__typeof__((v)->counter) __bits = (i);				\
									\
	shim_after_wmb(shim_or_op);					\
} while (0)
#define atomic64_read(v)	((u64)atomic_read(v))
#define atomic64_set(v, i)	atomic_set(v, i)
#define atomic64_try_cmpxchg(v, o, n)	shim_try_cmpxchg(&(v)->counter, o, n)
#define atomic64_cmpxchg(v, o, n)	((u64)shim_cmpxchg(&(v)->counter, o, n))

#endif /* SHIM_ATOMIC_H */
