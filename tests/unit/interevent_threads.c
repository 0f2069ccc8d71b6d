// SPDX-License-Identifier: GPL-2.0
/*
 * Tests variables with four threads that stand for CPUs. A value that is set
 * must be read only once, and values that are set together must be read
 * together. Built with ThreadSanitizer; only the tests of strings are built
 * with AddressSanitizer, because writers and readers of strings may race.
 */
#define _GNU_SOURCE
#include <pthread.h>

#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../../module/event/hit.h"
#include "../../module/hist/hot/search.h"
#include "../../module/hist/interevent.h"
#include "../../module/hist/map.h"
#include "../../module/hist/object/map.h"
#include "../../module/hist/read/sort.h"
#include "interevent_world.h"
#include "map_sum.h"

#define KEYS	500
#define ROUNDS	200
#define HITS	40000

static pthread_barrier_t barrier;

static void run_threads(void *(*thread)(void *cpu))
{
	pthread_t threads[SHIM_CPUS];
	unsigned long i;

	pthread_barrier_init(&barrier, NULL, SHIM_CPUS);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	for (i = 0; i < SHIM_CPUS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&barrier);
}

static struct event_file *world, *other;

static void hit(struct event_file *file, struct world_record *record)
{
	event_hit(file, record, sizeof(*record));
}

static struct hist *hist_of(struct event_file *file)
{
	return to_hist_trigger(trigger_at(file, 0))->hist;
}

static void find_files(void)
{
	world = world_file("world");
	other = world_file("other");
}

/* Tests guards with two words that only the owner of a guard may write. */

static struct hist_guard guard;
static unsigned int words[2], taken, refused;

static void *guard_thread(void *cpu)
{
	unsigned int i, got = 0;

	shim_cpu = (unsigned long)cpu;
	pthread_barrier_wait(&barrier);
	for (i = 0; i < HITS; i++) {
		if (!hist_guard_lock(&guard))
			continue;
		/*
		 * While the guard is owned, neither another CPU nor an
		 * interrupt gets it.
		 */
		if (!(i % 1000) && hist_guard_lock(&guard))
			abort();
		words[0]++;
		words[1]++;
		hist_guard_unlock(&guard);
		got++;
	}
	__atomic_fetch_add(&taken, got, __ATOMIC_RELAXED);
	__atomic_fetch_add(&refused, HITS - got, __ATOMIC_RELAXED);
	return NULL;
}

static void test_guard(void)
{
	run_threads(guard_thread);
	CHECK_EQ(taken + refused, SHIM_CPUS * HITS);
	CHECK_EQ(words[0], taken);
	CHECK_EQ(words[1], taken);
	CHECK_EQ(guard.owner, 0);
	CHECK_EQ(guard.seq, 2 * taken);
	CHECK(taken > refused);
}

/*
 * Each thread sets variables with its own keys, then reads the variables of all
 * keys. Each value must be read exactly once.
 */
static void *exchange_thread(void *cpu)
{
	struct world_record record;
	unsigned int i, round;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	for (round = 0; round < ROUNDS; round++) {
		pthread_barrier_wait(&barrier);
		for (i = shim_cpu; i < KEYS; i += SHIM_CPUS) {
			record.w = i;
			record.num = i * 1000 + round;
			hit(world, &record);
		}
		pthread_barrier_wait(&barrier);
		for (i = 0; i < KEYS; i++) {
			record.w = i;
			hit(other, &record);
		}
	}
	return NULL;
}

static void test_exchange(void)
{
	struct hist_map *map;
	const u64 *key;
	unsigned int n = 0;
	long index;
	u32 pos = 0;
	u64 word;

	write_to("world", "hist:keys=w:xx=num");
	write_to("other", "hist:keys=w:vals=$xx:yy=$xx+1");
	find_files();
	run_threads(exchange_thread);
	map = hist_of(other)->map;
	while ((index = hist_map_next(map, &pos, &key, &word)) >= 0) {
		CHECK_EQ(map_sum(map, index, 0), ROUNDS);
		CHECK_EQ(map_sum(map, index, 1),
			 ROUNDS * word * 1000 + ROUNDS * (ROUNDS - 1) / 2);
		n++;
	}
	CHECK_EQ(n, KEYS);
	world_reset();
}

/* Each thread sets and reads variables at the same time. No value may be read twice. */
static void *stream_thread(void *cpu)
{
	struct world_record record;
	unsigned int i;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	pthread_barrier_wait(&barrier);
	for (i = 0; i < HITS; i++) {
		record.w = i * 7919 % 16;
		record.num = record.w * 77 + 5;
		record.val = record.w * 3;
		hit((i / 8 + shim_cpu) % 2 ? world : other, &record);
	}
	return NULL;
}

static void test_stream(void)
{
	struct hist_map *set, *map;
	const u64 *key;
	long index, other_index;
	u32 pos = 0;
	u64 word, hits = 0;

	write_to("world", "hist:keys=w:xx=num:zz=val");
	write_to("other", "hist:keys=w:vals=$xx,$zz:yy=$xx+1");
	find_files();
	run_threads(stream_thread);
	set = hist_of(world)->map;
	map = hist_of(other)->map;
	while ((index = hist_map_next(map, &pos, &key, &word)) >= 0) {
		u64 nr = map_sum(map, index, 0);

		other_index = hist_map_peek_word(set, word);
		CHECK(other_index >= 0);
		CHECK(nr <= map_sum(set, other_index, 0));
		CHECK_EQ(map_sum(map, index, 1), nr * (word * 77 + 5));
		CHECK_EQ(map_sum(map, index, 2), nr * word * 3);
		hits += nr;
	}
	CHECK(hits);
	world_reset();
}

/* A maximum and the fields that are saved with it must be of the same hit. */

static bool done;

static void *max_thread(void *cpu)
{
	struct world_record record;
	unsigned int i;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	pthread_barrier_wait(&barrier);
	for (i = 1; i <= HITS; i++) {
		record.w = i % 3;
		record.num = (u64)i * SHIM_CPUS + shim_cpu;
		record.val = record.num * 5;
		record.d = ~record.num;
		snprintf(record.name, sizeof(record.name), "%llu", record.num);
		hit(world, &record);
	}
	return NULL;
}

/* Checks all sorted entries. Returns the number of complete ones. */
static unsigned int check_saved(bool all)
{
	const struct hist_interevent *inter = hist_of(world)->spec.program.interevent;
	struct hist_sorted s;
	unsigned int n = 0;
	char text[32];
	u32 i;

	CHECK_EQ(hist_sorted_make(&s, trigger_hist(trigger_at(world, 0)),
				  trigger_hist(trigger_at(world, 0))->map), 0);
	for (i = 0; i < s.nr_entries; i++) {
		const u64 *kept = hist_sorted_saved(&s, &s.entries[i]);
		unsigned int at = inter->actions[0]->slot - inter->nr_var_assigns;
		u64 max = kept[at];
		bool whole;

		snprintf(text, sizeof(text), "%llu", max);
		whole = kept[inter->saves[0].slot - inter->nr_var_assigns] ==
			(u64)(s32)(max * 5) &&
			kept[inter->saves[1].slot - inter->nr_var_assigns] == max &&
			!strcmp((const char *)(kept + inter->nr_slots -
					       inter->nr_var_assigns), text);
		/*
		 * While hits still run (!@all), an entry may exist before its first action is
		 * complete. Its saved maximum is 0 then.
		 */
		CHECK(whole || (!all && !max));
		n += whole;
	}
	hist_sorted_free(&s);
	return n;
}

static void *reader_thread(void *nothing)
{
	(void)nothing;
	while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
		check_saved(false);
	return NULL;
}

static void run_max(bool reader)
{
	struct hist_sorted s;
	pthread_t thread;
	u32 i;

	write_to("world", "hist:keys=w:xx=num:onmax($xx).save(val,num,name)");
	find_files();
	done = false;
	if (reader)
		pthread_create(&thread, NULL, reader_thread, NULL);
	run_threads(max_thread);
	__atomic_store_n(&done, true, __ATOMIC_RELAXED);
	if (reader)
		pthread_join(thread, NULL);
	CHECK_EQ(check_saved(true), 3);
	CHECK_EQ(hist_sorted_make(&s, trigger_hist(trigger_at(world, 0)),
				  trigger_hist(trigger_at(world, 0))->map), 0);
	CHECK_EQ(s.hits, SHIM_CPUS * HITS);
	/* If hits were dropped, the last one of a key may be among them, so skip the check. */
	for (i = 0; i < s.nr_entries && !s.lost[HIST_LOST_HITS]; i++) {
		u64 last = HITS - (HITS - hist_sorted_key(&s, &s.entries[i])[0]) % 3;

		CHECK_EQ(hist_sorted_saved(&s, &s.entries[i])[2],
			 last * SHIM_CPUS + SHIM_CPUS - 1);
	}
	hist_sorted_free(&s);
	world_reset();
}

static void test_max(void)
{
	run_max(false);
}

/*
 * All hits have the same value, and some make the lower word of the sum of squares overflow:
 * every second one with the first value, every fourth one with the second. Unless the reader
 * has given up, it must see as many squares as hits.
 */
static const u64 values[] = { 3037000501ULL, 1ULL << 31 };
static u64 square_value;

static unsigned int reading_done;
static u64 right_squares, wrong_squares;

static void *square_thread(void *cpu)
{
	struct world_record record;
	unsigned int i;
	bool ended;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	record.num = square_value;
	pthread_barrier_wait(&barrier);
	for (i = 0; shim_cpu && i < 4 * HITS; i++)
		hit(world, &record);
	if (shim_cpu) {
		__atomic_fetch_add(&reading_done, 1, __ATOMIC_RELEASE);
		return NULL;
	}
	/* The last read, after all hits, must be right. */
	do {
		struct hist_map *map = hist_of(world)->map;
		const unsigned int at = hist_stats_of(&hist_of(world)->spec)->of[1].square;
		unsigned __int128 squares;
		u64 sums[8] = { };

		ended = __atomic_load_n(&reading_done, __ATOMIC_ACQUIRE) == SHIM_CPUS - 1;
		hist_sums_totals(&map->sums, 0, sums);
		squares = (unsigned __int128)sums[at + 1] << 64 | sums[at];
		if (sums[at + 2])
			continue;
		/* The hits in sums[0] were counted before the squares were read. */
		if (squares % ((unsigned __int128)square_value * square_value) ||
		    squares / square_value / square_value < sums[0] ||
		    squares / square_value / square_value > SHIM_CPUS * 4 * HITS)
			wrong_squares++;
		else
			right_squares++;
	} while (!ended);
	return NULL;
}

static void test_squares(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		write_to("world", "hist:keys=w:vals=num.stddev");
		find_files();
		square_value = values[i];
		reading_done = right_squares = wrong_squares = 0;
		run_threads(square_thread);
		CHECK_EQ(wrong_squares, 0);
		CHECK(right_squares);
		CHECK(strstr(world_hist_of("world"), "num.stddev:          0\n"));
		world_reset();
	}
}

#ifdef UNIT_RACES
static void test_reader(void)
{
	run_max(true);
}

/* A string may be a mixture of two strings, but must always end with a NUL. */
static void *text_thread(void *cpu)
{
	static const unsigned int sizes[] = { 0, 1, 8, 63, 199 };
	struct world_record record;
	char text[200];
	unsigned int i;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	pthread_barrier_wait(&barrier);
	for (i = 0; i < HITS / 4; i++) {
		memset(text, 'a' + shim_cpu, sizeof(text));
		text[sizes[(i + shim_cpu) % ARRAY_SIZE(sizes)]] = '\0';
		world_set_dyn(&record, text);
		record.w = i % 2;
		hit(shim_cpu % 2 ? world : other, &record);
	}
	return NULL;
}

static void test_texts(void)
{
	write_to("synth", "txt char[] one; unsigned long[] two");
	write_to("world", "hist:keys=w:tt=dyn:ss=common_stacktrace");
	write_to("other", "hist:keys=w:onmatch(unit.world).txt($tt,$ss):t2=$tt:s2=$ss");
	write_to("txt", "hist:keys=one,two.stacktrace:size=128");
	find_files();
	run_threads(text_thread);
	CHECK(strlen(world_hist_of("txt")));
	world_reset();
}
#endif

const struct test tests[] = {
	{ "an entry's guard lets one CPU in at a time", test_guard },
	{ "each value of a variable is read once by one CPU", test_exchange },
	{ "no variable is read more often than it was set", test_stream },
	{ "a maximum and what is saved with it come from one hit", test_max },
	{ "a reader sees no sum of squares whose carry is missing", test_squares },
#ifdef UNIT_RACES
	{ "a reader sees a maximum with what was saved with it", test_reader },
	{ "texts and stacks in variables stay terminated while CPUs race", test_texts },
#endif
	{ }
};
