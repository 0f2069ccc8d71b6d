/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_BITOPS_H
#define SHIM_BITOPS_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>

#define DECLARE_BITMAP(name, bits)	unsigned long name[BITS_TO_LONGS(bits)]

#define fls64(x)	((x) ? 64 - __builtin_clzll(x) : 0)
#define hweight64(x)	__builtin_popcountll(x)
#define test_and_clear_bit(n, bits)					\
	(__atomic_fetch_and(&(bits)[(n) / 64], ~(1UL << (n) % 64),	\
			    __ATOMIC_SEQ_CST) >> (n) % 64 & 1)

#define set_mask_bits(p, mask, bits)					\
({									\
	__typeof__(*(p)) __seen;					\
									\
	do {								\
		__seen = READ_ONCE(*(p));				\
	} while (cmpxchg(p, __seen, (__seen & ~(mask)) | (bits)) != __seen); \
	__seen;								\
})

#endif /* SHIM_BITOPS_H */
