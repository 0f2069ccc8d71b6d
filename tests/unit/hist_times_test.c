// SPDX-License-Identifier: GPL-2.0
/* Tests of clocks and units of times in expressions. */
#include "interevent_world.h"

static void test_clocks(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:ts=common_timestamp:clock=counter" },
		{ "world", "hist:keys=i:us=common_timestamp.usecs" },
		{ "world", "hist:keys=w:aa=common_timestamp,bb=common_timestamp.usecs" },
		{ "other", "hist:keys=w:lat=common_timestamp-$ts" },
		{ "other", "hist:keys=w:al=$ts" },
		{ "third", "hist:keys=w:cc=common_timestamp-$al:clock=global", -EINVAL,
		  "33 The variable's time is of another clock; give both commands the same clock=\n" },
		{ "third", "hist:keys=w:vals=common_timestamp-$ts:clock=mono", -EINVAL,
		  "35 The variable's time is of another clock; give both commands the same clock=\n" },
		{ "third", "hist:keys=w:dd=$aa-$ts", -EINVAL,
		  "20 The variable's time is of another clock; give both commands the same clock=\n" },
		{ "third", "hist:keys=w:lb=common_timestamp-$aa", -EINVAL,
		  "0 Timestamp units in expression don't match\n" },
		{ "third", "hist:keys=w:lc=common_timestamp.usecs-$us,ld=$ts,le=$ts+5:clock=global" },
		{ "third", "hist:keys=w:lf=$ts-$al:interval=1s" },
	};

	RUN(steps);
	CHECK(strstr(world_trigger_of("other"), ":lat=common_timestamp-$ts:sort=hitcount:size=2048:clock=counter ["));
	world_reset();
}

/* A command has the clock of a time only if it subtracts its own from it. */
static void test_default_clock(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:ta=common_timestamp:clock=counter" },
		{ "world", "hist:keys=i:tb=common_timestamp:clock=counter" },
		{ "world", "hist:keys=h:tc=common_timestamp" },
		{ "other", "hist:keys=w:dd=$ta-$tb,now=common_timestamp" },
		{ "third", "hist:keys=w:de=$ta-$tb,lat=common_timestamp-$tc" },
	};

	RUN(steps);
	CHECK(strstr(world_trigger_of("other"), ":clock=global ["));
	CHECK(strstr(world_trigger_of("third"), ":clock=global ["));
	world_reset();
}

/* A time's clock is known also after the first trigger of a named histogram was removed. */
static void test_clock_of_alias(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:ta=common_timestamp:clock=counter" },
		{ "other", "hist:name=nn:keys=w:al=$ta" },
		{ "third", "hist:name=nn:keys=w:al=$ta" },
		{ "other", "!hist:name=nn:keys=w:al=$ta" },
		{ "other", "hist:keys=w:d=common_timestamp-$al" },
		{ "other", "hist:keys=w:d2=common_timestamp-$al:clock=global", -EINVAL,
		  "33 The variable's time is of another clock; give both commands the same clock=\n" },
	};

	RUN(steps);
	CHECK(strstr(world_trigger_of("other"), ":clock=counter ["));
	world_reset();
}

/* If a named histogram copies its own variable, the search for the clock of the copy must end. */
static void test_copy_of_itself(void)
{
	static const struct step steps[] = {
		{ "synth", "ev u64 aa" },
		{ "third", "hist:keys=w:al=common_timestamp" },
		{ "world", "hist:name=nn:keys=w:al=$al:onmatch(unit.world).ev(num)" },
		{ "other", "hist:name=nn:keys=w:al=$al:onmatch(unit.world).ev(num)" },
		{ "world", "!hist:name=nn:keys=w:al=$al:onmatch(unit.world).ev(num)" },
		{ "third", "hist:keys=w:dd=common_timestamp-unit.other.$al" },
	};

	RUN(steps);
	world_reset();
}

const struct test tests[] = {
	{ "times of different clocks or units are not subtracted", test_clocks },
	{ "only subtractions of the command's own time choose its clock", test_default_clock },
	{ "a copy of a time has its clock after a named histogram's first trigger was removed",
	  test_clock_of_alias },
	{ "the search for a clock ends at a histogram that copies its own variable", test_copy_of_itself },
	{ }
};
