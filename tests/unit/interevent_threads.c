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
 * All hits have the same value, whose square makes the first or the second of the three sums
 * carry after 2^32 hits. The sums begin 100 hits before. What a reader sees must be as
 * many squares as hits, but for those that have begun and not ended. A missing carry would be
 * 2^32 squares.
 */
static const u64 square_values[] = { 46341, 3037000499ULL };
#define SQUARE_ROUNDS	200
#define SQUARE_HITS	400

static unsigned int square_of;
static u64 square_index;
static unsigned __int128 squares_before;
static unsigned int reading_done;
static u64 right_squares, wrong_squares;

/*
 * Reads how many squares were added to the sums of @map, and the hits before and after.
 * Returns false if a hit has not carried yet, because its thread does not run.
 */
static bool read_squares(const struct hist_map *map, u64 *nr, u64 *before, u64 *after)
{
	const unsigned int at = hist_stats_of(&hist_of(world)->spec)->of[1].square;
	const u64 value = square_values[square_of];
	unsigned __int128 squares;
	u64 sums[8] = { };

	hist_sums_totals(&map->sums, square_index, sums);
	squares = ((unsigned __int128)sums[at + 1] << 64 | sums[at]) - squares_before;
	*nr = squares / value / value;
	*before = sums[0];
	if (sums[at + 2])
		return false;
	hist_sums_totals(&map->sums, square_index, sums);
	*after = sums[0];
	return true;
}

static void *square_thread(void *cpu)
{
	const struct hist_map *map = hist_of(world)->map;
	struct world_record record;
	u64 squares, before, after;
	unsigned int i;
	bool ended;

	shim_cpu = (unsigned long)cpu;
	world_record_init(&record);
	record.num = square_values[square_of];
	pthread_barrier_wait(&barrier);
	for (i = 0; shim_cpu && i < SQUARE_HITS; i++)
		hit(world, &record);
	if (shim_cpu) {
		__atomic_fetch_add(&reading_done, 1, __ATOMIC_RELEASE);
		return NULL;
	}
	/* The last read, after all hits, must be exact. */
	do {
		ended = __atomic_load_n(&reading_done, __ATOMIC_ACQUIRE) == SHIM_CPUS - 1;
		if (!read_squares(map, &squares, &before, &after))
			wrong_squares += ended;
		else if (squares + SHIM_CPUS * !ended < before || squares > after + SHIM_CPUS * !ended)
			wrong_squares++;
		else
			right_squares += !ended;
	} while (!ended);
	return NULL;
}

/* Makes the sums of each CPU, and the shared ones, carry after 100 hits. */
static void begin_squares(void)
{
	const unsigned int at = hist_stats_of(&hist_of(world)->spec)->of[1].square;
	const struct hist_map *map = hist_of(world)->map;
	const u64 value = square_values[square_of], square = value * value;
	const u64 start = HIST_CARRY - 100 * (square_of ? square >> 32 : square);
	const u32 nr = map->sums.nr_sums;
	unsigned int cpu;

	for (square_index = 0;; square_index++)
		if (atomic64_read(&map->sums.shared[square_index * nr]) ||
		    local_read(&per_cpu_ptr(map->sums.cpu, 0)->array->sums[square_index * nr]))
			break;
	squares_before = (unsigned __int128)start * (SHIM_CPUS + 1) << 32 * square_of;
	atomic64_add(start, &map->sums.shared[square_index * nr + at + square_of]);
	for (cpu = 0; cpu < SHIM_CPUS; cpu++)
		local_add(start, &per_cpu_ptr(map->sums.cpu, cpu)->array->sums[square_index * nr + at + square_of]);
}

static void run_squares(bool forgets)
{
	struct world_record record;
	unsigned int i;

	right_squares = wrong_squares = 0;
	for (i = 0; i < SQUARE_ROUNDS; i++) {
		write_to("world", "hist:keys=w:vals=num.stddev");
		if (forgets)
			write_to("other", "hist:keys=w:size=128:onmatch(unit.world).forget()");
		find_files();
		world_record_init(&record);
		record.num = square_values[square_of];
		hit(world, &record);
		reading_done = 0;
		begin_squares();
		run_threads(square_thread);
		world_reset();
	}
	CHECK_EQ(wrong_squares, 0);
	CHECK(right_squares);
}

static unsigned __int128 total_of(const struct hist_map *map, unsigned int at)
{
	u64 sums[8];

	hist_sums_totals(&map->sums, 0, sums);
	CHECK_EQ(sums[at + 2], 0);
	return (unsigned __int128)sums[at + 1] << 64 | sums[at];
}

/* A carry of the first sum makes the second one carry; so does moving sums to shared ones. */
static void test_carries(void)
{
	struct world_record record;
	const struct hist_map *map;
	unsigned __int128 before;
	local_t *own;
	unsigned int at, i;

	write_to("world", "hist:keys=w:vals=num.stddev");
	find_files();
	world_record_init(&record);
	record.num = 1;
	hit(world, &record);
	map = hist_of(world)->map;
	at = hist_stats_of(&hist_of(world)->spec)->of[1].square;
	own = &per_cpu_ptr(map->sums.cpu, 0)->array->sums[at];
	for (i = 0; i < 2; i++) {
		local_set(own + i, HIST_CARRY - 1);
		atomic64_set(&map->sums.shared[at + i], HIST_CARRY - 1);
	}
	before = total_of(map, at);
	hit(world, &record);
	CHECK(total_of(map, at) == before + 1);
	CHECK_EQ(local_read(own + 2), 1ULL << 31);
	for (i = 0; i < 2; i++)
		local_set(own + i, HIST_CARRY - 1);
	before = total_of(map, at);
	hist_sums_share((struct hist_sums *)&map->sums);
	CHECK(total_of(map, at) == before);
	CHECK_EQ(local_read(own), 0);
	world_reset();
}

/* A sum that has to carry may or may not be in the next one already. */
static void test_pending(void)
{
	struct world_record record;
	u64 sums[8];
	u32 at;

	write_to("world", "hist:keys=w:vals=num.stddev");
	find_files();
	world_record_init(&record);
	for (record.num = 1000; record.num <= 3000; record.num += 2000)
		hit(world, &record);
	at = hist_stats_of(&hist_of(world)->spec)->of[1].square;
	CHECK(strstr(world_hist_of("world"), "num.stddev:       1000\n"));
	local_add(HIST_CARRY, &per_cpu_ptr(hist_of(world)->map->sums.cpu, 0)->array->sums[at + 1]);
	hist_sums_totals(&hist_of(world)->map->sums, 0, sums);
	CHECK_EQ(sums[at + 2], 1);
	CHECK(strstr(world_hist_of("world"), "num.stddev:          0\n"));
	world_reset();
}

static void test_squares(void)
{
	for (square_of = 0; square_of < ARRAY_SIZE(square_values); square_of++) {
		run_squares(false);
		run_squares(true);
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
	{ "hits carry in sums of squares once", test_squares },
	{ "a carry makes the next sum carry", test_carries },
	{ "a reader takes no sum of squares that has to carry", test_pending },
#ifdef UNIT_RACES
	{ "a reader sees a maximum with what was saved with it", test_reader },
	{ "texts and stacks in variables stay terminated while CPUs race", test_texts },
#endif
	{ }
};
