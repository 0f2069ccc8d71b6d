// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of parameters that are fields of another event: their values come from the hit
 * that also set the variables which the command reads.
 */
#include "interevent_world.h"

/* The record of unit.world has xx 55 and i 100 where val is 7, and i 7 where val is 100. */
static void fire_two(void)
{
	r.val = 7;
	r.i = 100;
	fire("world", 1, 55);
	r.val = 100;
	r.i = 7;
	fire("world", 1, 66);
	r.val = 7;
	r.i = 0;
	fire("other", 1, 0);
}

/* Of two histograms with keys of the same type, that of the variables counts. */
static void test_keys_of_variable(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; int bb" },
		{ "world", "hist:keys=i" },
		{ "world", "hist:keys=val:xx=num" },
		{ "other", "hist:keys=val:onmatch(unit.world).ev($xx,unit.world.i)" },
		{ "ev", "hist:keys=aa,bb" },
	};
	/* The field is bound before the variable. */
	static const struct step reverse[] = {
		{ "synth", "ev int aa; u64 bb" },
		{ "world", "hist:keys=i" },
		{ "world", "hist:keys=val:xx=num" },
		{ "other", "hist:keys=val:onmatch(unit.world).ev(unit.world.i,unit.world.$xx)" },
		{ "ev", "hist:keys=aa,bb" },
	};

	world_record_init(&r);
	RUN(steps);
	fire_two();
	check_rows("ev", "{ aa:         55, bb:        100 } hitcount:          1\n");
	world_reset();
	RUN(reverse);
	fire_two();
	check_rows("ev", "{ aa:        100, bb:         55 } hitcount:          1\n");
	world_reset();
}

static void test_filter_of_variable(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; int bb" },
		{ "world", "hist:keys=val if h == 2" },
		{ "world", "hist:keys=val:xx=num if h == 1" },
		{ "other", "hist:keys=val:onmatch(unit.world).ev($xx,unit.world.i)" },
		{ "ev", "hist:keys=aa,bb" },
	};

	world_record_init(&r);
	RUN(steps);
	r.val = 3;
	r.h = 1;
	r.i = 111;
	fire("world", 1, 5);
	r.h = 2;
	r.i = 222;
	fire("world", 1, 1);
	fire("other", 1, 0);
	check_rows("ev", "{ aa:          5, bb:        111 } hitcount:          1\n");
	world_reset();
}

/* A field variable with other keys or another filter would be that of another hit. */
static void test_reuse(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; u64 bb" },
		{ "world", "hist:keys=val:xx=num" },
		{ "world", "hist:keys=i:yy=num" },
		{ "world", "hist:keys=val:zz=num if h == 1" },
		{ "other", "hist:keys=val:onmatch(unit.world).ev($xx,unit.world.num)" },
		{ "third", "hist:keys=val:onmatch(unit.world).ev($xx,unit.world.num)" },
		{ "third", "hist:keys=i:onmatch(unit.world).ev($yy,unit.world.num)" },
		{ "third", "hist:keys=val:onmatch(unit.world).ev($zz,unit.world.num)" },
	};
	static const struct step removal[] = {
		{ "third", "!hist:keys=i:onmatch(unit.world).ev($yy,unit.world.num)" },
		{ "third", "!hist:keys=val:onmatch(unit.world).ev($zz,unit.world.num)" },
		{ "third", "!hist:keys=val:onmatch(unit.world).ev($xx,unit.world.num)" },
		{ "other", "!hist:keys=val:onmatch(unit.world).ev($xx,unit.world.num)" },
	};

	RUN(steps);
	CHECK(strstr(world_trigger(), "hist:keys=val:vals=hitcount:synthetic_num=num:"));
	CHECK(strstr(world_trigger(), "hist:keys=i:vals=hitcount:synthetic2_num=num:"));
	CHECK(strstr(world_trigger(), "hist:keys=val:vals=hitcount:synthetic3_num=num:"));
	CHECK(!strstr(world_trigger(), "synthetic4_num"));
	RUN(removal);
	CHECK(!strstr(world_trigger(), "synthetic"));
	world_reset();
}

/* A command that reads no variable takes the field of any hit with its keys. */
static void test_reuse_without_variables(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; int bb" },
		{ "synth", "e2 int bb" },
		{ "world", "hist:keys=w if h == 2" },
		{ "world", "hist:keys=w:ts=num" },
		{ "other", "hist:keys=w:lat=d-$ts:onmatch(unit.world).ev($lat,unit.world.i)" },
		{ "third", "hist:keys=w:onmatch(unit.world).e2(unit.world.i)" },
	};

	RUN(steps);
	CHECK(!strstr(world_trigger(), "synthetic2_i"));
	world_reset();
}

/* A command that reads no variable finds the field by its own keys. */
static void test_own_ranges(void)
{
	static const struct step steps[] = {
		{ "synth", "ev int bb" },
		{ "world", "hist:keys=w.buckets=10" },
		{ "world", "hist:keys=w" },
		{ "other", "hist:keys=w:onmatch(unit.world).ev(unit.world.i)" },
		{ "ev", "hist:keys=bb" },
	};

	world_record_init(&r);
	RUN(steps);
	r.i = 111;
	fire("world", 13, 5);
	r.i = 222;
	fire("world", 17, 5);
	fire("other", 13, 0);
	check_rows("ev", "{ bb:        111 } hitcount:          1\n");
	world_reset();
}

/* Another histogram with a variable that has the name of the command's own does not count. */
static void test_own_name(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; int bb" },
		{ "world", "hist:keys=val:lat=d if h == 2" },
		{ "world", "hist:keys=val:ts=num if h == 1" },
		{ "other", "hist:keys=val:lat=d-$ts:onmatch(unit.world).ev($lat,unit.world.i)" },
		{ "ev", "hist:keys=aa,bb" },
	};

	world_record_init(&r);
	RUN(steps);
	r.val = 3;
	r.h = 1;
	r.i = 111;
	fire("world", 1, 5);
	r.h = 2;
	r.i = 222;
	fire("world", 1, 1);
	r.d = 100;
	fire("other", 1, 0);
	check_rows("ev", "{ aa:         95, bb:        111 } hitcount:          1\n");
	world_reset();
}

/* A parameter that names no event means a variable of an event in onmatch(), if one has it. */
static void test_name_without_event(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; int bb" },
		{ "synth", "e2 u64 aa" },
		{ "world", "hist:keys=val:xx=num" },
		{ "third", "hist:keys=val if h == 2" },
		{ "third", "hist:keys=val:xx=num if h == 1" },
		{ "other", "hist:keys=val:lat=d:onmatch(unit.world).e2($xx):onmax($lat).ev($xx,unit.third.i)" },
	};

	RUN(steps);
	CHECK(strstr(world_triggers(), ":synthetic_i=i:sort=hitcount:size=2048 if h == 2 ["));
	world_reset();
}

static void test_modifiers(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; int bb" },
		{ "world", "hist:keys=val.buckets=10,w.log2,h.log2=2:xx=num" },
		{ "other", "hist:keys=val.buckets=10,w.log2,h.log2=2:onmatch(unit.world).ev($xx,unit.world.i)" },
		{ "ev", "hist:keys=aa,bb" },
	};

	world_record_init(&r);
	RUN(steps);
	CHECK(strstr(world_trigger(),
		     "\nhist:keys=val.buckets=10,w.log2,h.log2=2:vals=hitcount:synthetic_i=i:"));
	r.val = 37;
	r.h = 100;
	r.i = 5;
	fire("world", 300, 1);
	r.i = 6;
	fire("other", 300, 2);
	check_rows("ev", "{ aa:          1, bb:          5 } hitcount:          1\n");
	world_reset();
}

/* A field of the command's event is that field, also if a variable has its name. */
static void test_name_of_variable(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa; u64 bb" },
		{ "world", "hist:keys=w:xx=num" },
		{ "other", "hist:keys=i:num=d" },
		{ "other", "hist:keys=w:onmatch(unit.world).ev($xx,num)" },
		{ "ev", "hist:keys=aa,bb" },
	};

	world_record_init(&r);
	RUN(steps);
	fire("world", 1, 11);
	fire("other", 1, 22);
	check_rows("ev", "{ aa:         11, bb:         22 } hitcount:          1\n");
	world_reset();
}

static void test_clock(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa" },
		{ "world", "hist:keys=w:ts=common_timestamp:clock=counter" },
		{ "other", "hist:keys=w:onmatch(unit.world).ev(unit.world.common_timestamp)" },
	};

	RUN(steps);
	CHECK(strstr(world_trigger(),
		     ":synthetic_common_timestamp=common_timestamp:sort=hitcount:size=2048:clock=counter ["));
	world_reset();
}

/* A command without variables does not use a field variable of another key, filter or clock. */
static void test_reuse_of_others(void)
{
	static const struct step key[] = {
		{ "synth", "ev u64 aa; u16 bb" },
		{ "synth", "e2 u16 bb" },
		{ "world", "hist:keys=val" },
		{ "world", "hist:keys=i:xx=num" },
		{ "other", "hist:keys=val:onmatch(unit.world).ev($xx,unit.world.h)" },
		{ "third", "hist:keys=val:onmatch(unit.world).e2(unit.world.h)" },
	};
	static const struct step filter[] = {
		{ "synth", "ev u64 aa; int bb" },
		{ "synth", "e2 int bb" },
		{ "world", "hist:keys=w" },
		{ "world", "hist:keys=w:xx=num if h == 1" },
		{ "other", "hist:keys=w:onmatch(unit.world).ev($xx,unit.world.i)" },
		{ "third", "hist:keys=w:onmatch(unit.world).e2(unit.world.i)" },
	};
	static const struct step clock[] = {
		{ "synth", "ev u64 aa; u64 bb" },
		{ "world", "hist:keys=w:aa=common_timestamp:clock=counter" },
		{ "world", "hist:keys=w:bb=common_timestamp" },
		{ "other", "hist:keys=w:onmatch(unit.world).ev($aa,unit.world.common_timestamp)" },
		{ "third", "hist:keys=w:onmatch(unit.world).ev($bb,unit.world.common_timestamp)" },
	};

	RUN(key);
	CHECK(strstr(world_trigger(), "hist:keys=val:vals=hitcount:synthetic2_h=h:"));
	world_reset();
	RUN(filter);
	CHECK(strstr(world_trigger(), "hist:keys=w:vals=hitcount:synthetic2_i=i:sort=hitcount:size=2048 ["));
	world_reset();
	RUN(clock);
	CHECK(strstr(world_trigger(), ":synthetic2_common_timestamp=common_timestamp:sort=hitcount:size=2048:clock=global ["));
	world_reset();
}

/* A range of the command replaces another modifier, and a number has none. */
static void test_range_for_modifier(void)
{
	static const struct step style[] = {
		{ "synth", "e2 int bb" },
		{ "world", "hist:keys=w.oct" },
		{ "other", "hist:keys=w.buckets=10:onmatch(unit.world).e2(unit.world.i)" },
	};
	static const struct step number[] = {
		{ "synth", "e2 int bb" },
		{ "world", "hist:keys=5" },
		{ "other", "hist:keys=num.buckets=10:onmatch(unit.world).e2(unit.world.i)" },
	};

	RUN(style);
	CHECK(strstr(world_trigger(), "hist:keys=w.buckets=10:vals=hitcount:synthetic_i=i:"));
	world_reset();
	RUN(number);
	CHECK(strstr(world_trigger(), "hist:keys=5:vals=hitcount:synthetic_i=i:"));
	world_reset();
}

/* The widths of a named histogram's first trigger are those of all. */
static void test_shared_width(void)
{
	static const struct step steps[] = {
		{ "synth", "e2 int bb" },
		{ "world", "hist:keys=w" },
		{ "other", "hist:name=nn:keys=w.buckets=10:onmatch(unit.world).e2(unit.world.i)" },
		{ "third", "hist:name=nn:keys=w.buckets=100:onmatch(unit.world).e2(unit.world.i)" },
	};

	RUN(steps);
	CHECK(strstr(world_trigger(), "keys=w.buckets=10:vals=hitcount:synthetic_i=i:"));
	CHECK(!strstr(world_trigger(), "buckets=100"));
	world_reset();
}

const struct test tests[] = {
	{ "a field comes from the histogram whose variables the command reads",
	  test_keys_of_variable },
	{ "a field comes from hits that pass the filter of the variables", test_filter_of_variable },
	{ "a field variable with other keys or another filter is not used again", test_reuse },
	{ "a command without variables uses a field variable with its keys again",
	  test_reuse_without_variables },
	{ "a command without variables finds a field by its own ranges", test_own_ranges },
	{ "a field does not come from hits that set a variable of the name of the command's own",
	  test_own_name },
	{ "a parameter without an event means the variable of an event in onmatch()",
	  test_name_without_event },
	{ "a field variable's trigger has the modifiers of the keys", test_modifiers },
	{ "a field is not that of another event because a variable has its name",
	  test_name_of_variable },
	{ "a time stamp of another event has the clock of that event's histogram", test_clock },
	{ "a command without variables uses no field variable of other hits or keys",
	  test_reuse_of_others },
	{ "a range replaces another modifier of the key", test_range_for_modifier },
	{ "a field variable has the widths of a named histogram's first trigger", test_shared_width },
	{ }
};
