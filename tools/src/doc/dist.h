/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Distributions of signed numbers, with a bucket for each power of two. Any two of them can
 * be added, even if their documents have different ranges.
 */
#ifndef TOOL_DIST_H
#define TOOL_DIST_H

#include "doc.h"

/*
 * Bucket DIST_ZERO counts 0, DIST_ZERO + B positive numbers of B bits, DIST_ZERO - B
 * negative numbers of B bits. A range of .log2 ends with a power of two (0 to 1, 2, 3 to 4,
 * 5 to 8) and is counted in the bucket of its last number. One more bucket counts numbers
 * above 2^63.
 */
#define DIST_ZERO	64
#define DIST_NR		(2 * DIST_ZERO + 2)

/**
 * struct dist - a distribution
 * @log2: its ranges are those of .log2
 * @count: number of values in each bucket
 */
struct dist {
	bool log2;
	uint64_t count[DIST_NR];
};

/**
 * dist_add() - count numbers
 * @dist: the distribution
 * @low: the least number of their range
 * @high: the greatest number of their range
 * @count: how many numbers
 *
 * A range that covers several buckets is counted in the bucket of its middle.
 */
void dist_add(struct dist *dist, struct doc_number low, struct doc_number high, uint64_t count);

/**
 * dist_add_key() - count hits of a key that is a range
 * @dist: the distribution
 * @field: the key's field
 * @key: the key
 * @count: number of hits
 */
void dist_add_key(struct dist *dist, const struct doc_field *field, const struct doc_cell *key,
		  uint64_t count);

/* Adds the buckets of a cell that is a distribution. */
void dist_add_cell(struct dist *dist, const struct doc_cell *cell);

/* Adds the distribution @more to @dist. */
void dist_merge(struct dist *dist, const struct dist *more);

/**
 * dist_range() - find the lowest and the highest bucket in use
 * @dist: the distribution
 * @first: set to the lowest
 * @last: set to the highest
 *
 * Return: false if all buckets are empty.
 */
bool dist_range(const struct dist *dist, size_t *first, size_t *last);

/* Returns the least number of a bucket. @log2: the ranges are those of .log2. */
struct doc_number dist_low(size_t bucket, bool log2);

/* Returns the greatest number of a bucket. @log2: the ranges are those of .log2. */
struct doc_number dist_high(size_t bucket, bool log2);

#endif /* TOOL_DIST_H */
