/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory order: each operation is as strong as the kernel documents it, and no
 * stronger, so that ThreadSanitizer reports plain accesses that only x86 keeps
 * in order.
 *
 * ThreadSanitizer knows neither fences nor address dependencies. With
 * SHIM_ORDER, smp_wmb() makes the thread's next marked store a release, and
 * smp_rmb() makes its last READ_ONCE() an acquire; READ_DEPENDENT() always is
 * one.
 *
 * With SHIM_ORDER, the environment variable SHIM_WEAK names a kind of order to
 * leave out, which the tests must then notice.
 */
#ifndef SHIM_ORDER_H
#define SHIM_ORDER_H

#ifdef SHIM_ORDER

#include <stdbool.h>

enum shim_order {
	SHIM_RELEASE = 1,
	SHIM_ACQUIRE = 2,
	SHIM_DEPENDENT = 4,
	SHIM_CMPXCHG = 8,
	SHIM_WMB = 16,
	SHIM_RMB = 32,
};

/* The order that is left out, a bit of enum shim_order. */
extern unsigned int shim_weak;

/* smp_wmb() was called, and no marked store has followed. */
extern __thread bool shim_stores_ordered;
/* What READ_ONCE() has read last. */
extern __thread const volatile void *shim_last_read;

#define shim_is_weak(order)	__builtin_expect(shim_weak & (order), 0)

static inline bool shim_take_wmb(void)
{
	bool ordered = shim_stores_ordered;

	shim_stores_ordered = false;
	return ordered;
}

/* OPERATION(ORDER), a release if smp_wmb() came before. */
#define shim_after_wmb(operation)					\
	(shim_take_wmb() ? operation(__ATOMIC_RELEASE) :		\
			   operation(__ATOMIC_RELAXED))

/* OPERATION(ORDER) with @full, unless SHIM_WEAK names @kind. */
#define shim_ordered(kind, full, operation)				\
	(shim_is_weak(kind) ? operation(__ATOMIC_RELAXED) : operation(full))

#define smp_wmb()							\
	((void)(shim_stores_ordered = !shim_is_weak(SHIM_WMB)))
#define smp_rmb()							\
do {									\
	if (shim_last_read && !shim_is_weak(SHIM_RMB))			\
		(void)__atomic_load_n((const volatile char *)shim_last_read, \
				      __ATOMIC_ACQUIRE);		\
} while (0)
#define smp_mb()							\
do {									\
	smp_rmb();							\
	smp_wmb();							\
	__atomic_thread_fence(__ATOMIC_SEQ_CST);			\
} while (0)

#define READ_ONCE(x)							\
	(shim_last_read = &(x), __atomic_load_n(&(x), __ATOMIC_RELAXED))

#else

#define shim_after_wmb(operation)	operation(__ATOMIC_RELAXED)
#define shim_ordered(kind, full, operation)	operation(full)
#define smp_mb()	__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_wmb()	__atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_rmb()	__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define READ_ONCE(x)	__atomic_load_n(&(x), __ATOMIC_RELAXED)

#endif

#define WRITE_ONCE(x, v)						\
do {									\
	__typeof__(x) *__to = &(x);					\
	__typeof__(x) __new = (v);					\
									\
	shim_after_wmb(shim_store_op);					\
} while (0)
#define shim_store_op(order)	__atomic_store_n(__to, __new, order)

#define smp_store_release(p, v)						\
do {									\
	__typeof__(*(p)) *__to = (p);					\
	__typeof__(*(p)) __new = (v);					\
									\
	shim_ordered(SHIM_RELEASE, __ATOMIC_RELEASE, shim_store_op);	\
} while (0)

#define smp_load_acquire(p)						\
({									\
	__typeof__(p) __from = (p);					\
									\
	shim_ordered(SHIM_ACQUIRE, __ATOMIC_ACQUIRE, shim_load_op);	\
})
#define shim_load_op(order)	__atomic_load_n(__from, order)

#define READ_DEPENDENT(x)						\
({									\
	__typeof__(&(x)) __from = &(x);					\
									\
	shim_ordered(SHIM_DEPENDENT, __ATOMIC_ACQUIRE, shim_load_op);	\
})

/* A read of a loop's condition, after the loop. */
#define smp_acquire__after_ctrl_dep()	smp_rmb()
#define smp_mb__after_atomic()		smp_mb()

#endif /* SHIM_ORDER_H */
