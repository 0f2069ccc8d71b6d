/* SPDX-License-Identifier: GPL-2.0 */
#ifndef UNIT_LINUX_MATH64_H
#define UNIT_LINUX_MATH64_H

#include <linux/kernel.h>

static inline u64 div64_u64_rem(u64 dividend, u64 divisor, u64 *rest)
{
	*rest = dividend % divisor;
	return dividend / divisor;
}

static inline u32 int_sqrt64(u64 x)
{
	u64 root = 0, bit;

	for (bit = 1ULL << 31; bit; bit >>= 1)
		if ((root | bit) * (root | bit) <= x)
			root |= bit;
	return root;
}

static inline u64 mul_u64_u64_shr(u64 a, u64 b, unsigned int shift)
{
	return (u64)((unsigned __int128)a * b >> shift);
}

#endif /* UNIT_LINUX_MATH64_H */
