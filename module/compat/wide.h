/* SPDX-License-Identifier: GPL-2.0 */
/* Arithmetic with 128 bits that the kernel has no functions for. */
#ifndef HISTRIG_COMPAT_WIDE_H
#define HISTRIG_COMPAT_WIDE_H

#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/types.h>

/*
 * wide_divide() - divide @a by @by, and set @rest. Divides the high word at once, the low word bit
 * by bit. Context: any.
 */
static inline unsigned __int128 wide_divide(unsigned __int128 a, u64 by, u64 *rest)
{
	unsigned __int128 quotient = div64_u64_rem(a >> 64, by, rest);
	unsigned __int128 left = *rest;
	unsigned int i;

	for (i = 64; i--; ) {
		left = left << 1 | ((u64)a >> i & 1);
		quotient <<= 1;
		if (left >= by) {
			left -= by;
			quotient |= 1;
		}
	}
	*rest = left;
	return quotient;
}

/* wide_root() - compute the integer square root, bit by bit. Context: any. */
static inline u64 wide_root(unsigned __int128 a)
{
	u64 root = 0, bit;

	if (!(a >> 64))
		return int_sqrt64(a);
	for (bit = BIT_ULL(63); bit; bit >>= 1)
		if ((unsigned __int128)(root | bit) * (root | bit) <= a)
			root |= bit;
	return root;
}

/**
 * wide_spread() - add up the squares of the differences of numbers from their mean
 * @nr: how many numbers there are, at least 1
 * @sum: their sum
 * @squares: the sum of their squares
 *
 * With the mean M = sum / N, rounded down, and its rest R, the squares of the differences from
 * the exact mean add up to squares - M * (sum + R) - R^2 / N.
 *
 * Context: any.
 * Return: the result, rounded down. 0 if it is negative, because the sums were not read at once.
 */
static inline unsigned __int128 wide_spread(u64 nr, u64 sum, unsigned __int128 squares)
{
	unsigned __int128 others;
	u64 mean, rest, left;

	mean = div64_u64_rem(sum, nr, &rest);
	others = (unsigned __int128)mean * sum + (unsigned __int128)mean * rest +
		 wide_divide((unsigned __int128)rest * rest, nr, &left);
	others += !!left;
	return squares < others ? 0 : squares - others;
}

#endif /* HISTRIG_COMPAT_WIDE_H */
