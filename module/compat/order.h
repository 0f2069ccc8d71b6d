/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loads whose result is an address, and compare-and-swaps.
 *
 * A CPU does not read memory before it knows the address. So a reader that gets
 * a pointer or an index from READ_ONCE(), and reads only through it, needs no
 * smp_load_acquire(): it sees all that was written before the pointer or index
 * was published by smp_store_release() or by a full barrier. The reader may see
 * older values of all other memory.
 */
#ifndef HISTRIG_COMPAT_ORDER_H
#define HISTRIG_COMPAT_ORDER_H

#include <linux/atomic.h>
#include <linux/compiler.h>

/*
 * READ_DEPENDENT() - READ_ONCE() of a pointer or an index through which other
 * memory is read. Unit tests define it as an acquire, because ThreadSanitizer
 * does not know such dependencies.
 */
#ifndef READ_DEPENDENT
#define READ_DEPENDENT(x)	READ_ONCE(x)
#endif

/*
 * try_cmpxchg() - cmpxchg() that returns whether it succeeded; if not, it sets @old to the
 * current value. Before 5.11, only some architectures had it.
 */
#ifndef try_cmpxchg
#define try_cmpxchg(p, old, new)					\
({									\
	typeof(p) __at = (p);						\
	typeof(old) __old = (old);					\
	typeof(*__at) __expected = *__old;				\
									\
	*__old = cmpxchg(__at, __expected, new);			\
	likely(*__old == __expected);					\
})
#endif

#endif /* HISTRIG_COMPAT_ORDER_H */
