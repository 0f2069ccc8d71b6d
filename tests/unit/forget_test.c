// SPDX-License-Identifier: GPL-2.0
/* forget(): which entries it removes, and what remains. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/event/hot/scratch.h"
#include "../../module/hist/hot/run.h"
#include "../../module/hist/object/hist.h"
#include "../../module/hist/object/map.h"
#include "../../module/hist/read/sort.h"
#include "../../module/hist/trigger/hist_trigger.h"
#include "../../module/hist/trigger/take.h"
#include "interevent_world.h"

#define FORGET	"hist:keys=w:onmatch(unit.world).forget()"

static struct hist *hist_at(const char *event, unsigned int i)
{
	return trigger_hist(trigger_at(world_file(event), i));
}

static u8 form_of(const char *event)
{
	return to_hist_trigger(trigger_at(world_file(event), 0))->program.hit_form;
}

static void check_totals(const char *event, const char *totals)
{
	const char *got = strstr(world_hist_of(event), "\nTotals:");

	CHECK_STR(got, totals, event);
}

static void test_removes(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:vals=num");
	fire("world", 1, 10);
	fire("world", 2, 20);
	write_to("other", FORGET);
	CHECK_STR(world_trigger_of("other"),
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048:onmatch(unit.world).forget() [active]\n",
		  "trigger");
	CHECK_EQ(form_of("world"), HIST_KEY_PINNED);
	CHECK_EQ(form_of("other"), HIST_HIT_FORGET);
	fire("world", 3, 30);
	fire("world", 3, 3);
	check_rows("world", "{ w:          1 } hitcount:          1  num:         10\n"
			    "{ w:          2 } hitcount:          1  num:         20\n"
			    "{ w:          3 } hitcount:          2  num:         33\n");
	fire("other", 2, 0);
	fire("other", 4, 0);
	check_rows("world", "{ w:          1 } hitcount:          1  num:         10\n"
			    "{ w:          3 } hitcount:          2  num:         33\n");
	check_totals("world", "\nTotals:\n    Hits: 3\n    Entries: 2\n    Dropped: 0\n");
	/* After a key was forgotten, its new entry starts with zeros. */
	fire("other", 3, 0);
	fire("world", 3, 7);
	fire("other", 1, 0);
	fire("world", 5, 8);
	check_rows("world", "{ w:          3 } hitcount:          1  num:          7\n"
			    "{ w:          5 } hitcount:          1  num:          8\n");
	fire("other", 3, 0);
	fire("other", 5, 0);
	check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
	check_rows("other", "{ w:          1 } hitcount:          1\n"
			    "{ w:          2 } hitcount:          1\n"
			    "{ w:          4 } hitcount:          1\n"
			    "{ w:          5 } hitcount:          1\n"
			    "{ w:          3 } hitcount:          2\n");
	world_reset();
}

/* A trigger that only counts and forgets, until another one forgets its own entries. */
static void test_forms(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w");
	write_to("other", "hist:keys=w:vals=num:onmatch(unit.world).forget()");
	CHECK_EQ(form_of("other"), HIST_HIT_FORGET);
	fire("world", 2, 20);
	fire("other", 2, 5);
	check_rows("world", "");
	check_rows("other", "{ w:          2 } hitcount:          1  num:          5\n");
	write_to("third", "hist:keys=w:onmatch(unit.other).forget()");
	CHECK_EQ(form_of("other"), HIST_HIT_PINNED_NUMBER);
	fire("world", 2, 20);
	fire("other", 2, 7);
	check_rows("other", "{ w:          2 } hitcount:          2  num:         12\n");
	check_rows("world", "");
	world_reset();
}

static void test_space(void)
{
	unsigned int i;

	world_record_init(&r);
	write_to("world", "hist:keys=w:size=128:vals=num");
	write_to("other", "hist:keys=w:size=128:onmatch(unit.world).forget()");
	for (i = 0; i < 1000000; i++) {
		fire("world", i, i);
		fire("other", i, 0);
	}
	check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
	/* A hit of "other" forgets the entry of "world", even if "other" has no space for the hit. */
	check_totals("other", "\nTotals:\n    Hits: 128\n    Entries: 128\n    Dropped: 999872\n");
	/* All entries are free again, neither more nor fewer. */
	for (i = 0; i < 130; i++)
		fire("world", i + 7, 1);
	check_totals("world", "\nTotals:\n    Hits: 128\n    Entries: 128\n    Dropped: 2\n");
	for (i = 0; i < 128; i++)
		fire("other", i + 7, 0);
	check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 2\n");
	world_reset();
}

static const struct step errors[] = {
	{ "other", FORGET, -EINVAL, "25 Matching event histogram not found\n" },
	{ "world", "hist:keys=name:vals=num" },
	{ "other", FORGET, -EINVAL, "25 Matching event histogram not found\n" },
	{ "world", "hist:keys=w,i" },
	{ "other", FORGET, -EINVAL, "25 Matching event histogram not found\n" },
	{ "world", "hist:keys=w.log2" },
	{ "other", FORGET, -EINVAL, "25 Matching event histogram not found\n" },
	{ "world", "hist:keys=w:xx=num" },
	{ "world", "hist:keys=w:onmatch(unit.world).forget()", -EINVAL,
	  "25 forget() needs a histogram of another event; name that event in onmatch()\n" },
	{ "other", "hist:keys=w:onmatch(unit.world).forget(w)", -EINVAL,
	  "10 Invalid action param\n" },
	{ "other", "hist:keys=w:onmatch(unit.world).forget(num)", -EINVAL,
	  "32 forget() takes no params; leave them out\n" },
	{ "other", "hist:keys=w:onmatch(unit.world).forgets()", -EINVAL,
	  "0 Invalid action param\n" },
	{ "other", "hist:keys=w:onmatch(unit.world).forget(", -EINVAL,
	  "32 No closing paren found\n" },
	{ "other", "hist:keys=w:onmatch(unit.world).forget", -EINVAL,
	  "0 No action found\n" },
	{ "other", "hist:keys=w:onmatch(unit.nothing).forget()", -EINVAL,
	  "25 Invalid subsystem or event name\n" },
	{ "other", "hist:keys=w:aa=num:onmax($aa).forget()", -EINVAL,
	  "30 Handler doesn't support action\n" },
	{ "other", "hist:keys=w:aa=num:onchange($aa).forget()", -EINVAL,
	  "33 Handler doesn't support action\n" },
	{ "world", "hist:name=nn:keys=w" },
	{ "other", "hist:name=nn:keys=w:onmatch(unit.world).forget()", -EINVAL,
	  "5 Named hist trigger doesn't match existing named trigger (includes variables)\n" },
	{ "other", FORGET },
	{ "other", FORGET, -EEXIST, "0 Hist trigger already exists\n" },
};

static void test_errors(void)
{
	RUN(errors);
	world_reset();
}

/* A synthetic event named "forget" can still be generated. */
static void test_event_of_that_name(void)
{
	world_record_init(&r);
	write_to("synth", "forget u64 one");
	write_to("forget", "hist:keys=one");
	write_to("world", "hist:keys=w:xx=num");
	write_to("other", "hist:keys=w:onmatch(unit.world).forget($xx)");
	fire("world", 1, 10);
	fire("other", 1, 0);
	check_rows("forget", "{ one:         10 } hitcount:          1\n");
	check_rows("world", "{ w:          1 } hitcount:          1\n");
	world_reset();
}

/* forget() selects the histograms whose keys have the same types. */
static void test_which(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w");
	write_to("world", "hist:keys=w:vals=num");
	write_to("world", "hist:keys=num");
	write_to("world", "hist:keys=w,num");
	write_to("other", FORGET);
	fire("world", 1, 1);
	fire("world", 2, 2);
	fire("other", 1, 0);
	CHECK_EQ(hist_map_entries(hist_at("world", 0)->map), 1);
	CHECK_EQ(hist_map_entries(hist_at("world", 1)->map), 1);
	CHECK_EQ(hist_map_entries(hist_at("world", 2)->map), 2);
	CHECK_EQ(hist_map_entries(hist_at("world", 3)->map), 2);
	/*
	 * If no histogram has keys of these types, forget() selects those with keys
	 * of another numeric type, and compares the values.
	 */
	write_to("third", "hist:keys=i:onmatch(unit.world).forget()");
	r.i = 2;
	fire("third", 0, 0);
	CHECK_EQ(hist_map_entries(hist_at("world", 0)->map), 0);
	CHECK_EQ(hist_map_entries(hist_at("world", 2)->map), 1);
	world_reset();
}

static void test_key_forms(void)
{
	static const char *const keys[] = {
		"w,num", "name", "dyn", "w,dyn,i", "w,num,i,d1", "large", "six",
	};
	char command[200];
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		world_record_init(&r);
		snprintf(command, sizeof(command), "hist:keys=%s", keys[i]);
		if (strstr(command, ",d1"))
			strcpy(strstr(command, ",d1"), ",d");
		write_to("world", command);
		for (j = 0; j < 3; j++) {
			char text[40];

			snprintf(text, sizeof(text), "text %u %.*s", j, 9 * j,
				 "........................................");
			world_set_dyn(&r, text);
			snprintf(r.name, sizeof(r.name), "name %u", j);
			snprintf(r.large, sizeof(r.large), "large %u", j);
			r.six[3] = j;
			r.d = j;
			if (j == 1) {
				strcat(command, ":onmatch(unit.world).forget()");
				write_to("other", command);
			}
			fire("world", j, j);
			fire("world", j, j);
		}
		CHECK_EQ(hist_map_entries(hist_at("world", 0)->map), 3);
		fire("other", 2, 2);
		CHECK_EQ(hist_map_entries(hist_at("world", 0)->map), 2);
		fire("world", 2, 2);
		fire("other", 2, 2);
		check_totals("world", "\nTotals:\n    Hits: 4\n    Entries: 2\n    Dropped: 0\n");
		world_reset();
	}
}

/* Variables, strings and values of save() are forgotten with the entry. */
static void test_variables(void)
{
	world_record_init(&r);
	world_set_dyn(&r, "one");
	write_to("synth", "syn u64 num; char tt[]");
	write_to("syn", "hist:keys=num,tt");
	write_to("world", "hist:keys=w:size=128:xx=num:tt=dyn:onmax($xx).save(val,name,dyn)");
	write_to("other", "hist:keys=w:t2=$tt:onmatch(unit.world).forget():onmatch(unit.world).syn($xx,$tt)");
	r.val = 5;
	strcpy(r.name, "first");
	fire("world", 1, 10);
	/* The second action uses the entry that the first one forgets. */
	fire("other", 1, 0);
	check_rows("syn", "{ num:         10, tt: one                                                } hitcount:          1\n");
	fire("other", 1, 0);
	check_rows("syn", "{ num:         10, tt: one                                                } hitcount:          1\n");
	check_rows("world", "");
	/* The new entry uses the same memory, and shows no old value. */
	r.val = 6;
	r.name[0] = '\0';
	world_set_dyn(&r, "");
	fire("world", 2, 1);
	CHECK(strstr(world_hist_of("world"), "max:          1  val:          6"));
	CHECK(!strstr(world_hist_of("world"), "first"));
	CHECK(!strstr(world_hist_of("world"), "one"));
	CHECK_EQ(hist_map_entries(hist_at("world", 0)->map), 1);
	world_reset();
}

/* A trigger that only reads variables pins the entries as well. */
static void test_reader_of_variables(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num:zz=val");
	write_to("third", "hist:keys=w:vals=$xx:yy=$xx+1:vv=$zz");
	write_to("other", FORGET);
	fire("world", 1, 10);
	fire("third", 1, 0);
	fire("other", 1, 0);
	fire("third", 1, 0);
	fire("world", 1, 12);
	fire("third", 1, 0);
	check_rows("third", "{ w:          1 } hitcount:          2  xx:         22\n");
	/* A trigger that is added later pins entries as well. */
	write_to("third", "!hist:keys=w:vals=$xx:yy=$xx+1:vv=$zz");
	write_to("third", "hist:keys=w:vals=$zz");
	CHECK_EQ(form_of("third"), HIST_HIT_PINNED_NUMBER);
	write_to("third", "!hist:keys=w:vals=$zz");
	write_to("third", "hist:keys=w:vals=$zz if $zz > 0");
	CHECK_EQ(form_of("third"), HIST_HIT_PINNED);
	r.val = 4;
	fire("world", 1, 12);
	fire("third", 1, 0);
	check_rows("third", "{ w:          1 } hitcount:          1  zz:          4\n");
	r.val = 0;
	fire("world", 1, 12);
	fire("third", 1, 0);
	check_rows("third", "{ w:          1 } hitcount:          1  zz:          4\n");
	world_reset();
}

static u32 nr_buckets(void)
{
	return hist_map_entries(&hist_at("world", 0)->map->sketches[0]);
}

/* A hit that forgets an entry frees only a few of its buckets, and a worker the rest. */
static void test_many_buckets(void)
{
	unsigned int i, takes;
	u32 before;

	for (takes = 0; takes < 2; takes++) {
		world_record_init(&r);
		write_to("world", "hist:keys=w:vals=num.p50:x=num:size=128");
		if (takes)
			CHECK_EQ(hist_init_second(hist_at("world", 0)), 0);
		write_to("other", FORGET);
		for (i = 0; i < 400; i++)
			fire("world", 5, (8ULL + i % 8) << i / 8);
		fire("world", 6, 1);
		before = nr_buckets();
		CHECK(before > 300);
		fire("other", 5, 0);
		CHECK(before - nr_buckets() <= 32);
		CHECK(!strstr(world_hist_of("world"), "{ w:          5 }"));
		/* The key gets a new entry before the old one is reclaimed. */
		fire("world", 5, 7);
		check_rows("world", "{ w:          5 } hitcount:          1  num.p50:          7\n"
				    "{ w:          6 } hitcount:          1  num.p50:          1\n");
		shim_run_works();
		CHECK_EQ(nr_buckets(), 2);
		check_rows("world", "{ w:          5 } hitcount:          1  num.p50:          7\n"
				    "{ w:          6 } hitcount:          1  num.p50:          1\n");
		/* Nothing leaks if the histogram is removed before the worker runs. */
		for (i = 0; i < 400; i++)
			fire("world", 5, (8ULL + i % 8) << i / 8);
		fire("other", 5, 0);
		world_reset();
	}
}

static void test_statistics(void)
{
	unsigned int i, round;

	world_record_init(&r);
	write_to("world", "hist:keys=w:vals=num.max,num.min,num.avg,num.stddev,num.p50,num.dist:size=128");
	for (i = 0; i < 300; i++)
		fire("world", i % 3, i / 3);
	write_to("other", FORGET);
	fire("other", 1, 0);
	fire("world", 0, 500);
	CHECK(strstr(world_hist_of("world"), "{ w:          0 } hitcount:        101  num.max:        500  num.min:          0"));
	CHECK(strstr(world_hist_of("world"), "{ w:          2 } hitcount:        100  num.max:         99  num.min:          0"));
	CHECK(!strstr(world_hist_of("world"), "{ w:          1 }"));
	fire("other", 0, 0);
	fire("other", 2, 0);
	shim_run_works();
	CHECK_EQ(nr_buckets(), 0);
	/* Freed buckets can be used again, so no round runs out of buckets. */
	for (round = 0; round < 200; round++) {
		for (i = 0; i < 100; i++)
			fire("world", round, 1ULL << i % 60);
		fire("other", round, 0);
		shim_run_works();
	}
	CHECK_EQ(nr_buckets(), 0);
	fire("world", 7, 33);
	CHECK(strstr(world_hist_of("world"), "{ w:          7 } hitcount:          1  num.max:         33  num.min:         33  num.avg:         33  num.stddev:          0  num.p50:         33"));
	CHECK(strstr(world_hist_of("world"), "Dropped: 0\n"));
	CHECK(!strstr(world_hist_of("world"), "bucket"));
	world_reset();
}

static u64 taken_hits(const char *event, unsigned int *entries)
{
	struct hist *hist = hist_at(event, 0);
	struct hist_map *taken;
	struct hist_sorted s;
	u64 hits;

	CHECK_EQ(hist_take_start(hist), 0);
	taken = hist->taken;
	CHECK_EQ(hist_sorted_make(&s, hist, taken), 0);
	hist_take_end(hist);
	CHECK(!taken->sketches || !hist_map_entries(&taken->sketches[0]));
	hits = s.hits;
	*entries = s.nr_entries;
	hist_sorted_free(&s);
	return hits;
}

/* A take contains the hits since the last take, without those that were forgotten. */
static void take_with(const char *command, bool before)
{
	unsigned int i, round, entries;

	world_record_init(&r);
	write_to("world", command);
	if (before) {
		fire("world", 1, 1);
		CHECK_EQ(taken_hits("world", &entries), 1);
		fire("world", 2, 1);
	}
	write_to("other", FORGET);
	if (before)
		CHECK_EQ(taken_hits("world", &entries), 1);
	for (round = 0; round < 5; round++) {
		for (i = 0; i < 50; i++)
			fire("world", i, i);
		for (i = 0; i < 50; i += 2)
			fire("other", i, 0);
		CHECK_EQ(taken_hits("world", &entries), 25);
		CHECK_EQ(entries, 25);
		/* An entry that was taken cannot be forgotten any more. */
		fire("other", 1, 0);
		CHECK_EQ(taken_hits("world", &entries), 0);
		CHECK_EQ(entries, 0);
	}
	/* Fill more entries than the map had when the first take made the second map. */
	for (i = 0; i < 200; i++)
		fire("world", i, i);
	CHECK_EQ(taken_hits("world", &entries), 200);
	for (i = 0; i < 200; i++)
		fire("world", i, i);
	CHECK_EQ(taken_hits("world", &entries), 200);
	check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
	world_reset();
}

static void hit_old_and_new(void)
{
	shim_at_wait = NULL;
	fire("world", 1, 0);
	fire("world", 2, 0);
	fire("world", 3, 0);
}

static void test_arming(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w");
	fire("world", 1, 0);
	shim_at_wait = hit_old_and_new;
	write_to("other", FORGET);
	CHECK(!shim_at_wait);
	check_totals("world", "\nTotals:\n    Hits: 2\n    Entries: 1\n    Dropped: 2\n    Lost while arming: 2\n");
	fire("world", 2, 0);
	hist_clear(hist_at("world", 0));
	check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
	world_reset();
}

static void test_takes(void)
{
	static const char *const commands[] = {
		"hist:keys=w", "hist:keys=w:vals=num.p50,num.max",
		"hist:keys=w:xx=num", "hist:keys=w:vals=num.p50,num.max:xx=num",
	};
	unsigned int i, before;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		for (before = 0; before < 2; before++)
			take_with(commands[i], before);
}

/* Each of the two maps of a histogram without variables has its own worker. */
static void test_many_buckets_taken(void)
{
	unsigned int i, map, entries;

	for (map = 0; map < 2; map++) {
		world_record_init(&r);
		write_to("world", "hist:keys=w:vals=num.p50:size=128");
		write_to("other", FORGET);
		for (i = 0; i < map; i++)
			taken_hits("world", &entries);
		for (i = 0; i < 400; i++)
			fire("world", 5, (8ULL + i % 8) << i / 8);
		fire("other", 5, 0);
		CHECK(nr_buckets() > 300);
		world_reset();
		/* The workers must not use freed memory. */
		shim_run_works();
	}
}

static void test_clear(void)
{
	static const char *const commands[] = {
		"hist:keys=w:vals=num", "hist:keys=w:vals=num.p50:xx=num",
	};
	unsigned int i, j, entries;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		world_record_init(&r);
		write_to("world", commands[i]);
		write_to("other", FORGET);
		for (j = 0; j < 3000; j++)
			fire("world", j, j);
		fire("other", 5, 0);
		check_totals("world", "\nTotals:\n    Hits: 2047\n    Entries: 2047\n    Dropped: 952\n");
		hist_clear(hist_at("world", 0));
		check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
		for (j = 0; j < 2048; j++)
			fire("world", j, j);
		fire("other", 5, 0);
		check_totals("world", "\nTotals:\n    Hits: 2047\n    Entries: 2047\n    Dropped: 0\n");
		taken_hits("world", &entries);
		fire("world", 5, 5);
		hist_clear(hist_at("world", 0));
		fire("world", 6, 6);
		check_totals("world", "\nTotals:\n    Hits: 1\n    Entries: 1\n    Dropped: 0\n");
		if (i)
			CHECK_EQ(hist_map_entries(&hist_at("world", 0)->map->sketches[0]), 1);
		world_reset();
	}
}

static void test_order_of_removal(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w" },
		{ "other", FORGET },
		{ "world", "!hist:keys=w", -EBUSY },
		{ "other", "!" FORGET },
		{ "other", FORGET },
		{ "other", "!" FORGET },
		{ "world", "!hist:keys=w" },
		/* syn() adds a hidden trigger to world, whose entries forget() removes, too. */
		{ "synth", "syn u64 num" },
		{ "world", "hist:keys=w" },
		{ "other", "hist:keys=w:onmatch(unit.world).forget():onmatch(unit.world).syn(unit.world.num)" },
	};

	RUN(steps);
	world_record_init(&r);
	fire("world", 1, 1);
	CHECK_EQ(hist_map_entries(hist_at("world", 1)->map), 1);
	fire("other", 1, 1);
	CHECK_EQ(hist_map_entries(hist_at("world", 0)->map), 0);
	CHECK_EQ(hist_map_entries(hist_at("world", 1)->map), 0);
	write_to("other", "!hist:keys=w:onmatch(unit.world).forget():onmatch(unit.world).syn(unit.world.num)");
	CHECK_STR(world_trigger_of("world"),
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n", "world");
	/*
	 * Remove the trigger of "world", as when its event is removed. The histogram stays,
	 * because FORGET refers to it.
	 */
	write_to("other", FORGET);
	trigger_remove_kinds(world_file("world"), ~0);
	fire("other", 1, 1);
	world_reset();
}

static void test_named(void)
{
	world_record_init(&r);
	write_to("world", "hist:name=nn:keys=w:vals=num");
	write_to("other", FORGET);
	write_to("third", "hist:name=nn:keys=w:vals=num");
	fire("world", 1, 1);
	fire("third", 1, 2);
	fire("third", 2, 2);
	check_rows("world", "{ w:          2 } hitcount:          1  num:          2\n"
			    "{ w:          1 } hitcount:          2  num:          3\n");
	fire("other", 1, 0);
	fire("third", 1, 4);
	check_rows("world", "{ w:          1 } hitcount:          1  num:          4\n"
			    "{ w:          2 } hitcount:          1  num:          2\n");
	world_reset();
}

/* A command that fails for lack of memory changes nothing. */
static void test_no_memory(void)
{
	int i, ret = -ENOMEM;
	unsigned int entries;
	long live;

	world_record_init(&r);
	write_to("world", "hist:keys=w:vals=num.p50:xx=num");
	fire("world", 1, 1);
	CHECK_EQ(taken_hits("world", &entries), 1);
	fire("world", 1, 1);
	for (i = 0; ret; i++) {
		live = shim_live;
		shim_fail_after = i;
		ret = world_write_to("other", FORGET);
		shim_fail_after = -1;
		if (!ret)
			break;
		CHECK_EQ(ret, -ENOMEM);
		/* A failed command may have given the map chains, which are not removed. */
		CHECK(shim_live == live || hist_at("world", 0)->maps[0].chains);
		fire("world", 1, 1);
	}
	CHECK(i > 20);
	fire("other", 1, 1);
	check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
	world_reset();
}

/*
 * A second trigger of a named histogram is refused if its reference would close a
 * circle through triggers that were added since the first one.
 */
static void test_circle(void)
{
	write_to("other", "hist:keys=w");
	write_to("world", "hist:name=foo:keys=w:onmatch(unit.other).forget()");
	write_to("other", "hist:keys=w:onmatch(unit.world).forget()");
	CHECK_EQ(world_write_to("third", "hist:name=foo:keys=w:onmatch(unit.other).forget()"),
		 -EINVAL);
	CHECK_EQ(world_write_to("other", "!hist:keys=w:onmatch(unit.world).forget()"), 0);
	CHECK_EQ(world_write_to("world", "!hist:name=foo:keys=w:onmatch(unit.other).forget()"), 0);
	world_reset();
}

/*
 * A hit forgets nothing if its filter cannot be evaluated for lack of memory,
 * or if its record cannot be built.
 */
static void test_lost(void)
{
	static const char *const filters[] = {
		"text ~ \"*x*\"", "text ~ \"*x*\" && $nn > 0",
	};
	char command[200];
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		world_record_init(&r);
		r.text = "axb";
		write_to("world", "hist:keys=w:nn=num");
		snprintf(command, sizeof(command), "%s if %s", FORGET, filters[i]);
		write_to("other", command);
		fire("world", 1, 1);
		for (n = 0; scratch_alloc(sizeof(u64)); n++)
			;
		fire("other", 1, 0);
		while (n--)
			scratch_free(sizeof(u64));
		check_totals("other", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 1\n"
				      "    Lost actions: 1\n");
		hist_lost(trigger_at(world_file("other"), 0));
		check_totals("other", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 2\n"
				      "    Lost actions: 2\n");
		hist_lost(trigger_at(world_file("world"), 0));
		check_totals("world", "\nTotals:\n    Hits: 1\n    Entries: 1\n    Dropped: 1\n");
		fire("other", 1, 0);
		check_totals("world", "\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 1\n");
		world_reset();
	}
}

/* Removing syn() also removes the hidden trigger that stores num for it. */
static void test_stray(void)
{
	CHECK_EQ(world_synth("syn u64 num"), 0);
	write_to("world", "hist:keys=w");
	write_to("third", "hist:keys=w:onmatch(unit.world).syn(unit.world.num)");
	write_to("other", FORGET);
	write_to("third", "!hist:keys=w:onmatch(unit.world).syn(unit.world.num)");
	write_to("other", "!" FORGET);
	CHECK_STR(world_trigger_of("world"),
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n", "trigger");
	world_reset();
}

const struct test tests[] = {
	{ "forget() removes the entry of the matched key and no other", test_removes },
	{ "so does each form of a trigger that forgets", test_forms },
	{ "a million keys that are forgotten again need only 128 entries", test_space },
	{ "commands with forget() that make no sense are refused", test_errors },
	{ "a synthetic event called forget is generated", test_event_of_that_name },
	{ "forget() selects histograms whose keys have the same types", test_which },
	{ "keys of any form are forgotten", test_key_forms },
	{ "variables, strings and saved fields are forgotten with the entry", test_variables },
	{ "triggers do not read variables of a forgotten entry", test_reader_of_variables },
	{ "statistics and their buckets are forgotten with the entry", test_statistics },
	{ "a hit that forgets an entry of many buckets leaves most to a worker", test_many_buckets },
	{ "a histogram goes while entries that were counted after a take are buried",
	  test_many_buckets_taken },
	{ "hits on new keys while forget() is armed are counted as such", test_arming },
	{ "a take has the hits since the last take that were not forgotten", test_takes },
	{ "clear frees all entries of a histogram with forget()", test_clear },
	{ "a trigger whose entries are forgotten goes after the one that does so",
	  test_order_of_removal },
	{ "all triggers of a named histogram count in entries that can be forgotten", test_named },
	{ "forget() that finds no memory changes nothing", test_no_memory },
	{ "forget() of named histograms cannot close a circle of references", test_circle },
	{ "a lost hit that forgets no entry counts as a lost action", test_lost },
	{ "forget() does not keep a hidden trigger of another action", test_stray },
	{ }
};
