// SPDX-License-Identifier: GPL-2.0
/* Tests hist maps with one thread, whose hits may be interrupted by other hits. */
#include <pthread.h>
#include <unistd.h>

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../../module/hist/hot/search.h"
#include "../../module/hist/object/map.h"
#include "map_sum.h"
#include "test.h"

/*
 * To find the slot of a key, these maps multiply the key by MIX, which is secret
 * in the kernel. Tests multiply by the inverse UNMIX to make keys for a given
 * slot.
 */
#define MIX	0x9e3779b97f4a7c15ULL
#define UNMIX	0xf1de83e19937733dULL

static struct hist_map map;

static void make(unsigned int bits, unsigned int words, bool comms)
{
	memset(&map, 0, sizeof(map));
	shim_random = MIX;
	CHECK_EQ(hist_map_init(&map, bits, words, 2, comms), 0);
	shim_random = 0;
	CHECK_EQ(map.mix, MIX);
}

/* Counts a hit that adds @value to a sum. */
static long hit(const u64 *key, unsigned int words, u64 value)
{
	long index;

	if (!map.key_words)
		index = hist_map_find_word(&map, key[0]);
	else
		index = hist_map_find(&map, key, words);
	if (index < 0) {
		hist_map_drop(&map);
	} else {
		map_add(&map, index, value);
	}
	return index;
}

static unsigned int entries(void)
{
	unsigned int n = 0;
	const u64 *key;
	u32 pos = 0;
	u64 word;

	while (hist_map_next(&map, &pos, &key, &word) >= 0)
		n++;
	CHECK_EQ(hist_map_entries(&map), n);
	return n;
}

static const u64 special[] = {
	0, 1, MIX, MIX + 1, ~0ULL, 1ULL << 63,
	~MIX, MIX ^ 1,
};

static void test_words(void)
{
	bool seen[ARRAY_SIZE(special)] = { false };
	unsigned int i, j, n = 0;
	const u64 *key;
	long index;
	u32 pos = 0;
	u64 word;

	make(7, 0, false);
	CHECK_EQ(entries(), 0);
	for (j = 0; j < 3; j++)
		for (i = 0; i < ARRAY_SIZE(special); i++)
			hit(&special[i], 1, i + 10);
	while ((index = hist_map_next(&map, &pos, &key, &word)) >= 0) {
		CHECK(key == &word);
		for (i = 0; i < ARRAY_SIZE(special); i++)
			if (special[i] == word)
				break;
		CHECK(i < ARRAY_SIZE(special) && !seen[i]);
		seen[i % ARRAY_SIZE(special)] = true;
		CHECK_EQ(map_sum(&map, index, 0), 3);
		CHECK_EQ(map_sum(&map, index, 1), 3 * (i + 10));
		n++;
	}
	CHECK_EQ(n, ARRAY_SIZE(special));
	CHECK_EQ(hist_sums_hits(&map.sums), 3 * ARRAY_SIZE(special));
	CHECK_EQ(hist_map_next(&map, &pos, &key, &word), -1);
	CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), 0);
	hist_map_destroy(&map);
}

/* Makes key number @i of a series of different keys. */
static void nth_key(u64 *key, u64 i, unsigned int words)
{
	unsigned int j;

	for (j = 0; j < words; j++)
		key[j] = j == i % words ? i : 0;
}

static void fill_up(unsigned int bits, unsigned int words)
{
	unsigned int size = 1U << bits, i, round;
	u64 key[64];

	make(bits, words, false);
	for (round = 0; round < 2; round++) {
		for (i = 0; i < 2 * size; i++) {
			nth_key(key, i, words ? words : 1);
			CHECK_EQ(hit(key, words, 1) >= 0, i < size);
		}
		/*
		 * Keys in the map are still found, so only hits with other keys
		 * are lost.
		 */
		CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), size * (round + 1));
	}
	CHECK_EQ(entries(), size);
	if (!words) {
		key[0] = MIX;
		CHECK_EQ(hit(key, 1, 1), -1);
	}
	hist_map_clear(&map);
	CHECK_EQ(entries(), 0);
	CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), 0);
	nth_key(key, 5, words ? words : 1);
	CHECK_EQ(map_sum(&map, hit(key, words, 1), 0), 1);
	CHECK_EQ(entries(), 1);
	hist_map_destroy(&map);
}

static void test_full(void)
{
	fill_up(7, 0);
	fill_up(7, 2);
	fill_up(7, 3);
	fill_up(7, 64);
	fill_up(17, 0);
	fill_up(12, 3);
}

/* Keys that differ only in one word or in their length. */
static void test_long(void)
{
	u64 key[40] = { 0 }, copy[40];
	const u64 *found;
	unsigned int i, n = 0;
	long index;
	u32 pos = 0;
	u64 word;

	make(7, 40, false);
	for (i = 0; i < 40; i++) {
		memset(key, 0, sizeof(key));
		key[0] = i;
		CHECK(hit(key, 1 + i, i) >= 0);
		memcpy(copy, key, sizeof(key));
		copy[i] += 1000;
		CHECK(hit(copy, 1 + i, i) >= 0);
	}
	CHECK_EQ(entries(), 80);
	while ((index = hist_map_next(&map, &pos, &found, &word)) >= 0) {
		CHECK_EQ(map_sum(&map, index, 0), 1);
		CHECK_EQ(map_sum(&map, index, 1), found[0] % 1000);
		n++;
	}
	CHECK_EQ(n, 80);
	hist_map_destroy(&map);
}

static void test_comms(void)
{
	u64 key = 1;
	long index;

	make(7, 0, true);
	strcpy(shim_task.comm, "exactly15chars!");
	index = hit(&key, 1, 1);
	strcpy(shim_task.comm, "other");
	CHECK_EQ(hit(&key, 1, 1), index);
	CHECK_STR(map.comms[index], "exactly15chars!", "comm");
	shim_task.pid = 0;
	key = MIX;
	index = hit(&key, 1, 1);
	CHECK_STR(map.comms[index], "<idle>", "comm");
	shim_task.pid = 42;
	hist_map_destroy(&map);
}

static void test_cpus(void)
{
	u64 key[3] = { 1, 2, 3 };
	long index = -1;

	make(7, 3, false);
	for (shim_cpu = 0; shim_cpu < SHIM_CPUS; shim_cpu++)
		index = hit(key, 3, (u64)shim_cpu - 2);
	shim_cpu = 0;
	CHECK_EQ(entries(), 1);
	CHECK_EQ(map_sum(&map, index, 0), 4);
	CHECK_EQ(map_sum(&map, index, 1), -2);
	hist_map_destroy(&map);
}

static void test_no_memory(void)
{
	unsigned int i, words;
	int ret;

	for (words = 0; words < 4; words++)
		for (i = 0; i < 20; i++) {
			memset(&map, 0, sizeof(map));
			shim_fail_after = i;
			ret = hist_map_init(&map, 7, words, 3, true);
			shim_fail_after = -1;
			CHECK(!ret || ret == -ENOMEM);
			if (!ret) {
				CHECK(i > 3);
				hist_map_destroy(&map);
			}
			CHECK(!map.words && !map.slots && !map.cells && !map.comms && !map.sums.cpu);
			if (!ret)
				break;
		}
	CHECK(i < 20);
}

/*
 * A hit is interrupted by a hit with the same key, just before its entry
 * becomes visible.
 */
static unsigned int depth, max_depth, fired;
static u64 nested_key[3];

static void nested_hit(void)
{
	if (depth >= max_depth)
		return;
	depth++;
	fired++;
	hit(nested_key, map.key_words, 1);
	depth--;
}

static void nest(unsigned int words, unsigned int levels, unsigned int keys,
		 unsigned int drops)
{
	unsigned int i;
	const u64 *key;
	long index;
	u64 word, hits = 0;
	u32 pos = 0;

	make(7, words, false);
	fired = 0;
	max_depth = levels;
	for (i = 0; i < keys; i++) {
		nth_key(nested_key, i, words ? words : 1);
		shim_interrupt = nested_hit;
		fired++;
		hit(nested_key, words, 1);
		shim_interrupt = NULL;
	}
	CHECK(hist_map_lost(&map, HIST_LOST_HITS) <= drops);
	CHECK_EQ(entries(), keys);
	while ((index = hist_map_next(&map, &pos, &key, &word)) >= 0)
		hits += map_sum(&map, index, 0);
	CHECK_EQ(hist_sums_hits(&map.sums), hits);
	CHECK_EQ(hits + hist_map_lost(&map, HIST_LOST_HITS), fired);
	hist_map_destroy(&map);
}

static void test_nested(void)
{
	nest(0, 1, 100, 0);
	nest(2, 1, 100, 0);
	nest(3, 1, 100, 0);
	nest(0, 3, 100, 0);
	nest(3, 3, 40, 0);
}

/*
 * Inserts the maximum number of keys. A hit that interrupts the insertion of
 * the last key cannot wait for it and finds no free entry, so it is dropped.
 */
static void test_nested_last(void)
{
	nest(0, 1, 128, 2);
	nest(3, 1, 128, 2);
}

/*
 * Three nested hits with the same key interrupt each hit. The map has only eight
 * more entries than keys, so hits that have taken an entry in vain must return it.
 */
static void test_nested_deep(void)
{
	nest(3, 3, 120, 0);
}

/*
 * Inserts keys with the same first slot, as an attacker who knew the secret
 * could do. A search for another key must not walk over all of them.
 */
static void flood(unsigned int words)
{
	const unsigned int n = HIST_MAP_PROBES + 1000;
	unsigned int i, round;
	u64 key[3] = { 0 }, before = 0;

	make(12, words, false);
	/* The hash of the words before the last one. */
	if (words)
		before = hist_map_hash(&map, key, words) * UNMIX;
	for (round = 0; round < 2; round++)
		for (i = 1; i <= n; i++) {
			key[words ? words - 1 : 0] = before ^ i * UNMIX;
			CHECK_EQ(hit(key, words ? words : 1, 1) >= 0,
				 i <= HIST_MAP_PROBES);
		}
	CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), 2 * (n - HIST_MAP_PROBES));
	CHECK_EQ(entries(), HIST_MAP_PROBES);
	hist_map_destroy(&map);
}

/*
 * Do no two of 128 keys have one hash? Each key is 0 but for a choice of changes, which concern a
 * word and the next one.
 */
static void check_secret(void (*change)(u64 *word))
{
	static u64 hashes[128];
	static volatile unsigned int two = 2;
	u64 key[8] = { 0 };
	unsigned int i, j, word, same = 0;

	make(7, 8, false);
	for (i = 0; i < ARRAY_SIZE(hashes); i++) {
		memset(key, 0, sizeof(key));
		for (word = 0; word < 7; word++)
			if (i >> word & 1)
				change(&key[word]);
		hashes[i] = hist_map_hash(&map, key, 8);
		/* The forms for two and three words compute the same. */
		CHECK_EQ(hist_map_hash(&map, key, 2), hist_map_hash(&map, key, two));
		CHECK_EQ(hist_map_hash(&map, key, 3), hist_map_hash(&map, key, two + 1));
		for (j = 0; j < i; j++)
			same += hashes[j] == hashes[i];
	}
	CHECK_EQ(same, 0);
	hist_map_destroy(&map);
}

/* The top bit of a word changes the top bit of the product's lower half, whatever the secret is. */
static void change_top(u64 *word)
{
	word[0] ^= 1ULL << 63;
	word[1] ^= 1ULL << 63;
}

static void change_top_turned(u64 *word)
{
	word[0] ^= 1ULL << 63;
	word[1] ^= 1ULL << 26;
}

/* The halves of a product with ~0 are each other's complement. */
static void change_all(u64 *word)
{
	word[0] = ~word[0];
	word[1] = ~word[1];
}

static void test_secret(void)
{
	check_secret(change_top);
	check_secret(change_top_turned);
	check_secret(change_all);
}

static void test_flood(void)
{
	flood(0);
	flood(2);
	flood(3);
}

/* Returns the longest distance of a key from the slot where its search begins. */
static u64 longest_search(void)
{
	u64 slot, home, longest = 0;

	for (slot = 0; slot <= map.mask; slot++) {
		if (!map.words[slot].key)
			continue;
		home = hist_map_slot(&map, map.words[slot].key ^ map.mix);
		longest = max(longest, (slot - home) & map.mask);
	}
	return longest;
}

static void test_secrets(void)
{
	u64 last = 0, key;
	unsigned int i;

	for (i = 0; i < 50; i++) {
		memset(&map, 0, sizeof(map));
		CHECK_EQ(hist_map_init(&map, 11, 0, 2, false), 0);
		CHECK(map.mix & 1 && map.mix != last);
		last = map.mix;
		for (key = 1; key <= 2048; key++)
			hit(&key, 1, 1);
		CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), 0);
		CHECK(longest_search() < 8);
		hist_map_destroy(&map);
	}
}

static void hit_number(u64 key)
{
	CHECK(hit(&key, 1, 1) >= 0);
}

/* Returns the size of the calling CPU's sums in bytes. */
static u64 own_bytes(void)
{
	return this_cpu_ptr(map.sums.cpu)->array->bytes;
}

static void test_sums_grow(void)
{
	u64 key, first;

	make(17, 0, false);
	first = own_bytes();
	CHECK(first < PAGE_SIZE);
	for (key = 1; key <= 100000; key++)
		hit_number(key);
	CHECK_EQ(own_bytes(), first);
	CHECK_EQ(hist_sums_hits(&map.sums), 100000);

	/* The array has the size that the last hits have requested. */
	shim_run_works();
	CHECK(own_bytes() >= 100000 * 16);
	CHECK_EQ(this_cpu_ptr(map.sums.cpu)->wanted, 0);
	for (key = 1; key <= 100000; key++)
		hit_number(key);
	CHECK_EQ(hist_sums_hits(&map.sums), 200000);
	CHECK_EQ(map_sum(&map, hist_map_peek_word(&map, 100000), 0), 2);
	CHECK_EQ(map_sum(&map, hist_map_peek_word(&map, 1), 1), 2);

	/* A clear keeps only the longest array. */
	hist_map_clear(&map);
	CHECK(!this_cpu_ptr(map.sums.cpu)->array->older);
	CHECK(own_bytes() >= 100000 * 16);
	CHECK_EQ(hist_sums_hits(&map.sums), 0);
	CHECK_EQ(entries(), 0);
	hit_number(7);
	CHECK_EQ(hist_sums_hits(&map.sums), 1);
	hist_map_destroy(&map);
}

static void test_sums_without_memory(void)
{
	u64 key;

	make(17, 0, false);
	for (key = 1; key <= 2000; key++)
		hit_number(key);
	shim_fail_after = 0;
	shim_run_works();
	shim_fail_after = -1;
	for (key = 1; key <= 2000; key++)
		hit_number(key);
	shim_run_works();
	CHECK_EQ(hist_sums_hits(&map.sums), 4000);
	CHECK_EQ(hist_map_lost(&map, HIST_LOST_HITS), 0);
	/* The worker has allocated the array when it ran again. */
	CHECK(own_bytes() >= 2000 * 16);
	/* After a clear, a CPU without sums may request them again. */
	hist_map_clear(&map);
	for (key = 1; key <= 2000; key++)
		hit_number(key);
	shim_run_works();
	CHECK(own_bytes() >= 2000 * 16);
	/* Destroy the map while hits wait for the worker. */
	for (key = 1; key <= 100000; key++)
		hit_number(key);
	hist_map_destroy(&map);
	shim_run_works();
}

static struct hist_map *leaving;
static pthread_t destroyer;

static void *destroy(void *unused)
{
	hist_map_destroy(leaving);
	free(leaving);
	return NULL;
}

/* Another thread frees the sums while the worker fails to allocate longer ones. */
static void destroy_meanwhile(void)
{
	shim_at_alloc = NULL;
	pthread_create(&destroyer, NULL, destroy, NULL);
	usleep(50000);
}

static void test_sums_go_without_memory(void)
{
	u64 key;

	leaving = calloc(1, sizeof(*leaving));
	CHECK_EQ(hist_map_init(leaving, 17, 0, 2, false), 0);
	for (key = 1; key <= 2000; key++)
		map_add(leaving, hist_map_find_word(leaving, key), 1);
	shim_at_alloc = destroy_meanwhile;
	shim_fail_after = 0;
	shim_run_works();
	CHECK(!shim_at_alloc);
	pthread_join(destroyer, NULL);
	shim_fail_after = -1;
	CHECK(!hist_sums_asked.first);
	shim_run_works();
}

const struct test tests[] = {
	{ "the map stores all keys of one word, including those that mix to 0 or all ones", test_words },
	{ "a full map drops new keys, keeps the old ones and can be cleared", test_full },
	{ "keys that differ only in one word or in length have different entries", test_long },
	{ "keys of one hash cannot be chosen without the secret", test_secret },
	{ "no choice of keys makes a search visit more than HIST_MAP_PROBES slots", test_flood },
	{ "each map has its own secret, which spreads consecutive numbers evenly", test_secrets },
	{ "the map stores the name of the task that created an entry", test_comms },
	{ "sums add up over CPUs", test_cpus },
	{ "the map survives failing allocations", test_no_memory },
	{ "a nested hit of the same key creates no second entry", test_nested },
	{ "a nested hit of the same key is dropped when it needs the last entry", test_nested_last },
	{ "three nested hits of the same key create one entry", test_nested_deep },
	{ "sums grow with the entries, and lose no hit", test_sums_grow },
	{ "sums that cannot grow still count hits", test_sums_without_memory },
	{ "sums can be freed while the worker fails to allocate longer ones", test_sums_go_without_memory },
	{ }
};
