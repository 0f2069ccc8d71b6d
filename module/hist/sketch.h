/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sketches: which values the hits of each entry had, in buckets.
 *
 * A sketch is a hist map whose keys are pairs of an entry's index and a bucket,
 * and whose only sum counts the hits. It needs memory only for buckets that hits
 * have filled. As in any map, hits in any context add to it without waiting, and
 * count the values that they drop.
 *
 * Buckets are log-linear: each power of two is cut into 2^SKETCH_BITS buckets
 * of the same width, and each number below 2^(SKETCH_BITS + 1) has its own bucket.
 * The middle of a bucket is off by at most 1/16 of any value in it.
 *
 * All functions may be called in any context.
 */
#ifndef HISTRIG_SKETCH_H
#define HISTRIG_SKETCH_H

#include <linux/log2.h>
#include <linux/types.h>

#define SKETCH_BITS		3

/* Number of buckets of non-negative numbers, rounded up to a power of two. */
#define SKETCH_HALF		512

/* Bits of a key that hold the bucket; the others hold the entry's index. */
#define SKETCH_KEY_BITS		10

/* hist_log_shift() - binary logarithm of the width of @value's bucket */
static __always_inline unsigned int hist_log_shift(u64 value, unsigned int bits)
{
	return value >> bits ? ilog2(value) - bits : 0;
}

/*
 * sketch_bucket() - number of a value's bucket, below 2^SKETCH_KEY_BITS; grows
 * with the value
 */
static __always_inline u32 sketch_bucket(u64 value, bool is_signed)
{
	const bool negative = is_signed && (s64)value < 0;
	unsigned int shift;
	u32 bucket;

	if (negative)
		value = ~value;
	shift = hist_log_shift(value, SKETCH_BITS);
	bucket = (shift << SKETCH_BITS) + (u32)(value >> shift);
	return negative ? SKETCH_HALF - 1 - bucket : SKETCH_HALF + bucket;
}

static __always_inline u64 sketch_key(u64 index, u32 bucket)
{
	return index << SKETCH_KEY_BITS | bucket;
}

static inline u32 sketch_key_index(u64 key)
{
	return key >> SKETCH_KEY_BITS;
}

static inline u32 sketch_key_bucket(u64 key)
{
	return key & ((1U << SKETCH_KEY_BITS) - 1);
}

static inline bool sketch_negative(u32 bucket)
{
	return bucket < SKETCH_HALF;
}

/**
 * sketch_low() - the smallest magnitude in a bucket
 * @bucket: the bucket
 * @shift: set to the binary logarithm of its width
 *
 * Return: the smallest value; for negative numbers, the complement of the
 * largest.
 */
static inline u64 sketch_low(u32 bucket, unsigned int *shift)
{
	const u32 i = sketch_negative(bucket) ? SKETCH_HALF - 1 - bucket :
						bucket - SKETCH_HALF;

	*shift = i >> SKETCH_BITS ? (i >> SKETCH_BITS) - 1 : 0;
	return (u64)(i - (*shift << SKETCH_BITS)) << *shift;
}

/**
 * sketch_range() - the range of the values in a bucket
 * @bucket: the bucket
 * @high: set to the largest value, as a signed number if it is negative
 *
 * Return: the smallest value.
 */
static inline u64 sketch_range(u32 bucket, u64 *high)
{
	unsigned int shift;
	const u64 low = sketch_low(bucket, &shift);
	const u64 last = low + (1ULL << shift) - 1;

	*high = sketch_negative(bucket) ? ~low : last;
	return sketch_negative(bucket) ? ~last : low;
}

/* sketch_middle() - the value that represents all values in a bucket */
static inline u64 sketch_middle(u32 bucket)
{
	unsigned int shift;
	u64 low = sketch_low(bucket, &shift);

	low += (1ULL << shift) >> 1;
	return sketch_negative(bucket) ? ~low : low;
}

#endif /* HISTRIG_SKETCH_H */
