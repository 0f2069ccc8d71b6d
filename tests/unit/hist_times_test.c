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

/* Has the last value of @command, or its only key, this unit? NULL stands for none. */
static void check_unit(const char *command, const char *unit)
{
	char wanted[32], remove[128];
	const char *at, *next;

	write_to("third", command);
	at = strstr(world_json_of("third"), "\"unit\":");
	while (strstr(command, ":vals=") && (next = strstr(at + 1, "\"unit\":")))
		at = next;
	snprintf(wanted, sizeof(wanted), unit ? "\"unit\":\"%s\"" : "\"unit\":null", unit);
	if (!str_has_prefix(at, wanted))
		check_failed(__FILE__, __LINE__, "%s: %.12s, not %s", command, at, wanted);
	snprintf(remove, sizeof(remove), "!%s", command);
	write_to("third", remove);
}

/* The unit of a variable's time is that of the command that sets the variable. */
static void test_units(void)
{
	write_to("world", "hist:keys=w:us=common_timestamp.usecs,vs=common_timestamp.usecs,num=i");
	write_to("world", "hist:keys=i:ns=common_timestamp,cut=common_timestamp/1000:clock=mono");
	write_to("world", "hist:keys=h:cc=common_timestamp:clock=counter");
	write_to("other", "hist:keys=w:lat=common_timestamp.usecs-$us,of=$ns,ratio=$us/$vs");

	/* Readers without a clock. */
	check_unit("hist:keys=w:vals=$us", "us");
	check_unit("hist:keys=w:vals=$lat.max", "us");
	check_unit("hist:keys=w:vals=$of.dist", "ns");
	check_unit("hist:keys=w:vals=$of.dist.usecs", "us");
	check_unit("hist:keys=w:vals=$cc", NULL);
	check_unit("hist:keys=w:vals=$num.max", NULL);
	check_unit("hist:keys=w:vals=$num.max.usecs", "us");
	/* Readers with another clock, or with other units. */
	check_unit("hist:keys=w:vals=$cc:interval=1s", NULL);
	check_unit("hist:keys=w:vals=$ns,$us:interval=1s", "us");
	check_unit("hist:keys=common_timestamp.usecs:vals=$ns:clock=mono", "ns");
	check_unit("hist:keys=common_timestamp:vals=$us:clock=counter", "us");
	/* Own times. */
	check_unit("hist:keys=w:vals=common_timestamp.usecs", "us");
	check_unit("hist:keys=w:vals=common_timestamp.usecs:clock=counter", NULL);
	check_unit("hist:keys=common_timestamp.log2", "ns");
	check_unit("hist:keys=-(common_timestamp)", "ns");
	/* Products and quotients have no unit that is known. */
	check_unit("hist:keys=common_timestamp/1000", NULL);
	check_unit("hist:keys=common_timestamp*2-5", NULL);
	check_unit("hist:keys=w:vals=$ratio", NULL);
	check_unit("hist:keys=w:vals=$cut.max", NULL);
	world_reset();
}

/* The lines of .dist have units of time only if the values are microseconds. */
static void test_dist_units(void)
{
	write_to("world", "hist:keys=w:us=common_timestamp.usecs,vs=common_timestamp.usecs:clock=mono");
	world_fire_at("world", &r);
	write_to("other", "hist:keys=w:square=$us*$vs,same=$us");
	world_fire_at("other", &r);
	write_to("third", "hist:keys=w:vals=$square.dist");
	world_fire_at("third", &r);
	CHECK(!strstr(world_hist_of("third"), "s, "));
	write_to("third", "!hist:keys=w:vals=$square.dist");
	write_to("third", "hist:keys=w:vals=$same.dist");
	world_fire_at("third", &r);
	CHECK(strstr(world_hist_of("third"), "s, "));
	world_reset();
}

/* What is listed of a statistic of a variable removes the trigger, and makes it again. */
static void test_listed_usecs(void)
{
	static const char *const vals[] = {
		"$us.dist", "$us.dist.usecs", "$ns.dist", "$ns.dist.usecs", "$num.dist",
		"$num.dist.usecs", "$cut.dist",
	};
	char command[64];
	unsigned int i;

	write_to("world", "hist:keys=w:us=common_timestamp.usecs,num=i,cut=i.usecs");
	write_to("world", "hist:keys=i:ns=common_timestamp");
	for (i = 0; i < ARRAY_SIZE(vals); i++) {
		snprintf(command, sizeof(command), "hist:keys=w:vals=hitcount,%s:sort=hitcount", vals[i]);
		write_to("third", command);
		CHECK(str_has_prefix(world_trigger_of("third"), command));
		snprintf(command, sizeof(command), "!hist:keys=w:vals=%s", vals[i]);
		write_to("third", command);
		CHECK_STR(world_trigger_of("third"), "", vals[i]);
	}
	world_reset();
}

const struct test tests[] = {
	{ "times of different clocks or units are not subtracted", test_clocks },
	{ "only subtractions of the command's own time choose its clock", test_default_clock },
	{ "a copy of a time has its clock after a named histogram's first trigger was removed",
	  test_clock_of_alias },
	{ "the search for a clock ends at a histogram that copies its own variable", test_copy_of_itself },
	{ "hist_json has the unit in which a variable's time was taken", test_units },
	{ "a .dist of a product of times has no units of time", test_dist_units },
	{ "the .usecs of a statistic of a variable is listed as it was written", test_listed_usecs },
	{ }
};
