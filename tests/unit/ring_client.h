/* SPDX-License-Identifier: GPL-2.0 */
/* Parses pages of trace_pipe_raw as the kernel documents them, and checks their layout. */
#ifndef UNIT_RING_CLIENT_H
#define UNIT_RING_CLIENT_H

#include <linux/string.h>

#include "test.h"

/* A page, and the position in it. */
struct client {
	const u8 *page;
	unsigned int at;
	unsigned int end;
	u64 ts;
	bool missed;
	bool stored;
	unsigned long nr_missed;
	unsigned int extensions;
};

static inline u32 word_at(const struct client *c, unsigned int at)
{
	u32 word;

	memcpy(&word, c->page + at, sizeof(word));
	return word;
}

static inline void client_start(struct client *c, const u8 *page)
{
	unsigned int i;
	u64 used;

	memset(c, 0, sizeof(*c));
	c->page = page;
	memcpy(&c->ts, page, sizeof(c->ts));
	memcpy(&used, c->page + 8, sizeof(used));
	c->missed = used & 1UL << 31;
	c->stored = used & 1UL << 30;
	used &= ~(3UL << 30);
	CHECK(used <= 4080);
	c->at = 16;
	c->end = i = 16 + used;
	if (c->stored) {
		memcpy(&c->nr_missed, c->page + c->end, sizeof(long));
		i += sizeof(long);
	}
	for (; i < 4096; i++)
		CHECK_EQ(c->page[i], 0);
}

static inline const u8 *client_next(struct client *c, unsigned int *size)
{
	const u8 *record;
	u32 word;

	while (c->at < c->end) {
		word = word_at(c, c->at);
		CHECK((word & 31) <= 28 || (word & 31) == 30);
		if ((word & 31) == 30) {
			c->ts += (word >> 5) +
				 ((u64)word_at(c, c->at + 4) << 27);
			c->extensions++;
			c->at += 8;
			continue;
		}
		c->ts += word >> 5;
		*size = word & 31 ? (word & 31) * 4 : word_at(c, c->at + 4) - 4;
		record = c->page + c->at + (word & 31 ? 4 : 8);
		c->at = record + *size - c->page;
		CHECK(c->at <= c->end);
		return c->at <= c->end ? record : NULL;
	}
	return NULL;
}

#endif /* UNIT_RING_CLIENT_H */
