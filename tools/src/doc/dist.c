// SPDX-License-Identifier: GPL-2.0
/* Distributions with a bucket for each power of two; see dist.h. */
#include <string.h>

#include "dist.h"

static int bits_of(uint64_t number)
{
	return number ? 64 - __builtin_clzll(number) : 0;
}

static size_t bucket_of(struct doc_number number)
{
	if (number.negative)
		return DIST_ZERO - bits_of(-number.bits);
	return DIST_ZERO + bits_of(number.bits);
}

void dist_add(struct dist *dist, struct doc_number low, struct doc_number high, uint64_t count)
{
	size_t bucket = bucket_of(low);

	if (bucket != bucket_of(high)) {
		/* In two's complement, this is correct for signed numbers as well. */
		low.bits += (high.bits - low.bits) / 2;
		low.negative = low.negative && low.bits >> 63;
		bucket = bucket_of(low);
	}
	dist->count[bucket] += count;
}

void dist_add_key(struct dist *dist, const struct doc_field *field, const struct doc_cell *key,
		  uint64_t count)
{
	const uint64_t high = key->high.bits;

	/* The ranges of .log2=K do not end with powers of two. */
	if (!field->modifier || strcmp(field->modifier, "log2") || field->has_parameter) {
		dist_add(dist, key->low, key->high, count);
		return;
	}
	dist->log2 = true;
	dist->count[high == UINT64_MAX ? DIST_NR - 1 : DIST_ZERO + bits_of(high)] += count;
}

void dist_add_cell(struct dist *dist, const struct doc_cell *cell)
{
	uint32_t i;

	for (i = 0; i < cell->nr; i++)
		dist_add(dist, cell->buckets[i].low, cell->buckets[i].high, cell->buckets[i].count);
}

void dist_merge(struct dist *dist, const struct dist *more)
{
	size_t i;

	dist->log2 |= more->log2;
	for (i = 0; i < DIST_NR; i++)
		dist->count[i] += more->count[i];
}

bool dist_range(const struct dist *dist, size_t *first, size_t *last)
{
	size_t i, used = 0;

	for (i = 0; i < DIST_NR; i++) {
		if (!dist->count[i])
			continue;
		if (!used++)
			*first = i;
		*last = i;
	}
	return used;
}

static uint64_t least(size_t bits)
{
	return bits ? 1ull << (bits - 1) : 0;
}

static uint64_t greatest(size_t bits)
{
	return bits ? least(bits) + (least(bits) - 1) : 0;
}

struct doc_number dist_low(size_t bucket, bool log2)
{
	if (log2 && bucket > DIST_ZERO)
		return (struct doc_number){ bucket > DIST_ZERO + 1 ?
					    least(bucket - DIST_ZERO - 1) + 1 : 0, false };
	if (bucket >= DIST_ZERO)
		return (struct doc_number){ least(bucket - DIST_ZERO), false };
	/* The lowest bucket contains only -2^63, the only negative number of 64 bits. */
	if (!bucket)
		return (struct doc_number){ 1ull << 63, true };
	return (struct doc_number){ -greatest(DIST_ZERO - bucket), true };
}

struct doc_number dist_high(size_t bucket, bool log2)
{
	if (log2 && bucket > DIST_ZERO)
		return (struct doc_number){ bucket < DIST_NR - 1 ? least(bucket - DIST_ZERO) :
					    UINT64_MAX, false };
	if (bucket >= DIST_ZERO)
		return (struct doc_number){ greatest(bucket - DIST_ZERO), false };
	return (struct doc_number){ -least(DIST_ZERO - bucket), true };
}
