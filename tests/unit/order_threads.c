// SPDX-License-Identifier: GPL-2.0
/*
 * Tests what threads publish to others, with ThreadSanitizer: it reports plain
 * accesses that no release and acquire put in order, even if x86 keeps them in
 * order. tests/unit/run also runs it with SHIM_WEAK, where each kind of order that
 * is left out must be reported, see linux/order.h.
 */
#define _GNU_SOURCE
#include <pthread.h>

#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../../module/event/hit.h"
#include "../../module/hist/object/hist.h"
#include "../../module/hist/object/map.h"
#include "../../module/hist/read/sort.h"
#include "../../module/hist/trigger/take.h"
#include "../../module/ring/hot/write.h"
#include "../../module/ring/ring.h"
#include "interevent_world.h"

static struct event_file *world, *other;
static pthread_barrier_t barrier;
static bool done;

/*
 * What RCU promises, and no more: hits_synchronize() sees all that earlier hits
 * have done, and later hits see all that was done before it. @epoch counts the
 * waits; a thread stores in @passed the value that it has seen between two hits.
 */
static unsigned long epoch, passed[SHIM_CPUS];

static void pass(unsigned long seen)
{
	__atomic_store_n(&passed[shim_cpu], seen, __ATOMIC_RELEASE);
}

static void wait_for_hits(void)
{
	unsigned long now = __atomic_add_fetch(&epoch, 1, __ATOMIC_RELEASE);
	unsigned int i;

	for (i = 0; i < SHIM_CPUS; i++)
		while (__atomic_load_n(&passed[i], __ATOMIC_ACQUIRE) < now)
			shim_relax();
}

static void hit(struct event_file *file, struct world_record *record)
{
	event_hit(file, record, sizeof(*record));
	pass(__atomic_load_n(&epoch, __ATOMIC_ACQUIRE));
}

/* Runs @command in this thread while four others run @thread, until it returns. */
static void run_beside(void *(*thread)(void *cpu), void (*command)(void))
{
	pthread_t threads[SHIM_CPUS];
	unsigned long i;

	epoch = 0;
	memset(passed, 0, sizeof(passed));
	done = false;
	pthread_barrier_init(&barrier, NULL, SHIM_CPUS + 1);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	pthread_barrier_wait(&barrier);
	shim_at_wait = wait_for_hits;
	command();
	__atomic_store_n(&done, true, __ATOMIC_RELAXED);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_join(threads[i], NULL);
	shim_at_wait = NULL;
	pthread_barrier_destroy(&barrier);
}

/* Hits world with changing keys until the command has ended. */
static u64 nr_hits;

static void *hit_thread(void *cpu)
{
	struct world_record record;
	u64 n;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	pthread_barrier_wait(&barrier);
	for (n = 0; !__atomic_load_n(&done, __ATOMIC_RELAXED); n++) {
		record.w = n % 50;
		record.num = 1 + n % 7;
		hit(world, &record);
	}
	pass(-1UL);
	__atomic_fetch_add(&nr_hits, n, __ATOMIC_RELAXED);
	return NULL;
}

/* Takes the counts of a histogram while hits run; no hit is in two takes. */

#define TAKES	30

static u64 taken;

static u64 take(void)
{
	struct hist *hist = trigger_hist(trigger_at(world, 0));
	struct hist_sorted s;
	u64 hits;

	CHECK_EQ(hist_take_start(hist), 0);
	tracepoint_synchronize_unregister();
	CHECK_EQ(hist_sorted_make(&s, hist, hist->taken), 0);
	hits = s.hits;
	hist_sorted_free(&s);
	hist_take_end(hist);
	return hits;
}

static void take_often(void)
{
	unsigned int i;

	for (i = 0; i < TAKES; i++)
		taken += take();
}

static void takes_of(const char *command)
{
	write_to("world", command);
	world = world_file("world");
	nr_hits = 0;
	taken = 0;
	run_beside(hit_thread, take_often);
	taken += take();
	CHECK_EQ(taken, nr_hits);
	world_reset();
}

static void test_takes(void)
{
	takes_of("hist:keys=w:vals=num,num.p50");
	takes_of("hist:keys=w,num");
	takes_of("hist:keys=w:xx=num");
}

/* A histogram gets chains, as do its sketches, while hits run. */
static void forget_all(void)
{
	write_to("other", "hist:keys=w:size=128:onmatch(unit.world).forget()");
}

static void test_chains(void)
{
	unsigned int i;

	for (i = 0; i < 20; i++) {
		write_to("world", "hist:keys=w:vals=num,num.p50,num.dist");
		world = world_file("world");
		run_beside(hit_thread, forget_all);
		world_reset();
	}
}

/*
 * One thread sets the variable of each key once. Another thread reads it after
 * the first one has counted the key, so no string is written while it is read.
 * The count orders nothing.
 */

#define TEXT_KEYS	3000

static unsigned int nr_set;

static void *text_thread(void *cpu)
{
	struct world_record record;
	unsigned int i;
	char text[40];

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	pthread_barrier_wait(&barrier);
	for (i = 0; i < TEXT_KEYS && shim_cpu < 2; i++) {
		record.w = i;
		if (!shim_cpu) {
			snprintf(text, sizeof(text), "the string of key %u", i);
			world_set_dyn(&record, text);
			hit(world, &record);
			__atomic_store_n(&nr_set, i + 1, __ATOMIC_RELAXED);
			continue;
		}
		while (__atomic_load_n(&nr_set, __ATOMIC_RELAXED) <= i)
			shim_relax();
		hit(other, &record);
	}
	pass(-1UL);
	return NULL;
}

static void no_command(void)
{
}

static void texts_of(const char *command)
{
	write_to("synth", "txt char[] one");
	write_to("world", "hist:keys=w:tt=dyn:size=4096");
	write_to("txt", "hist:keys=one:size=4096");
	write_to("other", command);
	world = world_file("world");
	other = world_file("other");
	nr_set = 0;
	run_beside(text_thread, no_command);
	world_reset();
}

static void test_texts(void)
{
	texts_of("hist:keys=w:size=4096:onmatch(unit.world).txt($tt)");
	texts_of("hist:keys=w:size=4096:t2=$tt");
}

/*
 * A ring that does not overwrite: a writer and a reader never use the same
 * bytes at the same time, unlike in a ring that overwrites.
 */

#define RECORDS	60000

static struct ring *ring;

static u64 read_clock(void)
{
	return 0;
}

static const struct histrig_clock clock_of_ring = { "test", read_clock, true };

static void no_wake(struct irq_work *work)
{
	(void)work;
}

static struct irq_work waker = { no_wake };

static void *writer(void *none)
{
	struct ring_cpu *cpu_buffer = this_cpu_ptr(ring->cpus);
	u32 nr, *slot;

	for (nr = 0; nr < RECORDS; nr++) {
		while (!(slot = ring_reserve(ring, cpu_buffer, 12 + nr % 40, 0)))
			shim_relax();
		slot[0] = nr;
		slot[1] = ~nr;
		ring_commit(cpu_buffer);
	}
	__atomic_store_n(&done, true, __ATOMIC_RELAXED);
	return none;
}

/* Consumes entries one by one, and returns how many have the next number. */
static u32 consume(u32 next)
{
	struct ring_entry entry;
	unsigned int n;

	for (n = 0; n < 100 && ring_peek(ring, 0, &entry); n++) {
		const u32 *record = entry.record;

		if (record[0] == next && record[1] == ~next)
			next++;
		ring_consume(ring, 0);
	}
	return next;
}

/* Takes a whole page, or what has been written to it; counts its entries. */
static u32 take_page(u32 next, void **page)
{
	struct ring_stats before, after;

	ring_get_stats(ring, 0, &before);
	if (ring_read_page(ring, 0, page, false))
		return next;
	ring_get_stats(ring, 0, &after);
	return next + after.read - before.read;
}

static void test_ring(void)
{
	void *page = (void *)__get_free_page(GFP_KERNEL);
	pthread_t thread;
	u32 next = 0;
	bool last;

	done = false;
	CHECK_EQ(ring_init(), 0);
	ring = ring_create(4 * 4080, false, &clock_of_ring, &waker);
	CHECK(ring);
	pthread_create(&thread, NULL, writer, NULL);
	do {
		last = __atomic_load_n(&done, __ATOMIC_RELAXED);
		next = take_page(consume(next), &page);
	} while (!last || !ring_empty(ring, 0));
	pthread_join(thread, NULL);
	CHECK_EQ(next, RECORDS);
	free_page((unsigned long)page);
	ring_put(ring);
	ring_exit();
}

const struct test tests[] = {
	{ "a reader of a ring sees whole entries, and a writer only free pages", test_ring },
	{ "hits that see the second map of a histogram see all of it", test_takes },
	{ "hits that see chains see those of the sketches", test_chains },
	{ "a hit that sees a variable set sees its whole string", test_texts },
	{ }
};
