// SPDX-License-Identifier: GPL-2.0
/*
 * Tests the map with four threads that stand for CPUs. No hit may be lost or
 * counted twice, and no key may have two entries. Built twice: with
 * ThreadSanitizer, and without it to test signals, whose handler hits the same
 * map, like interrupts in the kernel.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <linux/kernel.h>
#include <linux/processor.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../../module/hist/hot/search.h"
#include "../../module/hist/object/map.h"
#include "map_sum.h"
#include "test.h"

#define HITS	250000

static struct hist_map map;
static unsigned int nr_keys, words;
static pthread_barrier_t barrier;
/* Number of hits by threads and by signals. */
static u64 fired;
static __thread u64 random_state, nested;
static bool ended;

static void make_key(u64 *key, u64 i)
{
	unsigned int j;

	key[0] = i * 3;
	/* Only the first and the last word vary. */
	for (j = 1; j < words; j++)
		key[j] = j == words - 1 ? i : 7;
	/* Include the key that the map stores separately. */
	if (!i)
		key[0] = map.mix;
}

static void hit(u64 i)
{
	u64 key[8];
	long index;

	make_key(key, i);
	if (!map.key_words)
		index = hist_map_find_word(&map, key[0]);
	else if (map.key_words == 2)
		index = hist_map_find(&map, key, 2);
	else
		index = hist_map_find(&map, key, words);
	if (index < 0) {
		hist_map_drop(&map);
		return;
	}
	map_add(&map, index, i);
}

static u64 random_key(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state % nr_keys;
}

static void on_signal(int signal)
{
	static __thread u64 state;

	(void)signal;
	if (!state)
		state = 88172645463325252ULL;
	hit(random_key(&state));
	nested++;
}

static void *thread(void *cpu)
{
	unsigned int i;
	sigset_t all;

	shim_cpu = (unsigned long)cpu;
	random_state = 0x123456789abcdefULL * (shim_cpu + 1);
	pthread_barrier_wait(&barrier);
	/* First, all threads use the same keys in the same order; then random keys. */
	for (i = 0; i < HITS; i++)
		hit(i < HITS / 2 ? i % nr_keys : random_key(&random_state));
	/*
	 * Block signals, so that no handler counts a hit after the hits are added up.
	 */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	__atomic_fetch_add(&fired, HITS + nested, __ATOMIC_RELAXED);
	return NULL;
}

/* Runs the worker until all threads have ended. */
static void *worker(void *unused)
{
	while (!__atomic_load_n(&ended, __ATOMIC_ACQUIRE)) {
		shim_run_works();
		shim_relax();
	}
	return unused;
}

static int compare_keys(const void *a, const void *b)
{
	return memcmp(*(u64 *const *)a, *(u64 *const *)b, words * sizeof(u64));
}

/* Checks the map after all threads have ended. */
static void check_map(bool space)
{
	u64 hits = 0, *keys, **sorted;
	const u64 *key;
	unsigned int n = 0, i;
	long index;
	u32 pos = 0;
	u64 word;

	keys = calloc(map.size, words * sizeof(u64));
	sorted = calloc(map.size, sizeof(*sorted));
	while ((index = hist_map_next(&map, &pos, &key, &word)) >= 0) {
		u64 count = map_sum(&map, index, 0), wanted[8];
		u64 id = key[words - 1];

		if (words == 1)
			id = word == map.mix ? 0 : word / 3;
		make_key(wanted, id);
		CHECK(!memcmp(wanted, key, words * sizeof(u64)));
		CHECK(count);
		CHECK_EQ(map_sum(&map, index, 1), count * id);
		if (n == map.size) {
			CHECK(n < map.size);
			break;
		}
		sorted[n] = keys + n * words;
		memcpy(sorted[n++], key, words * sizeof(u64));
		hits += count;
	}
	qsort(sorted, n, sizeof(*sorted), compare_keys);
	for (i = 1; i < n; i++)
		CHECK(compare_keys(&sorted[i - 1], &sorted[i]));
	CHECK_EQ(hits + hist_map_lost(&map, HIST_LOST_HITS), fired);
	CHECK_EQ(hist_map_entries(&map), n);
	if (space) {
		CHECK_EQ(n, nr_keys);
		CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), 0);
	} else {
		CHECK_EQ(n, map.size);
		CHECK(hist_map_lost(&map, HIST_LOST_HITS));
	}
	free(keys);
	free(sorted);
}

static void run(unsigned int bits, unsigned int keys, unsigned int key_words,
		bool signals)
{
	struct timespec nap = { .tv_nsec = 20000 };
	pthread_t threads[SHIM_CPUS], work;
	unsigned long i;

	memset(&map, 0, sizeof(map));
	CHECK_EQ(hist_map_init(&map, bits, key_words, 2, false), 0);
	nr_keys = keys;
	words = key_words ? key_words : 1;
	fired = 0;
	pthread_barrier_init(&barrier, NULL, SHIM_CPUS + 1);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	ended = false;
	pthread_create(&work, NULL, worker, NULL);
	pthread_barrier_wait(&barrier);
	if (signals)
		for (i = 0; i < 4000; i++) {
			pthread_kill(threads[i % SHIM_CPUS], SIGUSR1);
			if (i % 8 == 7)
				nanosleep(&nap, NULL);
		}
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&barrier);
	__atomic_store_n(&ended, true, __ATOMIC_RELEASE);
	pthread_join(work, NULL);
	check_map(keys <= 1U << bits);
	hist_map_destroy(&map);
}

static void run_forms(unsigned int bits, unsigned int keys, bool signals)
{
	run(bits, keys, 0, signals);
	run(bits, keys, 2, signals);
	run(bits, keys, 5, signals);
}

#ifdef UNIT_SIGNALS
static void test_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGUSR1, &action, NULL);
	run_forms(7, 1, true);
	run_forms(8, 100, true);
	run_forms(17, 100000, true);
	run_forms(7, 1000, true);
}

const struct test tests[] = {
	{ "threads and signals on one map lose no hit", test_signals },
	{ }
};
#else
static void test_one(void)
{
	run_forms(7, 1, false);
}

static void test_hundred(void)
{
	run_forms(8, 100, false);
}

static void test_many(void)
{
	run_forms(17, 100000, false);
}

static void test_full(void)
{
	run_forms(7, 1000, false);
	run_forms(7, 129, false);
}

static void test_repeated(void)
{
	unsigned int i;

	/* Most races occur while a map is new, so repeat this. */
	(void)on_signal;
	for (i = 0; i < 5; i++)
		run(12, 2000, 3, false);
}

const struct test tests[] = {
	{ "four threads on one key lose no hit", test_one },
	{ "four threads on 100 keys lose no hit", test_hundred },
	{ "four threads on 100,000 keys lose no hit", test_many },
	{ "four threads on a full map count each hit or drop it", test_full },
	{ "four threads on fresh maps lose no hit", test_repeated },
	{ }
};
#endif
