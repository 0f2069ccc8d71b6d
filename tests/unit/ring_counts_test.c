// SPDX-License-Identifier: GPL-2.0
/* Tests the counts of a ring's entries while hits come between two reads of its counters. */
#include <linux/kernel.h>
#include <linux/percpu.h>

#include "../../module/ring/hot/write.h"
#include "../../module/ring/ring.h"
#include "test.h"

#define PAGES		4
/* Entries of 16 bytes that fit on a page. */
#define PAGE_ENTRIES	((RING_END - RING_FIRST) / (sizeof(struct ring_slot) + 16))
/* Most entries: a reader has taken one page, and a writer has not yet taken another. */
#define ENTRIES_MAX	((PAGES + 1) * PAGE_ENTRIES)
/* Fill the ring more than once. */
#define MANY		(3 * ENTRIES_MAX + 7)

static struct ring *ring;
static unsigned long written;
/* Number of counters to read before hits come. */
static unsigned int reads_left;

static u64 read_clock(void)
{
	return 0;
}

static const struct histrig_clock test_clock = { "test", read_clock, true };

static void no_wake(struct irq_work *work)
{
	(void)work;
}

static struct irq_work waker = { no_wake };

static void put(unsigned int nr)
{
	struct ring_cpu *cpu_buffer = this_cpu_ptr(ring->cpus);
	unsigned int i;

	for (i = 0; i < nr; i++, written++) {
		CHECK(ring_reserve(ring, cpu_buffer, 16, 0));
		ring_commit(cpu_buffer);
	}
}

static void hits_at_read(void)
{
	if (reads_left--)
		return;
	shim_interrupt_read = NULL;
	put(MANY);
}

/* Makes a ring in which entries were written, and one was consumed. */
static void make(unsigned int nr)
{
	struct ring_entry entry;

	written = 0;
	CHECK_EQ(ring_init(), 0);
	ring = ring_create(PAGES * 4080, true, &test_clock, &waker);
	CHECK(ring);
	put(nr);
	CHECK(ring_peek(ring, 0, &entry));
	ring_consume(ring, 0);
}

static void unmake(void)
{
	ring_put(ring);
	ring_exit();
	CHECK_EQ(shim_live, 0);
}

static void test_entries(void)
{
	unsigned int at;

	make(MANY);
	for (at = 0; at < 8; at++) {
		reads_left = at;
		shim_interrupt_read = hits_at_read;
		CHECK(ring_entries(ring, 0) <= ENTRIES_MAX);
		shim_interrupt_read = NULL;
	}
	unmake();
}

static void test_stats(void)
{
	unsigned long before, sum;
	struct ring_stats s;
	unsigned int at;

	make(MANY);
	for (at = 0; at < 12; at++) {
		before = written;
		reads_left = at;
		shim_interrupt_read = hits_at_read;
		ring_get_stats(ring, 0, &s);
		shim_interrupt_read = NULL;
		CHECK(s.entries <= ENTRIES_MAX);
		sum = s.entries + s.overrun + s.read;
		if (sum != before)
			CHECK_EQ(sum, written);
	}
	unmake();
}

static void reset_at_read(void)
{
	if (reads_left--)
		return;
	shim_interrupt_read = NULL;
	ring_reset(ring, RING_ALL);
}

static void test_reset(void)
{
	unsigned int at;

	for (at = 0; at < 8; at++) {
		make(20);
		reads_left = at;
		shim_interrupt_read = reset_at_read;
		CHECK(ring_entries(ring, 0) <= ENTRIES_MAX);
		shim_interrupt_read = NULL;
		unmake();
	}
}

/* Calls ring_skip() for @keep entries, and compares what it removes and what is left. */
static void skip(unsigned long keep)
{
	const unsigned long before = ring_entries(ring, 0);
	unsigned long skipped = ring_skip(ring, 0, keep), left = ring_entries(ring, 0);
	struct ring_entry entry;

	CHECK_EQ(skipped + left, before);
	CHECK(left >= min(keep, before));
	/* Whole pages are removed, so the part of a page may be left. */
	CHECK(left < keep + PAGE_ENTRIES);
	if (left)
		CHECK(ring_peek(ring, 0, &entry));
	CHECK_EQ(ring_entries(ring, 0), left);
}

static void test_skip(void)
{
	unsigned int keep;

	for (keep = 0; keep < 2 * PAGE_ENTRIES; keep++) {
		make(MANY);
		skip(keep);
		/* The same entries are left again. */
		CHECK_EQ(ring_skip(ring, 0, keep + PAGE_ENTRIES), 0);
		unmake();
	}
	make(20);
	CHECK_EQ(ring_skip(ring, 0, 20), 0);
	skip(0);
	CHECK_EQ(ring_entries(ring, 0), 0);
	unmake();
}

const struct test tests[] = {
	{ "a ring never has more entries than fit while hits come", test_entries },
	{ "entries, lost and read ones are all that were written", test_stats },
	{ "a ring that is reset while its entries are counted has none", test_reset },
	{ "as many entries as asked for stay when old ones are skipped", test_skip },
	{ }
};
