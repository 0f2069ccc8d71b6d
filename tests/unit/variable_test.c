// SPDX-License-Identifier: GPL-2.0
/* Tests of variables: setting, unsetting, and reading them by other events. */
#include <linux/random.h>

#include "../../module/event/hot/scratch.h"
#include "../../module/hist/object/map.h"
#include "../../module/hist/trigger/hist_trigger.h"
#include "../../module/hist/trigger/take.h"
#include "interevent_world.h"

static void test_unset(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num");
	write_to("other", "hist:keys=w:vals=$xx");
	fire("other", 1, 0);
	check_rows("other", "");
	fire("world", 1, 5);
	fire("other", 2, 0);
	check_rows("other", "");
	/*
	 * A variable that is not part of an expression can be read any number
	 * of times.
	 */
	fire("other", 1, 0);
	fire("other", 1, 0);
	fire("world", 1, 7);
	fire("other", 1, 0);
	fire("world", 2, 1);
	fire("other", 2, 0);
	check_rows("other",
		   "{ w:          2 } hitcount:          1  xx:          1\n"
		   "{ w:          1 } hitcount:          3  xx:         17\n");
	CHECK(strstr(world_hist_of("other"), "Hits: 4\n    Entries: 2\n    Dropped: 0\n"));
	world_reset();
}

static void test_read_once(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num:zz=val");
	write_to("other", "hist:keys=w:yy=num-$xx:both=$zz");
	write_to("third", "hist:keys=w:vals=$yy,$both");
	r.val = 100;
	fire("world", 1, 5);
	fire("other", 1, 8);
	fire("other", 1, 9);
	fire("third", 1, 0);
	check_rows("third",
		   "{ w:          1 } hitcount:          1  yy:          3  both:        100\n");
	CHECK(strstr(world_hist_of("other"), "Hits: 1\n"));
	r.val = 200;
	fire("world", 1, 6);
	fire("other", 1, 16);
	fire("other", 1, 16);
	fire("third", 1, 0);
	check_rows("third",
		   "{ w:          1 } hitcount:          2  yy:         13  both:        300\n");
	world_reset();
}

/* A variable that several expressions use is read only once in a hit. */
static void test_read_in_several(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num");
	write_to("other", "hist:keys=w:aa=$xx*$xx:bb=$xx+1:cc=$xx");
	write_to("third", "hist:keys=w:vals=$aa,$bb,$cc");
	fire("world", 1, 5);
	fire("other", 1, 0);
	fire("other", 1, 0);
	fire("third", 1, 0);
	check_rows("third",
		   "{ w:          1 } hitcount:          1  aa:         25  bb:          6  cc:          5\n");
	CHECK(strstr(world_hist_of("other"), "Hits: 1\n"));
	world_reset();
	/* As in the kernel, a lone leading minus does not unset a variable. */
	write_to("world", "hist:keys=w:xx=num");
	write_to("other", "hist:keys=w:aa=-($xx)");
	fire("world", 1, 5);
	fire("other", 1, 0);
	fire("other", 1, 0);
	CHECK(strstr(world_hist_of("other"), "Hits: 2\n"));
	world_reset();
}

/* References are read in order. If one is not set, those before it are unset nevertheless. */
static void test_partly_set(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num");
	write_to("third", "hist:keys=w:yy=num");
	write_to("other", "hist:keys=w:aa=$xx+$yy");
	fire("world", 1, 5);
	fire("other", 1, 0);
	fire("third", 1, 6);
	fire("other", 1, 0);
	check_rows("other", "");
	fire("world", 1, 5);
	fire("other", 1, 0);
	CHECK(strstr(world_hist_of("other"), "Hits: 1\n"));
	world_reset();
}

static void test_assignments(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:aa=num,bb=val:vals=d,$cc:cc=h,dd=num*2:size=128" },
		{ "other", "hist:keys=w:vals=$aa,$bb.hex", -EINVAL,
		  "22 Couldn't find variable\n21 Couldn't find field\n" },
		/* A trigger cannot refer to its own variable if that is an expression. */
		{ "other", "hist:keys=w:ee=$aa:ff=$ee", -EINVAL,
		  "12 Couldn't find variable\n22 Couldn't find field\n" },
		{ "other", "hist:keys=w:ee=$aa:vals=$bb,$cc,$dd" },
		{ "third", "hist:keys=w:vals=$ee:gg=$ee" },
	};

	world_record_init(&r);
	RUN(steps);
	CHECK_STR(world_trigger(),
		  "hist:keys=w:vals=hitcount,d,h:aa=num,bb=val,cc=h,dd=num*2:sort=hitcount:size=128 [active]\n",
		  "an own variable stands for its field");
	CHECK_STR(world_trigger_of("other"),
		  "hist:keys=w:vals=hitcount,$bb,$cc,$dd:ee=$aa:sort=hitcount:size=2048 [active]\n",
		  "references");
	CHECK_STR(world_trigger_of("third"),
		  "hist:keys=w:vals=hitcount,$ee:gg=$ee:sort=hitcount:size=2048 [active]\n",
		  "references to references");
	r.val = -1;
	r.h = 3;
	r.d = 1000;
	fire("world", 1, 5);
	fire("other", 1, 0);
	fire("third", 1, 0);
	check_rows("world",
		   "{ w:          1 } hitcount:          1  d:       1000  h:          3\n");
	check_rows("other",
		   "{ w:          1 } hitcount:          1  bb: 18446744073709551615  cc:          3  dd:         10\n");
	check_rows("third",
		   "{ w:          1 } hitcount:          1  ee:          5\n");
	world_reset();
}

/* A key can be a variable as well. */
static void test_key_variable(void)
{
	world_record_init(&r);
	write_to("world", "hist:kk=w:keys=$kk,num:sort=num");
	write_to("other", "hist:keys=w,num:vals=$kk");
	CHECK_STR(world_trigger(),
		  "hist:keys=w,num:vals=hitcount:kk=w:sort=num:size=2048 [active]\n",
		  "a key that is a variable");
	fire("world", 9, 1);
	fire("other", 9, 1);
	check_rows("other",
		   "{ w:          9, num:          1 } hitcount:          1  kk:          9\n");
	world_reset();
}

static void test_names(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:xx=num" },
		{ "third", "hist:keys=w:xx=num*2:yy=3" },
		{ "other", "hist:keys=w:vals=$xx", -EINVAL,
		  "18 Variable name not unique, need to use fully qualified name (subsys.event.var) for variable\n"
		  "18 Couldn't find variable\n17 Couldn't find field\n" },
		{ "other", "hist:keys=w:vals=unit.fourth.$xx", -EINVAL,
		  "30 Couldn't find variable\n29 Couldn't find field\n" },
		{ "other", "hist:keys=w:vals=unit.world.$yy", -EINVAL,
		  "29 Couldn't find variable\n28 Couldn't find field\n" },
		{ "other", "hist:keys=w:vals=unit.third.$xx,unit.world.$xx,$yy" },
	};

	world_record_init(&r);
	RUN(steps);
	CHECK_STR(world_trigger_of("other"),
		  "hist:keys=w:vals=hitcount,$unit.third.xx,$unit.world.xx,$yy:sort=hitcount:size=2048 [active]\n",
		  "full names");
	fire("world", 1, 5);
	fire("third", 1, 6);
	fire("other", 1, 0);
	check_rows("other",
		   "{ w:          1 } hitcount:          1  unit.third.xx:         12  unit.world.xx:          5  yy:          3\n");
	world_reset();
}

/* The filter of a trigger may contain variables of that trigger and of other triggers. */
static void test_filter(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:xx=num:tt=name" },
		{ "other", "hist:keys=w:yy=num-$xx if $yy > 3 && ($zz == 1 || w == 2)", -EINVAL,
		  "39 Couldn't find variable\n" },
		{ "other", "hist:keys=w if $tt == 1", -EINVAL,
		  "16 String type can not be an operand in expression\n" },
		{ "other", "hist:keys=w if $xx == 1 || $xx == 2 || $xx == 3 || $xx == 4 || $xx == 5 || $xx == 6 || $xx == 7 || $xx == 8 || $xx == 9",
		  -EINVAL, "16 Too many variables defined\n" },
		{ "other", "hist:keys=w if name == \"$xx\"" },
		{ "other", "!hist:keys=w if name == \"$xx\"" },
		{ "third", "hist:keys=w:vals=num if $xx >= 5 && num != 9" },
		{ "other", "hist:keys=w:yy=num-$xx if $yy > 3 && $yy < 0x10" },
	};
	u32 i;

	world_record_init(&r);
	RUN(steps);
	for (i = 1; i < 8; i++) {
		fire("world", i, i);
		fire("third", i, 9);
		fire("third", i, 8);
		fire("other", i, 2 * i);
	}
	fire("third", 50, 8);
	check_rows("third",
		   "{ w:          5 } hitcount:          1  num:          8\n"
		   "{ w:          6 } hitcount:          1  num:          8\n"
		   "{ w:          7 } hitcount:          1  num:          8\n");
	check_rows("other",
		   "{ w:          4 } hitcount:          1\n"
		   "{ w:          5 } hitcount:          1\n"
		   "{ w:          6 } hitcount:          1\n"
		   "{ w:          7 } hitcount:          1\n");
	world_reset();
}

/* Checks whether hits of two triggers with these keys find each other's entries. */
static void check_keys(const char *ours, const char *theirs, bool match)
{
	char command[200];

	snprintf(command, sizeof(command), "hist:keys=%s:size=128:xx=num",
		 theirs);
	write_to("world", command);
	snprintf(command, sizeof(command), "hist:keys=%s:size=128:vals=$xx",
		 ours);
	write_to("other", command);
	world_fire_at("world", &r);
	world_fire_at("other", &r);
	if (!strstr(world_hist_of("other"),
		    match ? "Hits: 1\n" : "Hits: 0\n"))
		check_failed(__FILE__, __LINE__, "%s, %s: %s", ours, theirs,
			     match ? "no match" : "a match");
	world_reset();
}

static void set_texts(const char *text)
{
	strscpy(r.name, text, sizeof(r.name));
	strscpy(r.large, text, sizeof(r.large));
	strscpy(r.raw, text, sizeof(r.raw));
	strscpy(shim_task.comm, text, sizeof(shim_task.comm));
	world_set_dyn(&r, text);
	world_set_rel(&r, text);
	r.text = text;
}

static void test_text_keys(void)
{
	static const char *const keys[] = {
		"name", "dyn", "rel", "text.string", "large", "common_comm",
		"raw", "num,dyn,w", "num,name,w", "rel,name", "name,rel",
		"dyn,dyn", "name,name", "num", "stacktrace",
		"common_stacktrace,name", "common_stacktrace,dyn",
	};
	static const unsigned int fields[] = {
		1, 1, 1, 1, 1, 1, 1, 3, 3, 2, 2, 2, 2, 0, 0, 0, 0
	};
	static const char *const texts[] = {
		"", "a", "abc", "1234567", "12345678", "123456789012345",
	};
	unsigned int i, j, k;
	bool same;

	world_record_init(&r);
	shim_stack_depth = 5;
	shim_stack[2] = 0x5000;
	shim_stack[3] = 0x6000;
	shim_stack[4] = 0x7000;
	for (k = 0; k < ARRAY_SIZE(texts); k++) {
		set_texts(texts[k]);
		for (i = 0; i < ARRAY_SIZE(keys); i++)
			for (j = 0; j < ARRAY_SIZE(keys); j++) {
				/* Equal strings match, whatever types their fields have. */
				same = fields[i] && fields[i] == fields[j];
				if (fields[i] == 1 && (i == 6) != (j == 6))
					same &= strlen(texts[k]) < sizeof(r.raw);
				/*
				 * If the other histogram has only one key, only our first key
				 * must match it.
				 */
				if (fields[j] == 1 && fields[i] == 2)
					same = j != 6 ||
					       strlen(texts[k]) < sizeof(r.raw);
				if (i >= 14 && j >= 14)
					same = i > 14 || j == 14;
				if (i == 13 || j == 13)
					same = j == 13 && (i == 13 || i == 7 ||
							   i == 8);
				check_keys(keys[i], keys[j], same);
			}
	}
	strscpy(shim_task.comm, "unit", sizeof(shim_task.comm));
}

/* A string that is longer than the other event's array matches no string. */
static void test_long_text_keys(void)
{
	char text[290];

	world_record_init(&r);
	memset(text, 't', sizeof(text));
	text[16] = '\0';
	set_texts(text);
	check_keys("dyn", "name", false);
	check_keys("name", "dyn", false);
	check_keys("large", "dyn", true);
	check_keys("dyn", "large", true);
	text[16] = 't';
	text[200] = '\0';
	set_texts(text);
	check_keys("large", "dyn", true);
	check_keys("dyn", "large", true);
	check_keys("rel", "name", false);
	text[200] = 't';
	text[254] = '\0';
	/* The record has space for only one string. */
	strscpy(r.large, text, sizeof(r.large));
	r.text = text;
	check_keys("large", "text.string", true);
	check_keys("text.string", "large", true);
	text[254] = 't';
	text[255] = '\0';
	strscpy(r.large, text, sizeof(r.large));
	check_keys("large", "text.string", true);
	check_keys("text.string", "large", true);
	/* At this length, a string is cut off, but an array is not. */
	text[255] = 't';
	text[289] = '\0';
	strscpy(r.large, text, sizeof(r.large));
	check_keys("large", "text.string", false);
	check_keys("text.string", "large", false);
	check_keys("large,num", "text.string,num", false);
	check_keys("large", "large", true);
}

/* Converting a key needs scratch memory, which outer hits may have used up. */
static void test_text_keys_without_space(void)
{
	unsigned int n = 0;

	world_record_init(&r);
	set_texts("abc");
	write_to("world", "hist:keys=dyn:xx=num");
	write_to("other", "hist:keys=name:vals=$xx");
	world_fire_at("world", &r);
	while (scratch_alloc(sizeof(u64)))
		n++;
	world_fire_at("other", &r);
	while (n--)
		scratch_free(sizeof(u64));
	CHECK(strstr(world_hist_of("other"),
		     "Hits: 0\n    Entries: 0\n    Dropped: 1\n"));
	world_fire_at("other", &r);
	CHECK(strstr(world_hist_of("other"),
		     "Hits: 1\n    Entries: 1\n    Dropped: 1\n"));
	world_reset();
}

static void test_number_keys(void)
{
	world_record_init(&r);
	r.i = -5;
	r.q = -5;
	r.s = -5;
	r.w = 7;
	r.num = 7;
	check_keys("i", "q", true);
	check_keys("q", "s", true);
	check_keys("w", "num", true);
	check_keys("i", "w", false);
	/* If the other histogram has fewer keys, our first keys select the entry. */
	check_keys("num,i", "w", true);
	check_keys("i,num", "w", false);
	check_keys("w", "num,i", false);
	check_keys("num,i,q", "w,s", true);
	check_keys("dyn,i,q", "rel,s", true);
	check_keys("common_pid", "common_pid.execname", true);
	check_keys("w.log2", "num.log2", true);
	check_keys("w+1", "num+1", true);
	check_keys("w+1", "num", false);
	/* Test the one key that the map stores separately. */
	shim_random = 0x9e3779b97f4a7c15ULL;
	r.num = shim_random;
	check_keys("num", "num", true);
	check_keys("num,w", "num", true);
	shim_random = 0;
	r.d = 1;
	check_keys("num", "d", false);
}

static void test_text_variables(void)
{
	static const struct step steps[] = {
		{ "synth", "txt char[] one; char[16] two; char[] three; char[5] four" },
		{ "world", "hist:keys=w:tt=dyn,nn=name:pp=text.string:ee=common_pid.execname" },
		{ "third", "hist:keys=w:t2=$tt,n2=$nn" },
		{ "other", "hist:keys=w:onmatch(unit.world).txt($tt,$nn,$pp,raw)" },
		{ "txt", "hist:keys=one,two,three,four:size=128" },
	};

	world_record_init(&r);
	RUN(steps);
	CHECK_STR(world_trigger(),
		  "hist:keys=w:vals=hitcount:tt=dyn,nn=name,pp=text.string,ee=common_pid.execname:sort=hitcount:size=2048 [active]\n",
		  "variables that are texts");
	set_texts("abcdefghijklm");
	fire("world", 1, 0);
	set_texts("other");
	memcpy(r.raw, "xyzXX", 5);
	fire("third", 1, 0);
	fire("other", 1, 0);
	check_rows("txt",
		   "{ one: abcdefghijklm                                     , two: abcdefghijklm                                     , three: abcdefghijklm                                     , four: xyzXX                                              } hitcount:          1\n");
	world_reset();
	strscpy(shim_task.comm, "unit", sizeof(shim_task.comm));
}

/* .execname is the name of the task that created the entry. */
static void test_execname(void)
{
	static const struct step steps[] = {
		{ "synth", "txt char[] one; char[16] two" },
		{ "world", "hist:keys=w:ee=common_pid.execname,cc=common_comm" },
		{ "third", "hist:keys=w:e3=$ee" },
		{ "other", "hist:keys=w:onmatch(unit.third).trace(txt,$e3,unit.world.$cc)" },
		{ "txt", "hist:keys=one,two:size=128" },
	};

	world_record_init(&r);
	RUN(steps);
	strscpy(shim_task.comm, "first", sizeof(shim_task.comm));
	fire("world", 1, 0);
	strscpy(shim_task.comm, "second", sizeof(shim_task.comm));
	fire("world", 1, 0);
	fire("third", 1, 0);
	fire("other", 1, 0);
	check_rows("txt",
		   "{ one: first                                             , two: second                                             } hitcount:          1\n");
	world_reset();
	strscpy(shim_task.comm, "unit", sizeof(shim_task.comm));
}

static void test_stack_variables(void)
{
	static const unsigned long stack[] = { 0x7000, 0x7001, 0x7002 };
	static const struct step steps[] = {
		{ "synth", "stk unsigned long[] one; u64 two; unsigned long[] three" },
		{ "world", "hist:keys=w:ss=common_stacktrace:ff=frames.stacktrace" },
		{ "third", "hist:keys=w:s3=$ss" },
		{ "other", "hist:keys=w:onmatch(unit.world).stk($ss,num,$ff)" },
		{ "stk", "hist:keys=one.stacktrace,two,three.stacktrace:size=128" },
		{ "other", "hist:keys=w:vals=$ss", -EINVAL,
		  "17 Invalid field modifier\n" },
		{ "other", "hist:keys=w:xx=$ss+1", -EINVAL,
		  "15 String type can not be an operand in expression\n" },
	};
	const char *rows;

	world_record_init(&r);
	RUN(steps);
	shim_stack[0] = 0x10;
	shim_stack[1] = 0x5000;
	shim_stack[2] = 0x5001;
	shim_stack_depth = 3;
	world_set_frames(&r, stack, 3);
	fire("world", 1, 0);
	shim_stack[1] = 0x9000;
	world_set_frames(&r, stack, 1);
	fire("third", 1, 0);
	fire("other", 1, 7);
	rows = world_hist_of("stk");
	CHECK(strstr(rows, "Entries: 1\n"));
	CHECK(strstr(rows, "0x5000") && strstr(rows, "0x5001"));
	CHECK(strstr(rows, "0x7000") && strstr(rows, "0x7002"));
	CHECK(!strstr(rows, "0x9000"));
	world_reset();
}

static void test_clear(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num");
	write_to("other", "hist:keys=w:vals=$xx");
	fire("world", 1, 5);
	/* A command that clears must not define the variable again. */
	run_step(&(struct step){ "world", "hist:keys=w:xx=num:clear", -EINVAL,
				 "12 Variable already defined\n" });
	hist_map_clear(to_hist_trigger(trigger_at(world_file("world"), 0))->hist->map);
	fire("other", 1, 0);
	check_rows("other", "");
	fire("world", 1, 6);
	fire("other", 1, 0);
	check_rows("other",
		   "{ w:          1 } hitcount:          1  xx:          6\n");
	world_reset();
}

static struct hist *hist_at(const char *event)
{
	return trigger_hist(trigger_at(world_file(event), 0));
}

static void test_full(void)
{
	unsigned int i;

	/* A hit that finds no free entry sets nothing and is dropped. */
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num:size=128");
	write_to("other", "hist:keys=w:vals=$xx:size=128");
	for (i = 0; i < 200; i++)
		fire("world", i, i);
	for (i = 0; i < 200; i++)
		fire("other", i, 0);
	CHECK(strstr(world_hist(), "Hits: 128\n    Entries: 128\n    Dropped: 72\n"));
	CHECK(strstr(world_hist_of("other"),
		     "Hits: 128\n    Entries: 128\n    Dropped: 0\n    Beginnings without room: 72\n"));
	/* A take of one histogram and a clear of the other reset only their own losses. */
	CHECK_EQ(hist_take_start(hist_at("world")), 0);
	hist_take_end(hist_at("world"));
	fire("world", 1000, 0);
	CHECK(strstr(world_hist(), "Dropped: 1\n"));
	CHECK(strstr(world_hist_of("other"), "Beginnings without room: 73\n"));
	hist_clear(hist_at("other"));
	CHECK(!strstr(world_hist_of("other"), "room"));
	fire("world", 1000, 0);
	CHECK(strstr(world_hist_of("other"), "Beginnings without room: 1\n"));
	world_reset();
}

/* All events miss the same number of hits, but a hit of other begins nothing. */
static void test_missed_beginnings(void)
{
	const char *both = "Dropped: 2\n    Missed by probes: 2\n    Beginnings without room: 2\n";

	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num");
	world_missed += 5;
	write_to("other", "hist:keys=w:vals=$xx");
	world_missed += 2;
	CHECK(strstr(world_hist_of("other"), both));
	CHECK(strstr(world_hist(), "Missed by probes: 7\n"));
	CHECK(strstr(world_hist_of("other"), both));
	/* A take and a clear of the source reset only its own losses. */
	world_missed++;
	CHECK_EQ(hist_take_start(hist_at("world")), 0);
	hist_take_end(hist_at("world"));
	world_missed++;
	hist_clear(hist_at("world"));
	CHECK(!strstr(world_hist(), "Missed by probes"));
	CHECK(strstr(world_hist_of("other"), "Beginnings without room: 4\n"));
	hist_clear(hist_at("other"));
	CHECK(!strstr(world_hist_of("other"), "room"));
	world_missed++;
	CHECK(strstr(world_hist_of("other"), "Beginnings without room: 1\n"));
	CHECK(strstr(world_hist(), "Missed by probes: 1\n"));
	world_reset();
	world_missed = 0;
}

/* If two triggers of a histogram read a variable, a lost start counts once. */
static void test_full_named(void)
{
	const char *text = "hist:name=both:keys=w:vals=$xx:size=128";
	unsigned int i;

	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num:size=128");
	write_to("other", text);
	for (i = 0; i < 200; i++)
		fire("world", i, i);
	write_to("third", text);
	CHECK(strstr(world_hist_of("other"), "Beginnings without room: 72\n"));
	fire("world", 1000, 0);
	CHECK(strstr(world_hist_of("other"), "Beginnings without room: 73\n"));
	/* Losses before a trigger is removed still count, and so do later ones. */
	fire("world", 1000, 0);
	write_to("other", "!hist:name=both:keys=w:vals=$xx:size=128");
	CHECK(strstr(world_hist_of("third"), "Beginnings without room: 74\n"));
	fire("world", 1000, 0);
	CHECK(strstr(world_hist_of("third"), "Beginnings without room: 75\n"));
	world_reset();
}

/* Hits that no trigger has seen are counted for each event, not for each trigger. */
static void test_missed(void)
{
	world_record_init(&r);
	write_to("other", "hist:name=both:keys=w if i > 1");
	world_missed += 3;
	write_to("other", "hist:name=both:keys=w if i < 1");
	world_missed += 2;
	CHECK(strstr(world_hist_of("other"), "Missed by probes: 5\n"));
	world_missed++;
	write_to("other", "!hist:name=both:keys=w if i > 1");
	world_missed++;
	CHECK(strstr(world_hist_of("other"), "Missed by probes: 7\n"));
	world_reset();
	world_missed = 0;
}

/*
 * In "world", a task @val is woken; in "other", a task @i, whose state is @q, leaves the CPU to
 * a task @val.
 */
static void wake(int task)
{
	world_record_init(&r);
	r.val = task;
	world_fire_at("world", &r);
}

static void switch_to(int task, int before, int state)
{
	world_record_init(&r);
	r.val = task;
	r.i = before;
	r.q = state;
	world_fire_at("other", &r);
}

/* As the recipe runqlat does it. */
static void woken_and_preempted(void)
{
	write_to("synth", "runq int pid; u64 lat");
	write_to("world", "hist:keys=val:ts=common_timestamp.usecs");
	write_to("runq", "hist:keys=pid:sort=pid");
	write_to("runq", "hist:keys=pid:again=common_timestamp.usecs-unit.world.$ts");
	write_to("other", "hist:keys=i:t1=common_timestamp.usecs if q == 256");
	write_to("other", "hist:keys=val:plat=common_timestamp.usecs-$t1:onmatch(unit.other).runq(val,$plat)");
	write_to("other", "hist:keys=val:lat=common_timestamp.usecs-$ts:onmatch(unit.world).runq(val,$lat)");
	/* A task is preempted on its way to sleep, and woken while it waits. */
	switch_to(9, 1, 256);
	wake(1);
	switch_to(1, 9, 1);
	/* Another one sleeps, is woken, and is preempted later. */
	wake(2);
	switch_to(2, 9, 1);
	switch_to(9, 2, 256);
	switch_to(2, 9, 1);
	check_rows("runq", "{ pid:          1 } hitcount:          1\n"
			   "{ pid:          2 } hitcount:          2\n");
}

const struct test tests[] = {
	{ "a variable is unset until its key's entry sets it", test_unset },
	{ "a variable is unset after an expression has read it", test_read_once },
	{ "a variable that a command names twice is read once", test_read_in_several },
	{ "an unset variable unsets those that were read before it", test_partly_set },
	{ "assignments are printed as they were written", test_assignments },
	{ "a key can be a variable", test_key_variable },
	{ "a filter can use variables", test_filter },
	{ "ambiguous variables need their full names", test_names },
	{ "string keys of arrays and of dynamic strings find each other's variables", test_text_keys },
	{ "a string key that is too long for the other event finds no variable", test_long_text_keys },
	{ "a hit that has no scratch memory to convert its string key is dropped", test_text_keys_without_space },
	{ "an entry with fewer keys is found by the first keys of a hit", test_number_keys },
	{ "a variable can be a string", test_text_variables },
	{ "a variable can be a task's name", test_execname },
	{ "a variable can be a stack", test_stack_variables },
	{ "clearing a histogram unsets its variables", test_clear },
	{ "a hit that finds no entry sets no variable and is dropped", test_full },
	{ "hits that two triggers of an event have not seen are missed once",
	  test_missed },
	{ "beginnings that a probe has missed are lost", test_missed_beginnings },
	{ "a beginning that two triggers of a histogram lack is lost once",
	  test_full_named },
	{ "a wait that a preemption and a wakeup begin is counted once", woken_and_preempted },
	{ }
};
