// SPDX-License-Identifier: GPL-2.0
/*
 * Tests the ring: all kinds of readers must read each record once and
 * unchanged, or count it as lost, and pages for clients must have the kernel's
 * layout.
 *
 * Each record starts with its number, which determines its time, size and
 * bytes. Interrupts come before each compare-and-swap of a writer or reader,
 * and between reserving space and writing the record.
 */
#define _GNU_SOURCE
#include <pthread.h>

#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "../../module/ring/hot/write.h"
#include "../../module/ring/page.h"
#include "../../module/ring/ring.h"
#include "ring_client.h"
#include "test.h"

#define NRS		(1U << 22)

/* Longest record: a page without its header, an entry's header, and the last 4 bytes. */
#define LONGEST		(4096 - 16 - 16 - 4)

static struct ring *ring;
static u64 now;

/* The number of the next record, and times and sizes of all earlier records. */
static u32 next_nr;
static u64 times[NRS];
static u16 sizes[NRS];

/* The number of the next record that is consumed, if none is lost. */
static u32 next_read;
/* The latest time on a page that was read. */
static u64 last_page_ts;

/* The reader's page. */
static void *page;

/* Replaces ring_lock(), whose mutex would spin; see include/linux/mutex.h. */
static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER;
/* Set while the records may be in another order than their numbers. */
static bool unordered;

static u64 read_clock(void)
{
	return now;
}

static const struct histrig_clock test_clock = { "test", read_clock, true };

static void no_wake(struct irq_work *work)
{
	(void)work;
}

static struct irq_work waker = { no_wake };

static u32 random_below(u32 limit)
{
	static __thread u64 state = 88172645463325252ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 20) % limit;
}

static void forget(void)
{
	next_nr = 0;
	next_read = 0;
	last_page_ts = 0;
}

static void make(unsigned long pages, bool overwrite)
{
	forget();
	now = 1000;
	CHECK_EQ(ring_init(), 0);
	ring = ring_create(pages * 4080, overwrite, &test_clock, &waker);
	CHECK(ring);
}

static void unmake(void)
{
	free_page((unsigned long)page);
	page = NULL;
	ring_put(ring);
	ring_exit();
	CHECK_EQ(shim_live, 0);
}

static u8 byte_of(u32 nr, unsigned int at)
{
	return nr * 7 + at;
}

/*
 * Writes a record, and calls @interrupt, if set, between reserving and committing it. Returns
 * false if the ring is full.
 */
static bool put_between(unsigned int size, void (*interrupt)(void))
{
	struct ring_cpu *cpu_buffer = this_cpu_ptr(ring->cpus);
	u64 ts = now;
	u8 *slot = ring_reserve(ring, cpu_buffer, size, ring_stamp(ring));
	unsigned int i;
	u32 nr;

	if (!slot)
		return false;
	nr = next_nr++;
	times[nr] = ts;
	sizes[nr] = size;
	if (interrupt)
		interrupt();
	memcpy(slot, &nr, sizeof(nr));
	for (i = sizeof(nr); i < size; i++)
		slot[i] = byte_of(nr, i);
	ring_commit(cpu_buffer);
	return true;
}

static bool put(unsigned int size)
{
	return put_between(size, NULL);
}

static bool put_at(u64 ts, unsigned int size)
{
	now = ts;
	return put(size);
}

/* Checks the size and the bytes of a record. Returns its number. */
static u32 nr_of(const u8 *record, unsigned int size)
{
	unsigned int i;
	u32 nr;

	memcpy(&nr, record, sizeof(nr));
	if (nr >= READ_ONCE(next_nr)) {
		CHECK(nr < READ_ONCE(next_nr));
		return 0;
	}
	CHECK_EQ(size, ALIGN(sizes[nr], 4));
	for (i = sizeof(nr); i < sizes[nr]; i++) {
		if (record[i] != byte_of(nr, i)) {
			CHECK_EQ(record[i], byte_of(nr, i));
			break;
		}
	}
	return nr;
}

static bool consume(void)
{
	struct ring_entry entry;
	u32 nr;

	if (!ring_peek(ring, 0, &entry))
		return false;
	nr = nr_of(entry.record, entry.size);
	CHECK_EQ(entry.ts, times[nr]);
	CHECK(nr == next_read + entry.lost || unordered);
	ring_consume(ring, 0);
	next_read = nr + 1;
	return true;
}

static bool consume_locked(void)
{
	bool found;

	pthread_mutex_lock(&read_lock);
	found = consume();
	pthread_mutex_unlock(&read_lock);
	return found;
}

static unsigned int check_page(void)
{
	unsigned int size, n = 0;
	const u8 *record;
	struct client c;
	u32 nr;

	client_start(&c, page);
	for (; (record = client_next(&c, &size)); n++) {
		nr = nr_of(record, size);
		last_page_ts = max(last_page_ts, times[nr]);
		CHECK_EQ(c.ts, last_page_ts);
		if (unordered) {
			/* The numbers have no order to check, so only count the records. */
		} else if (n) {
			CHECK_EQ(nr, next_read);
		} else {
			CHECK_EQ(c.missed, nr != next_read);
			if (c.stored)
				CHECK_EQ(nr, next_read + c.nr_missed);
			/*
			 * Only a page that is full to the end has no space for
			 * the number of lost records.
			 */
			else if (c.missed)
				CHECK(c.end > 4088);
		}
		next_read = nr + 1;
	}
	CHECK(n);
	return n;
}

static unsigned int read_page(bool full)
{
	unsigned int n = 0;

	/*
	 * Some readers allocate a page for each call, others one page for all calls. Do
	 * either at random.
	 */
	if (!page)
		page = (void *)__get_free_page(GFP_KERNEL);
	memset(page, 0x5a, PAGE_SIZE);
	pthread_mutex_lock(&read_lock);
	if (!ring_read_page(ring, 0, &page, full))
		n = check_page();
	pthread_mutex_unlock(&read_lock);
	if (random_below(2)) {
		free_page((unsigned long)page);
		page = NULL;
	}
	return n;
}

static bool iter_peek(struct ring_iter *iter, struct ring_entry *entry)
{
	bool found;

	pthread_mutex_lock(&read_lock);
	found = ring_iter_peek(iter, entry);
	pthread_mutex_unlock(&read_lock);
	return found;
}

/*
 * Reads the records that an iterator shows. Returns their number. The iterator
 * begins with the records that a consuming reader has taken off the ring, and
 * does not report records that were lost after them.
 */
static unsigned int iterate(unsigned int most, void (*between)(void))
{
	const struct ring_part *taken = &this_cpu_ptr(ring->cpus)->taken;
	struct ring_entry entry;
	struct ring_iter *iter;
	unsigned int gaps, n = 0;
	u32 nr, next = 0;

	pthread_mutex_lock(&read_lock);
	gaps = taken->at < taken->end;
	iter = ring_iter_start(ring, 0);
	pthread_mutex_unlock(&read_lock);
	CHECK(iter);
	while (n < most && iter_peek(iter, &entry)) {
		nr = nr_of(entry.record, entry.size);
		CHECK_EQ(entry.ts, times[nr]);
		CHECK(nr >= next || unordered);
		if (!unordered && n && nr != next && !entry.lost)
			CHECK(gaps-- == 1);
		next = nr + 1;
		n++;
		ring_iter_next(iter);
		if (between)
			between();
	}
	ring_iter_end(iter);
	return n;
}

static struct ring_stats stats(void)
{
	struct ring_stats s;

	ring_get_stats(ring, 0, &s);
	return s;
}

static void test_layout(void)
{
	static const u64 gaps[] = {
		0, 1, 99, (1UL << 27) - 1, 1UL << 27, (1UL << 27) + 1,
		1UL << 31, 1UL << 32, (1UL << 32) + 5, 1UL << 45, 3,
	};
	static const u16 lengths[] = {
		4, 5, 8, 16, 64, 108, 109, 112, 113, 116, 117, 200, 255, 256,
	};
	unsigned int i, j, n = 0, got;

	make(8, true);
	for (i = 0; i < ARRAY_SIZE(gaps); i++)
		for (j = 0; j < ARRAY_SIZE(lengths); j++, n++)
			CHECK(put_at(now + gaps[i] + j, lengths[j]));
	CHECK_EQ(stats().entries, n);
	CHECK_EQ(iterate(-1U, NULL), n);
	while ((got = read_page(false)))
		n -= got;
	CHECK_EQ(n, 0);
	CHECK_EQ(next_read, next_nr);
	unmake();
}

static void test_first(void)
{
	struct client c;
	unsigned int size;

	make(4, true);
	page = (void *)__get_free_page(GFP_KERNEL);
	put_at(1UL << 60, 16);
	put_at((1UL << 60) + 7, 120);
	CHECK_EQ(ring_read_page(ring, 0, &page, false), 0);
	client_start(&c, page);
	CHECK_EQ(c.ts, 1UL << 60);
	CHECK_EQ(c.end, 16 + 8 + 4 + 16 + 8 + 8 + 120);
	CHECK(client_next(&c, &size));
	CHECK_EQ(c.ts, 1UL << 60);
	CHECK_EQ(size, 16);
	CHECK(client_next(&c, &size));
	CHECK_EQ(c.ts, (1UL << 60) + 7);
	CHECK_EQ(size, 120);
	CHECK_EQ(c.extensions, 2);
	CHECK(!client_next(&c, &size));
	CHECK(!c.missed);
	unmake();
}

static void test_backwards(void)
{
	make(4, true);
	put_at(5000, 16);
	put_at(4000, 16);
	put_at(4999, 16);
	put_at(5001, 16);
	CHECK_EQ(iterate(-1U, NULL), 4);
	CHECK_EQ(read_page(false), 4);
	/* The times of the next page do not begin before the last time of this page. */
	put_at(3000, 16);
	put_at(5001, 16);
	put_at(5002, 16);
	CHECK_EQ(read_page(false), 3);
	CHECK_EQ(last_page_ts, 5002);
	unmake();
}

static void test_longest(void)
{
	make(4, true);
	CHECK(put(LONGEST));
	CHECK(put(8));
	CHECK(!put(LONGEST + 1));
	CHECK(!put(LONGEST + 4));
	CHECK(!put(5000));
	CHECK_EQ(stats().dropped, 3);
	CHECK(put(LONGEST - 4));
	CHECK(put(LONGEST - 3));
	CHECK_EQ(iterate(-1U, NULL), 4);
	CHECK_EQ(read_page(true), 1);
	CHECK_EQ(read_page(true), 1);
	CHECK_EQ(read_page(true), 1);
	CHECK_EQ(read_page(true), 0);
	CHECK_EQ(read_page(false), 1);
	CHECK_EQ(read_page(false), 0);
	unmake();
}

static void test_partly(void)
{
	unsigned int i, got = 0;

	make(4, true);
	for (i = 0; i < 300; i++)
		put_at(now + (i % 3 ? 10 : 1UL << 30), 16 + i % 7);
	for (i = 0; i < 5; i++)
		CHECK(consume());
	/*
	 * consume() takes several records off the ring at once. An iterator first shows
	 * those that were not consumed.
	 */
	CHECK_EQ(iterate(-1U, NULL), 295);
	got = read_page(false);
	CHECK(got > 0 && got < 200);
	CHECK_EQ(iterate(-1U, NULL), 295 - got);
	CHECK(consume());
	CHECK_EQ(iterate(-1U, NULL), 294 - got);
	/* Read the rest of the page that is still being written, in several parts. */
	while (read_page(true))
		;
	while (consume())
		;
	CHECK_EQ(next_read, 300);
	put(40);
	put(50);
	CHECK_EQ(read_page(true), 0);
	CHECK_EQ(read_page(false), 2);
	put(60);
	CHECK_EQ(iterate(-1U, NULL), 1);
	CHECK(consume());
	CHECK_EQ(read_page(false), 0);
	CHECK_EQ(stats().entries, 0);
	CHECK_EQ(stats().read, 303);
	unmake();
}

static void test_lost(void)
{
	unsigned int i, got, n = 0;

	make(4, true);
	for (i = 0; i < 1000; i++)
		put(16);
	while ((got = read_page(false)))
		n += got;
	CHECK_EQ(stats().overrun + n, 1000);
	CHECK_EQ(stats().read, n);
	/* A page that is full to the end has no space for the number of lost records. */
	for (i = 0; i < 6; i++)
		put(LONGEST);
	CHECK_EQ(read_page(false), 1);
	/* Only one page contains the number of lost records. */
	CHECK_EQ(read_page(false), 1);
	CHECK_EQ(stats().overrun + n, 1002);
	while (read_page(false))
		;
	for (i = 0; i < 6; i++)
		put(LONGEST);
	CHECK(consume());
	CHECK_EQ(read_page(false), 1);
	unmake();
}

static void test_full(void)
{
	unsigned int i, n = 0, got;

	make(3, false);
	for (i = 0; i < 1000; i++)
		n += put(16);
	CHECK_EQ(stats().dropped, 1000 - n);
	CHECK_EQ(stats().overrun, 0);
	CHECK_EQ(next_nr, n);
	while ((got = read_page(false)))
		n -= got;
	CHECK_EQ(n, 0);
	unmake();
}

static void test_resize(void)
{
	unsigned int i, n = 0, got;

	make(8, true);
	for (i = 0; i < 1000; i++)
		put(16);
	CHECK_EQ(ring_resize(ring, 3 * 4080, RING_ALL), 0);
	CHECK_EQ(ring_resize(ring, 5 * 4080, RING_ALL), 0);
	for (i = 0; i < 100; i++)
		put(16);
	n = stats().entries;
	CHECK_EQ(stats().overrun + n, 1100);
	CHECK_EQ(iterate(-1U, NULL), n);
	while ((got = read_page(false)))
		n -= got;
	CHECK_EQ(n, 0);
	CHECK_EQ(next_read, 1100);
	for (i = 0; i < 3000; i++)
		put(16);
	ring_reset(ring, 0);
	forget();
	CHECK_EQ(read_page(false), 0);
	for (i = 0; i < 2000; i++)
		put(16);
	CHECK_EQ(stats().entries + stats().overrun, 2000);
	n = iterate(-1U, NULL);
	CHECK_EQ(stats().entries, n);
	while ((got = read_page(false)))
		n -= got;
	CHECK_EQ(n, 0);
	unmake();
}

static unsigned int random_size(void)
{
	switch (random_below(20)) {
	case 0:
		return 4 + random_below(LONGEST - 3);
	case 1:
		return LONGEST - random_below(64);
	case 2:
		return 100 + random_below(30);
	default:
		return 4 + random_below(100);
	}
}

static void let_time_pass(void)
{
	if (random_below(50))
		now += random_below(1000);
	else
		now += 1ULL << random_below(50);
}

static unsigned int depth;

/* Hits of an interrupt, which may be interrupted itself. */
static void hits(void)
{
	unsigned int n;

	if (depth > 3 || random_below(4))
		return;
	n = random_below(30) ? random_below(4) : random_below(400);
	depth++;
	while (n--) {
		let_time_pass();
		put_between(random_size(), hits);
	}
	depth--;
}

static void random_step(void)
{
	struct ring_stats s;

	switch (random_below(40)) {
	case 0:
	case 1:
		read_page(random_below(2));
		break;
	case 2:
		consume();
		break;
	case 3:
		iterate(random_below(100), random_below(2) ? hits : NULL);
		break;
	case 4:
		if (random_below(20))
			break;
		ring_resize(ring, (2 + random_below(8)) * 4080, RING_ALL);
		break;
	case 5:
		ring_set_overwrite(ring, random_below(4));
		break;
	case 6:
		s = stats();
		CHECK_EQ(s.entries + s.overrun + s.read, next_nr);
		break;
	case 7:
		if (random_below(20))
			break;
		next_read += ring_skip(ring, 0, random_below(300));
		/*
		 * If records before the skipped ones were overwritten, the next
		 * entry that is read reports them as lost.
		 */
		break;
	default:
		let_time_pass();
		put_between(random_size(), hits);
	}
}

static void many_steps(void)
{
	unsigned int i;

	make(4, true);
	for (i = 0; i < 30000 && next_nr < NRS - 1000000; i++)
		random_step();
	shim_interrupt = NULL;
	shim_interrupt_inc = NULL;
	CHECK_EQ(iterate(-1U, NULL), stats().entries);
	while (read_page(false))
		;
	CHECK(next_read == next_nr || unordered);
	CHECK_EQ(stats().overrun + stats().read, next_nr);
	CHECK_EQ(stats().entries, 0);
	printf("# %u records, %lu overwritten\n", next_nr, stats().overrun);
	unmake();
}

static void test_random(void)
{
	shim_interrupt = hits;
	many_steps();
}

/*
 * If hit B interrupts hit A after A has reserved space and before A is counted,
 * B has the earlier number and the later place.
 */
static void test_counts(void)
{
	unordered = true;
	shim_interrupt_inc = hits;
	many_steps();
	unordered = false;
}

static bool written;

static void *writer(void *none)
{
	(void)none;
	while (next_nr < NRS / 4) {
		now += random_below(100);
		put(4 + random_below(200));
	}
	__atomic_store_n(&written, true, __ATOMIC_RELEASE);
	return NULL;
}

static void *iterator(void *none)
{
	unsigned long n = 0;

	(void)none;
	while (!__atomic_load_n(&written, __ATOMIC_ACQUIRE))
		n += iterate(-1U, NULL);
	printf("# %lu records iterated\n", n);
	return NULL;
}

/* Tests a writer that is always faster than two readers. */
static void test_threads(void)
{
	pthread_t ids[2];
	bool last;

	make(3, true);
	written = false;
	pthread_create(&ids[0], NULL, writer, NULL);
	pthread_create(&ids[1], NULL, iterator, NULL);
	do {
		last = __atomic_load_n(&written, __ATOMIC_ACQUIRE);
		while (random_below(8) ? read_page(false) : consume_locked())
			;
	} while (!last);
	pthread_join(ids[0], NULL);
	pthread_join(ids[1], NULL);
	CHECK_EQ(next_read, next_nr);
	CHECK_EQ(stats().overrun + stats().read, next_nr);
	printf("# %lu records read, %lu lost\n", stats().read,
	       stats().overrun);
	unmake();
}

const struct test tests[] = {
	{ "pages have the times, sizes and bytes of all records", test_layout },
	{ "a page starts with the time of its first record", test_first },
	{ "times on pages never go backwards", test_backwards },
	{ "a record may be as long as a page, and no longer", test_longest },
	{ "readers of all kinds continue where others have stopped", test_partly },
	{ "a page reports how many records were lost before it", test_lost },
	{ "a full ring that does not overwrite drops records", test_full },
	{ "changing the size of a ring keeps the newest records", test_resize },
	{ "interrupted writers and readers lose no record", test_random },
	{ "records of interrupted writers are counted", test_counts },
	{ "readers on other CPUs see no half-written record", test_threads },
	{ }
};
