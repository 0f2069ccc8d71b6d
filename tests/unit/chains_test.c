// SPDX-License-Identifier: GPL-2.0
/*
 * Tests the chains of a hist map. Hits interrupt each other at each
 * compare-and-swap, like NMIs.
 */
#include <linux/kernel.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/hist/hot/chains.h"
#include "../../module/hist/hot/search.h"
#include "../../module/hist/object/map.h"
#include "../../module/hist/sketch.h"
#include "map_sum.h"
#include "test.h"

/*
 * To find the slot of a key, these maps multiply the key by MIX, which is secret
 * in the kernel. Tests multiply by the inverse UNMIX to make keys for a given
 * slot.
 */
#define MIX	0x9e3779b97f4a7c15ULL
#define UNMIX	0xf1de83e19937733dULL

#define BITS	7
#define SIZE	(1U << BITS)
/* Number of indexes: each CPU has spare ones, in addition to the entries. */
#define INDEXES	(SIZE + 4 * SHIM_CPUS)

static struct hist_map map;
/* Use the functions for keys of one word. */
static bool by_word;

static void make_plain(unsigned int words)
{
	memset(&map, 0, sizeof(map));
	shim_random = MIX;
	CHECK_EQ(hist_map_init(&map, BITS, words, 2, true), 0);
	shim_random = 0;
}

static void add_chains(void)
{
	struct hist_chains *chains;

	chains = hist_chains_make(&map, NULL, 0);
	CHECK(chains);
	hist_chains_publish(&map, chains);
	hist_chains_activate(&map, NULL);
	hist_chains_retire(&map);
}

static void make(unsigned int words)
{
	make_plain(words);
	add_chains();
}

/* Returns key @i of a series of one-word keys that are all in the same chain. */
static u64 colliding(u64 i)
{
	return UNMIX * ((5ULL << map.shift) + i);
}

static void make_key(u64 *key, u64 i)
{
	unsigned int j;

	key[0] = map.key_words ? i / map.key_words : colliding(i);
	for (j = 1; j < map.key_words; j++)
		key[j] = i;
}

static unsigned int words(void)
{
	return map.key_words ?: 1;
}

/* Counts one hit that adds @i to the second sum. */
static bool hit(u64 i)
{
	u64 key[8], offset;
	bool made = false;
	long index;

	make_key(key, i);
	if (by_word)
		index = hist_chains_find_word(&map, key[0], &made);
	else
		index = hist_chains_find(&map, key, words(), &made);
	if (index < 0) {
		hist_map_drop(&map);
		return false;
	}
	CHECK(!memcmp(hist_chains_key(map.chains, index), key, words() * 8));
	offset = hist_sums_offset(&map.sums, index);
	atomic64_inc(hist_sums_common(&map.sums, offset));
	atomic64_add(i, hist_sums_common(&map.sums, offset) + 1);
	CHECK(!memcmp(hist_chains_key(map.chains, index), key, words() * 8));
	hist_chains_unpin(&map, index);
	return true;
}

/* Returns the hit count of a key, or -1 if the map does not have it. */
static long count_of(u64 i)
{
	u64 key[8];
	long index, count;

	make_key(key, i);
	index = hist_chains_peek(&map, key, words());
	if (index < 0)
		return -1;
	count = map_sum(&map, index, 0);
	CHECK_EQ(map_sum(&map, index, 1), count * i);
	hist_chains_unpin(&map, index);
	return count;
}

static void forget(u64 i)
{
	u64 key[8];
	long index;

	make_key(key, i);
	if (by_word) {
		CHECK(hist_chains_forget_word(&map, key[0]) != HIST_CHAIN_RETRY_LIMIT);
		return;
	}
	index = hist_chains_peek(&map, key, words());
	if (index < 0)
		return;
	hist_chains_forget(&map, index);
	hist_chains_unpin(&map, index);
}

static unsigned int entries(void)
{
	unsigned int n = 0;
	const u64 *key;
	u32 pos = 0;
	long index;
	u64 word;

	while ((index = hist_map_next(&map, &pos, &key, &word)) >= 0) {
		CHECK(map_sum(&map, index, 0));
		hist_map_put(&map, index);
		n++;
	}
	return n;
}

/* Forgets all entries, and checks that all indexes are free again. */
static void check_empty(unsigned int keys)
{
	unsigned int i;

	for (i = 0; i < keys; i++)
		forget(i);
	CHECK_EQ(entries(), 0);
	CHECK_EQ(hist_map_entries(&map), 0);
	for (i = 0; i < 2 * SIZE; i++)
		CHECK_EQ(hit(1000 + i), i < SIZE);
	CHECK_EQ(entries(), SIZE);
	for (i = 0; i < SIZE; i++)
		CHECK_EQ(count_of(1000 + i), 1);
	hist_chains_clear(&map);
	CHECK_EQ(hist_map_entries(&map), 0);
	for (i = 0; i < SIZE; i++)
		CHECK_EQ(hit(2000 + i), true);
	hist_map_destroy(&map);
}

static void lives(unsigned int nr_words)
{
	unsigned int i, round;

	make(nr_words);
	for (round = 0; round < 100; round++) {
		for (i = 0; i < 60; i++) {
			CHECK(hit(i));
			if (i % 3)
				hit(i);
		}
		for (i = 0; i < 60; i++)
			CHECK_EQ(count_of(i), i % 3 ? 2 : 1);
		/* Remove all entries, each round in another order. */
		for (i = 0; i < 60; i++) {
			forget((i * 7 + round) % 60);
			CHECK_EQ(count_of((i * 7 + round) % 60), -1);
			CHECK_EQ(entries(), 59 - i);
		}
	}
	check_empty(60);
}

static void test_words(void)
{
	by_word = true;
	lives(0);
	by_word = false;
}

static void test_lives(void)
{
	lives(0);
	lives(1);
	lives(3);
}

/* After a map switches from its table to chains, its entries are in the chains. */
static void test_from_table(void)
{
	u64 key[8], i;

	make_plain(0);
	for (i = 0; i < 100; i++) {
		make_key(key, i);
		map_add(&map, hist_map_find_word(&map, key[0]), i);
	}
	/* The map stores the key map.mix separately. This key is moved as well. */
	map_add(&map, hist_map_find_word(&map, map.mix), 1);
	add_chains();
	CHECK_EQ(entries(), 101);
	for (i = 0; i < 100; i++) {
		CHECK_EQ(count_of(i), 1);
		hit(i);
		CHECK_EQ(count_of(i), 2);
	}
	key[0] = map.mix;
	i = hist_chains_peek(&map, key, 1);
	CHECK_EQ(map_sum(&map, i, 0), 1);
	hist_chains_forget(&map, i);
	CHECK_EQ(entries(), 100);
	hist_chains_unpin(&map, i);
	check_empty(100);
}

/* A pinned entry keeps its sums after it was forgotten. Its key can get a new entry. */
static void test_pins(void)
{
	bool made = false;
	u64 key[8];
	long index, other;

	make(0);
	hit(1);
	make_key(key, 1);
	index = hist_chains_find(&map, key, 1, &made);
	CHECK(!made);
	CHECK(hist_chains_pin(&map, index));
	forget(1);
	CHECK(!hist_chains_pin(&map, index));
	CHECK_EQ(count_of(1), -1);
	CHECK_EQ(map_sum(&map, index, 0), 1);
	other = hist_chains_find(&map, key, 1, &made);
	CHECK(made && other != index);
	CHECK_EQ(map_sum(&map, other, 0), 0);
	hist_chains_unpin(&map, index);
	CHECK_EQ(map_sum(&map, index, 0), 1);
	hist_chains_unpin(&map, index);
	CHECK_EQ(map_sum(&map, index, 0), 0);
	CHECK_EQ(hist_map_entries(&map), 1);
	hist_chains_unpin(&map, other);
	forget(1);
	check_empty(2);
}

/*
 * What the interrupt does, and how many further compare-and-swaps it waits for.
 * depth is 1 or more while the interrupt runs.
 */
static void (*nested)(void);
static unsigned int countdown, depth;

static void interrupt(void)
{
	if (countdown && !--countdown) {
		depth++;
		nested();
		depth--;
	}
}

static void nested_hit(void)
{
	hit(1);
	CHECK(count_of(1) > 0);
}

static void nested_forget(void)
{
	forget(1);
	CHECK_EQ(count_of(1), -1);
}

static void nested_pair(void)
{
	hit(1);
	forget(1);
	CHECK_EQ(count_of(1), -1);
	hit(1);
	CHECK_EQ(count_of(1), 1);
}

/* Adds and removes neighbours of key 1 in the chain. */
static void nested_others(void)
{
	hit(7);
	forget(0);
	CHECK_EQ(count_of(0), -1);
	hit(0);
	forget(2);
	CHECK_EQ(count_of(7), 1);
	forget(7);
	CHECK_EQ(count_of(7), -1);
	hit(2);
}

/* Runs in the interrupt, and lets further interrupts come during it. */
static void nested_twice(void)
{
	static unsigned int again;

	if (depth == 1)
		countdown = 1 + ++again % 11;
	forget(1);
	hit(1);
	forget(2);
	hit(2);
	CHECK(count_of(2) > 0);
}

static void outer_hit(void)
{
	hit(1);
}

static void outer_forget(void)
{
	forget(1);
}

static void outer_pair(void)
{
	forget(1);
	hit(1);
	forget(1);
}

static void outer_others(void)
{
	forget(0);
	forget(2);
	hit(0);
	hit(2);
}

static void outer_clear(void)
{
	hist_chains_clear(&map);
}

/*
 * Runs @inner at compare-and-swap @at of @outer. Before that, the chain has key 1 if
 * @before, and three others unless @alone.
 */
static bool interrupted_at(unsigned int at, void (*outer)(void),
			   void (*inner)(void), bool before, bool alone)
{
	unsigned int i;
	bool reached;

	make(0);
	for (i = 0; i < 4; i++)
		if (i == 1 ? before : !alone)
			hit(i);
	nested = inner;
	countdown = at;
	shim_interrupt = interrupt;
	outer();
	reached = !countdown || inner == nested_twice;
	shim_interrupt = NULL;
	for (i = 0; i < 8; i++)
		CHECK(count_of(i) <= 3);
	check_empty(8);
	return reached;
}

static void test_interrupts(void)
{
	void (*const outer[])(void) = {
		outer_hit, outer_forget, outer_pair, outer_others, outer_clear,
	};
	void (*const inner[])(void) = {
		nested_hit, nested_forget, nested_pair, nested_others,
		nested_twice,
	};
	unsigned int i, j, at, ways, nr;

	for (ways = 0; ways < 8; ways++) {
		by_word = ways & 1;
		nr = 0;
		for (i = 0; i < ARRAY_SIZE(outer); i++)
			for (j = 0; j < ARRAY_SIZE(inner); j++)
				for (at = 1; at < 40; at++)
					nr += interrupted_at(at, outer[i],
							     inner[j], ways & 2,
							     ways & 4);
		CHECK(nr > 100);
	}
	by_word = false;
}

/* Changes a chain at each try of a hit, so that the hit must give up. */
static void disturb(void)
{
	static unsigned int times;

	shim_interrupt = NULL;
	hit(5);
	forget(5);
	if (++times < HIST_CHAIN_TRIES + 100)
		shim_interrupt = disturb;
}

static void test_disturbed(void)
{
	make(0);
	hit(0);
	shim_interrupt = disturb;
	CHECK_EQ(hit(1), false);
	shim_interrupt = NULL;
	CHECK_EQ(count_of(1), -1);
	CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), 1);
	check_empty(1);
}

static void test_interrupted_space(void)
{
	unsigned int i;

	/*
	 * Besides the indexes of entries, there is a spare index for each hit that can
	 * run at the same time.
	 */
	make(0);
	for (i = 0; i < SIZE - 1; i++)
		hit(i);
	nested = nested_pair;
	for (i = 0; i < 30; i++) {
		forget(1);
		countdown = 1 + i;
		shim_interrupt = interrupt;
		hit(1);
		shim_interrupt = NULL;
	}
	CHECK_EQ(map.nr_indexes, INDEXES);
	check_empty(SIZE);
}

/* Counts hits of keys from @first on until one is dropped. Returns how many there were. */
static unsigned int fill(u64 first)
{
	unsigned int nr = 0;

	while (hit(first + nr))
		nr++;
	return nr;
}

static void test_spares(void)
{
	const unsigned int most = SIZE / 2 / SHIM_CPUS;
	unsigned int i;

	make(0);
	for (shim_cpu = 0; shim_cpu < SHIM_CPUS; shim_cpu++) {
		for (i = 0; i < most + 2; i++)
			hit(i);
		for (i = 0; i < most + 2; i++)
			forget(i);
		CHECK_EQ(hist_map_entries(&map), 0);
	}
	/* Each CPU keeps some, and they are not taken from the others. */
	CHECK_EQ(atomic_read(&map.used), SHIM_CPUS * most);
	shim_cpu = 1;
	for (i = 0; i < most; i++)
		hit(i);
	CHECK_EQ(atomic_read(&map.used), SHIM_CPUS * most);
	CHECK_EQ(hist_map_entries(&map), most);
	/* A CPU gets what others keep once there is nothing else. */
	CHECK_EQ(fill(most), SIZE - most);
	CHECK_EQ(hist_map_entries(&map), SIZE);
	/* From then on, CPUs keep none. */
	forget(0);
	CHECK_EQ(atomic_read(&map.used), SIZE - 1);
	shim_cpu = 2;
	CHECK_EQ(fill(2 * SIZE), 1);
	/* After the map was cleared, they do again. */
	hist_chains_clear(&map);
	CHECK_EQ(hist_map_entries(&map), 0);
	hit(0);
	forget(0);
	CHECK_EQ(atomic_read(&map.used), 1);
	CHECK_EQ(hist_map_entries(&map), 0);
	shim_cpu = 0;
	check_empty(0);
}

/* Fills the map from another CPU. */
static void nested_fill(void)
{
	const unsigned int cpu = shim_cpu;

	shim_cpu = 1;
	fill(5 * SIZE);
	shim_cpu = cpu;
}

static void test_last_spare(void)
{
	unsigned int i, j;

	for (i = 0; i < 20; i++) {
		make(0);
		for (j = 0; j < SIZE; j++)
			CHECK(hit(j));
		/* The map gets full while a CPU frees an index. */
		nested = nested_fill;
		countdown = 1 + i;
		shim_interrupt = interrupt;
		forget(0);
		shim_interrupt = NULL;
		shim_cpu = 2;
		fill(7 * SIZE);
		shim_cpu = 0;
		CHECK_EQ(hist_map_entries(&map), SIZE);
		hist_map_destroy(&map);
	}
}

const struct test tests[] = {
	{ "the entry of a key that was forgotten starts with zeros", test_lives },
	{ "so does that of a key of one word", test_words },
	{ "entries of the table are moved to the chains", test_from_table },
	{ "an entry that hits use is reclaimed when the last hit ends", test_pins },
	{ "hits that interrupt each other anywhere lose no index and mix no keys",
	  test_interrupts },
	{ "a hit whose chain changes too often is dropped", test_disturbed },
	{ "interrupted hits in a full map get an index", test_interrupted_space },
	{ "CPUs keep free indexes, and none that others need", test_spares },
	{ "a CPU does not keep the last index of a map that gets full", test_last_spare },
	{ }
};
