// SPDX-License-Identifier: GPL-2.0
/*
 * Tests forget() with four threads that stand for CPUs, and readers. Built
 * twice: with ThreadSanitizer, and without it to test signals, whose handler
 * hits and forgets, like interrupts in the kernel.
 *
 * Each thread has keys that no other thread uses, and knows their counts at any
 * time; but all threads change the same chains. There are also shared keys, for
 * which only this is certain: no hit is counted under another key.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <linux/kernel.h>
#include <linux/processor.h>
#include <linux/random.h>
#include <linux/string.h>

#include "../../module/event/hit.h"
#include "../../module/hist/hot/chains.h"
#include "../../module/hist/hot/search.h"
#include "../../module/hist/object/map.h"
#include "../../module/hist/read/sort.h"
#include "interevent_world.h"
#include "map_sum.h"

#define ROUNDS	60000

static struct hist_map map;
static unsigned int words, own_keys, shared_keys;
static pthread_barrier_t barrier;
static bool done;
static u64 dropped;

static u64 random_of(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Each word of a key contains its number, so a mixture of two keys is noticed. */
static void make_key(u64 *key, u64 id)
{
	unsigned int i;

	for (i = 0; i < words; i++)
		key[i] = id * 3 + 1;
}

/* Counts a hit that adds the key's number to the second sum. */
static bool hit(u64 id)
{
	atomic64_t *sums;
	bool made = false;
	u64 key[5];
	long index;

	make_key(key, id);
	if (map.key_words)
		index = hist_chains_find(&map, key, words, &made);
	else
		index = hist_chains_find_word(&map, key[0], &made);
	if (index < 0)
		return false;
	sums = hist_sums_common(&map.sums, hist_sums_offset(&map.sums, index));
	atomic64_inc(sums);
	atomic64_add(id, sums + 1);
	if (READ_ONCE(*hist_chains_key(map.chains, index)) != key[0])
		abort();
	hist_chains_unpin(&map, index);
	return true;
}

static long count_of(u64 id)
{
	long index, count;
	u64 key[5];

	make_key(key, id);
	index = hist_chains_peek(&map, key, words);
	if (index < 0)
		return index;
	count = map_sum(&map, index, 0);
	if (map_sum(&map, index, 1) % id)
		abort();
	hist_chains_unpin(&map, index);
	return count;
}

static bool forget(u64 id)
{
	long index;
	u64 key[5];

	make_key(key, id);
	if (!map.key_words)
		return hist_chains_forget_word(&map, key[0]) >= 0;
	index = hist_chains_peek(&map, key, words);
	if (index < 0)
		return false;
	hist_chains_forget(&map, index);
	hist_chains_unpin(&map, index);
	return true;
}

static u64 shared_id(u64 random)
{
	return 1000003 + random % shared_keys;
}

static __thread u64 signal_state;

static void on_signal(int signal)
{
	u64 id;

	(void)signal;
	if (!signal_state)
		signal_state = 88172645463325252ULL + shim_cpu;
	id = shared_id(random_of(&signal_state) >> 20);
	if (signal_state & 1)
		hit(id);
	else
		forget(id);
}

/* Checks one step with a key that no other thread uses. */
static void own_step(u64 id, long *count, u64 random, u64 *lost)
{
	long seen = count_of(id);

	if (seen != (*count ? *count : HIST_CHAIN_NONE))
		check_failed(__FILE__, __LINE__, "key %llu: %ld, not %ld", id,
			     seen, *count);
	if (random % 3) {
		if (hit(id))
			++*count;
		else
			++*lost;
	} else {
		CHECK_EQ(forget(id), *count > 0);
		*count = 0;
	}
}

static void *thread(void *cpu)
{
	u64 state = 0x123456789abcdefULL * ((unsigned long)cpu + 1), lost = 0;
	long counts[256] = { 0 };
	unsigned int i, own;
	sigset_t all;

	shim_cpu = (unsigned long)cpu;
	pthread_barrier_wait(&barrier);
	for (i = 0; i < ROUNDS; i++) {
		const u64 random = random_of(&state) >> 10;

		if (shared_keys && random & 1) {
			if (random & 6)
				hit(shared_id(random >> 8));
			else
				forget(shared_id(random >> 8));
			continue;
		}
		own = (random >> 8) % own_keys;
		own_step(1 + shim_cpu + own * SHIM_CPUS, &counts[own],
			 random >> 20, &lost);
	}
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	for (own = 0; own < own_keys; own++) {
		own_step(1 + shim_cpu + own * SHIM_CPUS, &counts[own], 0,
			 &lost);
		CHECK_EQ(count_of(1 + shim_cpu + own * SHIM_CPUS),
			 HIST_CHAIN_NONE);
	}
	__atomic_fetch_add(&dropped, lost, __ATOMIC_RELAXED);
	return NULL;
}

/* Walks the map, like a reader of a hist file. */
static void *reader(void *unused)
{
	const u64 *key;
	u64 word, id;
	long index;
	unsigned int i;
	u32 pos;

	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		pos = 0;
		while ((index = hist_map_next(&map, &pos, &key, &word)) >= 0) {
			id = READ_ONCE(key[0]) / 3;
			for (i = 0; i < words; i++)
				if (READ_ONCE(key[i]) != id * 3 + 1)
					abort();
			if (map_sum(&map, index, 1) % id)
				abort();
			hist_map_put(&map, index);
		}
		shim_relax();
	}
	return unused;
}

static void check_left(void)
{
	const u64 *key;
	unsigned int n = 0;
	long index;
	u32 pos = 0;
	u64 word, id;

	while ((index = hist_map_next(&map, &pos, &key, &word)) >= 0) {
		id = key[0] / 3;
		CHECK(map_sum(&map, index, 0));
		CHECK_EQ(map_sum(&map, index, 1), map_sum(&map, index, 0) * id);
		hist_map_put(&map, index);
		/*
		 * Each key has only one entry. If it had two, count_of() would
		 * find the other one now.
		 */
		CHECK(forget(id));
		CHECK_EQ(count_of(id), HIST_CHAIN_NONE);
		n++;
	}
	CHECK(n <= shared_keys);
	CHECK_EQ(hist_map_entries(&map), 0);
	/* All indexes are free, and none twice. */
	for (n = 0; n < map.size; n++)
		CHECK(hit(5000 + n));
	CHECK(!hit(4999));
	for (n = 0; n < map.size; n++)
		CHECK_EQ(count_of(5000 + n), 1);
}

static void run(unsigned int bits, unsigned int key_words, unsigned int own,
		unsigned int shared, bool signals)
{
	struct timespec nap = { .tv_nsec = 20000 };
	pthread_t threads[SHIM_CPUS], read;
	struct hist_chains *chains;
	unsigned long i;

	memset(&map, 0, sizeof(map));
	CHECK_EQ(hist_map_init(&map, bits, key_words, 2, false), 0);
	chains = hist_chains_make(&map, NULL, 0);
	CHECK(chains);
	hist_chains_publish(&map, chains);
	hist_chains_activate(&map, NULL);
	hist_chains_retire(&map);
	words = key_words ? key_words : 1;
	own_keys = own;
	shared_keys = shared;
	dropped = 0;
	done = false;
	pthread_barrier_init(&barrier, NULL, SHIM_CPUS + 1);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	pthread_create(&read, NULL, reader, NULL);
	pthread_barrier_wait(&barrier);
	if (signals)
		for (i = 0; i < 4000; i++) {
			pthread_kill(threads[i % SHIM_CPUS], SIGUSR1);
			if (i % 8 == 7)
				nanosleep(&nap, NULL);
		}
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_join(threads[i], NULL);
	__atomic_store_n(&done, true, __ATOMIC_RELEASE);
	pthread_join(read, NULL);
	pthread_barrier_destroy(&barrier);
	if (own * SHIM_CPUS + shared < map.size / 2)
		CHECK_EQ(dropped, 0);
	check_left();
	hist_map_destroy(&map);
}

static void run_forms(unsigned int bits, unsigned int own, unsigned int shared,
		      bool signals)
{
	run(bits, 0, own, shared, signals);
	run(bits, 2, own, shared, signals);
	run(bits, 5, own, shared, signals);
}

#ifdef UNIT_SIGNALS
static void test_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGUSR1, &action, NULL);
	run_forms(7, 8, 1, true);
	run_forms(7, 4, 50, true);
	run_forms(7, 40, 20, true);
}

const struct test tests[] = {
	{ "threads and signals that forget lose and mix nothing", test_signals },
	{ }
};
#else
static void test_own(void)
{
	(void)on_signal;
	run_forms(7, 8, 0, false);
}

static void test_one(void)
{
	run_forms(7, 2, 1, false);
}

static void test_shared(void)
{
	run_forms(7, 4, 40, false);
	run_forms(10, 4, 40, false);
}

static void test_full(void)
{
	run_forms(7, 60, 0, false);
	run_forms(7, 20, 100, false);
}

/*
 * Hits three events at the same time: world sets variables and counts, other
 * forgets, third reads the variables of world, and a reader copies and sorts the
 * entries of world. All hits of a key have the same number, so a percentile or
 * maximum with another number is a mixture.
 */

#define KEYS	40
#define NUMBER(w)	((w) * 1000 + 7)

static struct event_file *world, *other, *third;

static void *event_thread(void *cpu)
{
	u64 state = 0x123456789abcdefULL * ((unsigned long)cpu + 1);
	struct world_record record;
	unsigned int i;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	pthread_barrier_wait(&barrier);
	for (i = 0; i < ROUNDS / 4; i++) {
		const u64 random = random_of(&state) >> 10;

		record.w = 1 + random % KEYS;
		record.num = NUMBER(record.w);
		event_hit(random & 64 ? world : random & 128 ? other : third,
			  &record, sizeof(record));
	}
	/* Leave only keys that are multiples of four. */
	pthread_barrier_wait(&barrier);
	for (i = 1 + shim_cpu; i <= KEYS; i += SHIM_CPUS) {
		record.w = i;
		record.num = NUMBER(i);
		event_hit(i % 4 ? other : world, &record, sizeof(record));
	}
	return NULL;
}

static void check_sorted(void)
{
	struct hist *hist = trigger_hist(trigger_at(world, 0));
	struct hist_sorted s;
	u32 i;

	CHECK_EQ(hist_sorted_make(&s, hist, hist->map), 0);
	for (i = 0; i < s.nr_entries; i++) {
		const u64 *sums = hist_sorted_sums(&s, &s.entries[i]);
		const u64 number = NUMBER(hist_sorted_key(&s, &s.entries[i])[0]);

		CHECK(!(sums[1] % number));
		CHECK(!sums[2] || sums[2] == number);
		CHECK(!sums[3] || (sums[3] > number - number / 16 &&
				   sums[3] < number + number / 16));
	}
	hist_sorted_free(&s);
}

static void *sorting_thread(void *unused)
{
	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		check_sorted();
		shim_relax();
	}
	return unused;
}

static void test_events(void)
{
	struct hist *hist;
	pthread_t threads[SHIM_CPUS], sorting;
	struct hist_sorted s;
	const u64 *sums;
	unsigned long i;

	write_to("world", "hist:keys=w:vals=num,num.max,num.p50,num.dist:xx=num:size=128");
	write_to("other", "hist:keys=w:size=128:onmatch(unit.world).forget()");
	write_to("third", "hist:keys=w:vals=$xx:yy=$xx+1");
	world = world_file("world");
	other = world_file("other");
	third = world_file("third");
	hist = trigger_hist(trigger_at(world, 0));
	done = false;
	pthread_barrier_init(&barrier, NULL, SHIM_CPUS);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_create(&threads[i], NULL, event_thread, (void *)i);
	pthread_create(&sorting, NULL, sorting_thread, NULL);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_join(threads[i], NULL);
	__atomic_store_n(&done, true, __ATOMIC_RELEASE);
	pthread_join(sorting, NULL);
	pthread_barrier_destroy(&barrier);

	check_sorted();
	CHECK_EQ(hist_sorted_make(&s, hist, hist->map), 0);
	CHECK_EQ(s.nr_entries, KEYS / 4);
	CHECK_EQ(s.lost[HIST_LOST_HITS], 0);
	CHECK_EQ(s.lost[HIST_LOST_BUCKETS], 0);
	CHECK_EQ(hist_map_entries(&hist->map->sketches[0]), KEYS / 4);
	for (i = 0; i < s.nr_entries; i++) {
		sums = hist_sorted_sums(&s, &s.entries[i]);
		CHECK_EQ(sums[1], sums[0] *
			 NUMBER(hist_sorted_key(&s, &s.entries[i])[0]));
		CHECK_EQ(sums[4], sums[0]);
	}
	hist_sorted_free(&s);
	/* Each hit of third has read the number of its own key. */
	hist = trigger_hist(trigger_at(third, 0));
	CHECK_EQ(hist_sorted_make(&s, hist, hist->map), 0);
	CHECK(s.nr_entries);
	for (i = 0; i < s.nr_entries; i++) {
		sums = hist_sorted_sums(&s, &s.entries[i]);
		CHECK_EQ(sums[1], sums[0] *
			 NUMBER(hist_sorted_key(&s, &s.entries[i])[0]));
	}
	hist_sorted_free(&s);
	world_reset();
}

const struct test tests[] = {
	{ "threads that forget their own keys in shared chains count exactly", test_own },
	{ "four threads that hit and forget one key lose no index", test_one },
	{ "four threads that hit and forget 40 keys mix no counts", test_shared },
	{ "four threads that hit and forget in a full map lose no index", test_full },
	{ "variables, sketches and readers see one life of an entry", test_events },
	{ }
};
#endif
