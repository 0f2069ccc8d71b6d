/* SPDX-License-Identifier: GPL-2.0 */
/* Helpers for tests of filters. */
#ifndef UNIT_FILTER_WORLD_H
#define UNIT_FILTER_WORLD_H

#include "../../module/filter/filter.h"
#include "../../module/filter/hot/run.h"
#include "test.h"
#include "world.h"

/* Why the last filter was refused, and where. */
static struct filter_fault fault;

static inline struct filter *make(const char *text)
{
	struct filter *filter = NULL;
	int ret = filter_parse(&filter, &world_event, text, NULL, &fault);

	if (ret)
		check_failed(__FILE__, __LINE__, "%s: %d, error %d", text, ret,
			     fault.error);
	return filter;
}

static inline int answer(const char *text, const struct world_record *r)
{
	struct filter *filter = make(text);
	int got;

	if (!filter)
		return -1;
	got = filter_match(filter, r);
	filter_free(filter);
	return got == FILTER_YES ? 1 : got;
}

#define CHECK_ANSWER(text, r, wanted)					\
do {									\
	int __got = answer(text, r);					\
									\
	if (__got != (wanted))						\
		check_failed(__FILE__, __LINE__, "%s: %d", text, __got); \
} while (0)

static u64 seed = 1;

static inline u64 random_bits(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static inline u64 random_below(u64 n)
{
	return random_bits() % n;
}

#endif /* UNIT_FILTER_WORLD_H */
