/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Distributions of signed numbers, with a bucket for each power of two. Any two of them
 * can be added up, even if their documents have different ranges.
 */
#ifndef TOOL_DIST_H
#define TOOL_DIST_H

#include "doc.h"

/*
 * Bucket DIST_ZERO is for 0, DIST_ZERO + B for positive numbers of B bits, DIST_ZERO - B
 * for negative ones. The ranges of .log2 end with a power of two instead of beginning
 * with it: 0 to 1, 2, 3 to 4, 5 to 8. Each goes to the bucket of its last number; there
 * is one more bucket for those above 2^63.
 */
#define DIST_ZERO	64
#define DIST_NR		(2 * DIST_ZERO + 2)

/**
 * struct dist - how many numbers there were of each size
 * @log2: its ranges are those of .log2
 * @count: for each bucket
 */
struct dist {
	bool log2;
	uint64_t count[DIST_NR];
};

/**
 * dist_add() - count numbers
 * @dist: the distribution
 * @low: the least of them
 * @high: the greatest of them; a range that covers several buckets is counted in that of
 *	its middle
 * @count: how many
 */
void dist_add(struct dist *dist, struct doc_number low, struct doc_number high, uint64_t count);

/**
 * dist_add_key() - count numbers of a key
 * @dist: the distribution
 * @field: the key
 * @key: what it is, a range
 * @count: how many
 */
void dist_add_key(struct dist *dist, const struct doc_field *field, const struct doc_cell *key,
		  uint64_t count);

/**
 * dist_add_cell() - add a cell of a document
 * @dist: the distribution
 * @cell: a distribution
 */
void dist_add_cell(struct dist *dist, const struct doc_cell *cell);

/**
 * dist_merge() - add a distribution to another
 * @dist: the other
 * @more: the distribution
 */
void dist_merge(struct dist *dist, const struct dist *more);

/**
 * dist_range() - find the buckets that are in use
 * @dist: the distribution
 * @first: for the first one
 * @last: for the last one
 *
 * Return: false if all buckets are empty.
 */
bool dist_range(const struct dist *dist, size_t *first, size_t *last);

/**
 * dist_low() - tell the least number of a bucket
 * @bucket: the bucket
 * @log2: of a distribution whose ranges are those of .log2
 *
 * Return: the number.
 */
struct doc_number dist_low(size_t bucket, bool log2);

/**
 * dist_high() - tell the greatest number of a bucket
 * @bucket: the bucket
 * @log2: of a distribution whose ranges are those of .log2
 *
 * Return: the number.
 */
struct doc_number dist_high(size_t bucket, bool log2);

#endif /* TOOL_DIST_H */
