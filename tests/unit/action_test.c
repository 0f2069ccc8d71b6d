// SPDX-License-Identifier: GPL-2.0
/* Tests of handlers and actions: what hits do, and which commands are refused. */
#include "../../module/hist/hist.h"
#include "../../module/hist/object/map.h"
#include "interevent_world.h"

static void test_trace(void)
{
	static const struct step steps[] = {
		{ "synth", "lat u64 one; int two" },
		{ "world", "hist:keys=w:xx=num" },
		{ "other", "hist:keys=w:yy=num-$xx:onmatch(unit.world).lat($yy,val)" },
		{ "third", "hist:keys=w:onmatch(unit.world).trace(lat,unit.other.$yy,val)" },
		{ "lat", "hist:keys=one,two.hex:sort=one" },
	};

	world_record_init(&r);
	RUN(steps);
	CHECK_STR(world_trigger_of("other"),
		  "hist:keys=w:vals=hitcount:yy=num-$xx:sort=hitcount:size=2048:onmatch(unit.world).lat($yy,val) [active]\n",
		  "an event's name");
	CHECK_STR(world_trigger_of("third"),
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048:onmatch(unit.world).trace(lat,unit.other.$yy,val) [active]\n",
		  "trace()");
	r.val = -1;
	fire("other", 1, 100);
	check_rows("lat", "");
	fire("world", 1, 40);
	fire("other", 1, 100);
	fire("other", 1, 200);
	r.val = 5;
	fire("third", 1, 0);
	fire("third", 1, 0);
	check_rows("lat",
		   "{ one:         60, two: ffffffffffffffff } hitcount:          1\n"
		   "{ one:         60, two: 5 } hitcount:          2\n");
	world_reset();
}

/* A parameter may have a modifier and name its event. */
static void test_shapes(void)
{
	static const struct step steps[] = {
		{ "synth", "lat u64 one; u64 two" },
		{ "world", "hist:keys=w" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(unit.other.num.log2,unit.world.num.hex)" },
		{ "lat", "hist:keys=one,two" },
	};

	world_record_init(&r);
	RUN(steps);
	fire("world", 1, 40);
	fire("other", 1, 100);
	check_rows("lat", "{ one:          7, two:         40 } hitcount:          1\n");
	world_reset();
}

/* Synthetic events can generate other ones, and even themselves. */
static void test_chain(void)
{
	static const struct step steps[] = {
		{ "synth", "one u64 num" },
		{ "synth", "two u64 num" },
		{ "world", "hist:keys=w:onmatch(unit.world).one(num)" },
		{ "one", "hist:keys=num:xx=num:onmatch(synthetic.one).two(num)" },
		{ "two", "hist:keys=num:vals=$xx:onmatch(synthetic.two).one(num)" },
	};

	world_record_init(&r);
	RUN(steps);
	fire("world", 1, 5);
	/* The recursion ends, and the lost hit is counted as dropped. */
	CHECK(strstr(world_hist_of("one"), "Dropped: 1\n") ||
	      strstr(world_hist_of("two"), "Dropped: 1\n"));
	CHECK(strstr(world_hist_of("one"), "Entries: 1\n"));
	world_reset();
}

static void test_save(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num:onmax($xx).save(val,name,common_pid)");
	CHECK_STR(world_trigger(),
		  "hist:keys=w:vals=hitcount:xx=num:sort=hitcount:size=2048:onmax($xx).save(val,name,common_pid) [active]\n",
		  "onmax");
	r.val = -2;
	strcpy(r.name, "first");
	fire("world", 1, 0);
	fire("world", 1, 5);
	r.val = 3;
	strcpy(r.name, "second");
	fire("world", 1, 4);
	fire("world", 1, 5);
	fire("world", 2, ~0ULL);
	check_rows("world",
		   "{ w:          2 } hitcount:          1\n"
		   "\tmax: 18446744073709551615  val:          3  name: second                            common_pid:         42\n"
		   "{ w:          1 } hitcount:          4\n"
		   "\tmax:          5  val: 18446744073709551614  name: first                             common_pid:         42\n");
	world_reset();

	write_to("world", "hist:keys=w:xx=num:onchange($xx).save(dyn,num)");
	world_set_dyn(&r, "nothing");
	fire("world", 1, 0);
	check_rows("world",
		   "{ w:          1 } hitcount:          1\n"
		   "\tchanged:          0  dyn: (null)                            num:          0\n");
	world_set_dyn(&r, "five");
	fire("world", 1, 5);
	world_set_dyn(&r, "still");
	fire("world", 1, 5);
	check_rows("world",
		   "{ w:          1 } hitcount:          3\n"
		   "\tchanged:          5  dyn: five                              num:          5\n");
	world_set_dyn(&r, "less");
	fire("world", 1, 4);
	check_rows("world",
		   "{ w:          1 } hitcount:          4\n"
		   "\tchanged:          4  dyn: less                              num:          4\n");
	world_reset();
}

static void test_save_stack(void)
{
	const char *rows;

	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num:onmax($xx).save(common_stacktrace,val,dyn)");
	shim_stack[0] = 0x10;
	shim_stack[1] = 0x5000;
	shim_stack_depth = 2;
	world_set_dyn(&r, "text");
	r.val = 8;
	fire("world", 1, 5);
	shim_stack[1] = 0x6000;
	fire("world", 1, 5);
	rows = world_hist();
	CHECK(strstr(rows, "\tmax:          5  common_stacktrace:\n"));
	CHECK(strstr(rows, "0x5000") && !strstr(rows, "0x6000"));
	CHECK(strstr(rows, "  val:          8  dyn: text "));
	world_reset();
}

static void test_tracked_trace(void)
{
	static const struct step steps[] = {
		{ "synth", "top u64 num; char[] text" },
		{ "world", "hist:keys=w:xx=num:onmax($xx).top($xx,name)" },
		{ "other", "hist:keys=w:xx=num:onchange($xx).trace(top,num,dyn)" },
		{ "top", "hist:keys=num,text:size=128:sort=num,text" },
	};

	world_record_init(&r);
	RUN(steps);
	strcpy(r.name, "max");
	world_set_dyn(&r, "changed");
	fire("world", 1, 5);
	fire("world", 1, 5);
	fire("world", 1, 3);
	fire("world", 2, 3);
	fire("world", 1, 6);
	fire("other", 1, 5);
	fire("other", 1, 5);
	fire("other", 1, 3);
	check_rows("top",
		   "{ num:          3, text: changed                                            } hitcount:          1\n"
		   "{ num:          3, text: max                                                } hitcount:          1\n"
		   "{ num:          5, text: changed                                            } hitcount:          1\n"
		   "{ num:          5, text: max                                                } hitcount:          1\n"
		   "{ num:          6, text: max                                                } hitcount:          1\n");
	world_reset();
}

static u64 lost_actions(const char *event)
{
	struct trigger *trigger = trigger_at(world_file(event), 0);

	return hist_map_lost(to_hist_trigger(trigger)->hist->map,
			     HIST_LOST_ACTIONS);
}

static void test_snapshot(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=name,w:xx=num:onmax($xx).snapshot()" },
		{ "other", "hist:keys=w:xx=num:onmax($xx).snapshot()", -EBUSY },
		{ "other", "hist:keys=w:yy=num:onchange($yy).snapshot():onmax($yy).snapshot()",
		  -EBUSY },
	};

	world_record_init(&r);
	RUN(steps);
	CHECK(!strstr(world_hist(), "Snapshot taken"));
	strcpy(r.name, "here");
	fire("world", 1, 5);
	fire("world", 1, 4);
	/*
	 * This maximum of its entry is not greater than the maximum of all entries, so
	 * the hit takes no snapshot.
	 */
	fire("world", 2, 5);
	CHECK_EQ(world_snapshots, 1);
	CHECK(strstr(world_hist(),
		     "\nSnapshot taken (see tracing/snapshot).  Details:\n"
		     "\ttriggering value { onmax($xx) }:          5\ttriggered by event with key: { name: here                                              , w:          1 }\n"));
	fire("world", 3, 6);
	CHECK_EQ(world_snapshots, 2);
	/* A snapshot that could not be taken is not shown. */
	world_snapshot_works = false;
	fire("world", 4, 7);
	world_snapshot_works = true;
	CHECK(strstr(world_hist(), "onmax($xx) }:          6\t"));
	fire("world", 4, 7);
	CHECK_EQ(world_snapshots, 2);
	fire("world", 4, 8);
	CHECK_EQ(world_snapshots, 3);
	/* Nor is a snapshot shown while a hit is taking it, which makes seq odd. */
	to_hist_trigger(trigger_at(world_file("world"), 0))->hist->track->guard.seq++;
	CHECK(!strstr(world_hist(), "Snapshot taken"));
	to_hist_trigger(trigger_at(world_file("world"), 0))->hist->track->guard.seq++;
	CHECK(strstr(world_hist(), "onmax($xx) }:          8\t"));
	write_to("world", "!hist:keys=name,w:xx=num:onmax($xx).snapshot()");
	write_to("other", "hist:keys=w:xx=num:onchange($xx).snapshot()");
	world_reset();
}

static void test_lost_snapshot(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:xx=num:onmax($xx).snapshot()" },
	};
	struct hist_guard *guard;

	world_record_init(&r);
	RUN(steps);
	guard = &to_hist_trigger(trigger_at(world_file("world"), 0))->hist->track->guard;
	fire("world", 1, 5);
	CHECK_EQ(lost_actions("world"), 0);
	/* The action is lost, because the rings cannot be exchanged. */
	world_snapshot_works = false;
	fire("world", 1, 6);
	world_snapshot_works = true;
	CHECK_EQ(lost_actions("world"), 1);
	/* The action is lost, because another CPU is taking a snapshot. */
	guard->owner = raw_smp_processor_id() + 2;
	fire("world", 1, 7);
	CHECK_EQ(lost_actions("world"), 2);
	/*
	 * These are maxima of their entries, but not of all entries, so no action is due or
	 * lost.
	 */
	fire("world", 2, 4);
	fire("world", 2, 5);
	guard->owner = 0;
	CHECK_EQ(lost_actions("world"), 2);
	CHECK_EQ(world_snapshots, 1);
	CHECK(strstr(world_hist(), "onmax($xx) }:          5\ttriggered by event with key: { w:          1 }\n"));
	world_reset();
}

/* A hidden trigger on another event stores a field of that event in a variable. */
static void test_hidden(void)
{
	static const struct step steps[] = {
		{ "synth", "lat u64 one; int two; char[] three" },
		{ "world", "hist:keys=w,dyn:size=128 if w < 5" },
		{ "other", "hist:keys=w,rel:size=128:onmatch(unit.world).lat(unit.world.num,val,unit.world.name)",
		  -EINVAL, "60 Matching event histogram not found\n" },
		{ "other", "hist:keys=w,dyn:size=128:onmatch(unit.world).lat(unit.world.num,val,unit.world.name)" },
		{ "lat", "hist:keys=one,two.hex,three:size=128" },
	};

	world_record_init(&r);
	RUN(steps);
	CHECK_STR(world_trigger(),
		  "hist:keys=w,dyn:vals=hitcount:sort=hitcount:size=128 if w < 5 [active]\n"
		  "hist:keys=w,dyn:vals=hitcount:synthetic_num=num:sort=hitcount:size=2048 if w < 5 [active]\n"
		  "hist:keys=w,dyn:vals=hitcount:synthetic_name=name:sort=hitcount:size=2048 if w < 5 [active]\n",
		  "hidden triggers");
	world_set_dyn(&r, "key");
	strcpy(r.name, "world's");
	r.val = 1;
	fire("world", 1, 5);
	fire("world", 6, 5);
	strcpy(r.name, "other's");
	r.val = -1;
	fire("other", 1, 6);
	fire("other", 6, 6);
	check_rows("lat",
		   "{ one:          5, two: ffffffffffffffff, three: world's                                            } hitcount:          1\n");
	write_to("other", "!hist:keys=w,dyn:size=128:onmatch(unit.world).lat(unit.world.num,val,unit.world.name)");
	CHECK_STR(world_trigger(),
		  "hist:keys=w,dyn:vals=hitcount:sort=hitcount:size=128 if w < 5 [active]\n",
		  "field variables go with the trigger that needed them");
	world_reset();
}

/* A hidden trigger gets the filter of the trigger whose keys it uses, however long it is. */
static void test_field_var_long_filter(void)
{
	const char *keys = "hist:keys=w if w < 5";
	char command[512];
	size_t len;

	len = snprintf(command, sizeof(command), "%s", keys);
	while (len < 400)
		len += snprintf(command + len, sizeof(command) - len,
				" && w < 5");
	world_record_init(&r);
	write_to("synth", "lat u64 one");
	write_to("world", command);
	write_to("other", "hist:keys=w:onmatch(unit.world).lat(unit.world.num)");
	write_to("lat", "hist:keys=one");
	fire("world", 1, 5);
	fire("other", 1, 6);
	CHECK(strstr(world_trigger(), ":synthetic_num=num:"));
	check_rows("lat", "{ one:          5 } hitcount:          1\n");
	world_reset();
}

/* The keys of a field variable's trigger have the same types as those of the histogram. */
static void test_field_var_string_key(void)
{
	world_record_init(&r);
	r.text = "key";
	write_to("synth", "lat u64 one");
	write_to("world", "hist:keys=text.string");
	write_to("other", "hist:keys=text.string:onmatch(unit.world).lat(unit.world.num)");
	write_to("lat", "hist:keys=one");
	fire("world", 1, 5);
	fire("other", 1, 6);
	check_rows("lat", "{ one:          5 } hitcount:          1\n");
	world_reset();
}

/* Finds the guard of the only entry of world's histogram. */
static struct hist_guard *only_guard(void)
{
	struct trigger *trigger = trigger_at(world_file("world"), 0);
	struct hist_map *map = to_hist_trigger(trigger)->hist->map;
	const u64 *key;
	u64 word;
	u32 pos = 0;

	return &hist_map_vars(map, hist_map_next(map, &pos, &key, &word))->guard;
}

/*
 * A hit that interrupts the owner of its entry's guard loses only its action.
 * The hit is counted, and not as dropped.
 */
static void test_save_in_interrupt(void)
{
	struct hist_guard *guard;

	world_record_init(&r);
	write_to("world", "hist:keys=w:xx=num:onmax($xx).save(val)");
	fire("world", 1, 5);
	guard = only_guard();
	CHECK(hist_guard_lock(guard));
	fire("world", 1, 6);
	hist_guard_unlock(guard);
	CHECK(strstr(world_hist(), "Hits: 2\n    Entries: 1\n    Dropped: 0\n"));
	CHECK(strstr(world_hist(), "Lost actions: 1\n"));
	CHECK(strstr(world_hist(), "max:          5"));
	world_reset();
}

/*
 * A hit that waits for a guard calls cpu_relax() only a few times: it may hold
 * a run-queue lock, and the host may have preempted the CPU that owns the
 * guard.
 */
static void test_guard_elsewhere(void)
{
	struct hist_guard guard = {};
	unsigned int before = shim_relaxed;

	shim_cpu = 1;
	CHECK(hist_guard_lock(&guard));
	shim_cpu = 0;
	CHECK(!hist_guard_lock(&guard));
	CHECK(shim_relaxed - before <= 200);
	CHECK_EQ(guard.owner, 2);
	hist_guard_unlock(&guard);
	CHECK(hist_guard_lock(&guard));
}

static void test_action_errors(void)
{
	static const struct step steps[] = {
		{ "synth", "lat u64 one; u64 two" },
		{ "synth", "txt char[16] one; unsigned long[] two" },
		{ "world", "hist:keys=w:xx=num:tt=dyn:ss=common_stacktrace" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(num)", -EINVAL,
		  "32 Param count doesn't match synthetic event field count\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).trace(lat)", -EINVAL,
		  "38 Param count doesn't match synthetic event field count\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(num,num,ptr)", -EINVAL,
		  "44 Param type doesn't match synthetic event field type\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(num,val)", -EINVAL,
		  "40 Param type doesn't match synthetic event field type\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(num,$tt)", -EINVAL,
		  "40 Param type doesn't match synthetic event field type\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(num,$ss)", -EINVAL,
		  "40 Param type doesn't match synthetic event field type\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).txt($tt,$ss)", -EINVAL,
		  "36 Param type doesn't match synthetic event field type\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).txt(num,$ss)", -EINVAL,
		  "36 Param type doesn't match synthetic event field type\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).txt(name,$xx)", -EINVAL,
		  "41 Param type doesn't match synthetic event field type\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).nope(num)", -EINVAL,
		  "32 Couldn't find synthetic event\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).trace(nope,num)", -EINVAL,
		  "38 Couldn't find synthetic event\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat($nope,num)", -EINVAL,
		  "37 Couldn't find param\n" },
		{ "other", "hist:keys=w:onmatch(unit.fourth).lat(num,num)", -EINVAL,
		  "25 Invalid subsystem or event name\n" },
		{ "other", "hist:keys=w:onmatch(world).lat(num,num)", -EINVAL,
		  "20 Missing subsystem\n" },
		{ "other", "hist:keys=w:onmatch(unit.world", -EINVAL,
		  "20 No closing paren found\n" },
		{ "other", "hist:keys=w:onmatch(unit.world)", -EINVAL,
		  "0 No action found\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat", -EINVAL,
		  "0 No action found\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).save(num)", -EINVAL,
		  "32 Handler doesn't support action\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).snapshot()", -EINVAL,
		  "32 Handler doesn't support action\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(n,num)", -EINVAL,
		  "13 Invalid action param\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(num,)", -EINVAL,
		  "0 Invalid action param\n" },
		{ "other", "hist:keys=w:yy=num:onmax(yy).save(num)", -EINVAL,
		  "12 For onmax(x) or onchange(x), x must be a variable\n" },
		{ "other", "hist:keys=w:yy=num:onmax($xx).save(num)", -EINVAL,
		  "26 Couldn't find onmax or onchange variable\n" },
		{ "other", "hist:keys=w:yy=num:onmax($yy", -EINVAL },
		{ "other", "hist:keys=w:yy=num:onmax($yy)", -EINVAL,
		  "0 No action found\n" },
		{ "other", "hist:keys=w:yy=dyn:onchange($yy).save(num)", -EINVAL,
		  "0 Couldn't create onmax or onchange variable\n" },
		{ "other", "hist:keys=w:yy=num:onmax($yy).snapshot(", -EINVAL,
		  "0 No closing paren found\n" },
		{ "other", "hist:keys=w:yy=num:onmax($yy).save()", -EINVAL,
		  "0 Invalid action param\n" },
		{ "other", "hist:keys=w:yy=num:onmax($yy).save(nope)", -EINVAL,
		  "35 Couldn't find field\n35 Couldn't parse field variable\n"
		  "35 Couldn't create field variable\n" },
		{ "other", "hist:keys=w:yy=num:onmax($yy).save(yy)", -EINVAL,
		  "12 Couldn't find field\n12 Couldn't parse field variable\n"
		  "12 Couldn't create field variable\n" },
		{ "other", "hist:keys=w:yy=num:onmax($yy).save(num):onchange($yy).save(val)",
		  -EEXIST, "0 Can't have more than one save() action per hist\n" },
		{ "other", "hist:keys=w,num:onmatch(unit.world).lat(unit.world.num,num)",
		  -EINVAL, "12 Matching event histogram not found\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(unit.world.nope,num)",
		  -EINVAL, "47 Couldn't find field\n47 Couldn't create histogram for field\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(unit.fourth.num,num)",
		  -EINVAL, "48 Event file not found\n" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(a.b,num)", -EINVAL },
	};

	RUN(steps);
	world_reset();
}

static void test_variable_errors(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:xx=num" },
		{ "world", "hist:keys=num:xx=val", -EINVAL,
		  "14 Variable already defined\n" },
		{ "world", "hist:keys=w:xx=num", -EINVAL,
		  "12 Variable already defined\n" },
		{ "other", "hist:keys=w:xx=num:yy=val:xx=val", -EINVAL,
		  "12 Variable already defined\n" },
		{ "other", "hist:keys=w:xx=num,yy", -EINVAL,
		  "19 Malformed assignment\n" },
		{ "other", "hist:keys=w:xx=num,", -EINVAL,
		  "0 Malformed assignment\n" },
		{ "other", "hist:keys=$xx", -EINVAL,
		  "10 Using variable references in keys not supported\n" },
		{ "other", "hist:keys=w,num+$xx", -EINVAL,
		  "12 Using variable references in keys not supported\n" },
		{ "other", "hist:keys=w:vals=$nope", -EINVAL,
		  "18 Couldn't find variable\n17 Couldn't find field\n" },
		{ "other", "hist:keys=w:yy=num.log2", -EINVAL,
		  "15 Invalid field modifier\n" },
		{ "other", "hist:keys=w:yy=num.buckets=5", -EINVAL,
		  "15 Invalid field modifier\n" },
		{ "other", "hist:keys=w:yy=num.percent", -EINVAL,
		  "19 Invalid field modifier\n" },
		{ "other", "hist:keys=w:yy=nope", -EINVAL,
		  "15 Couldn't find field\n" },
	};

	RUN(steps);
	world_reset();
}

/* Writes a command with @nr parts. @format has two %u for the number of the part. */
static void write_many(const char *event, const char *start,
		       const char *format, unsigned int nr, const char *end,
		       int ret, const char *log)
{
	static char command[8192];
	unsigned int at, i;

	at = snprintf(command, sizeof(command), "%s", start);
	for (i = 0; i < nr; i++) {
		at += snprintf(command + at, sizeof(command) - at, format, i, i);
	}
	snprintf(command + at, sizeof(command) - at, "%s", end);
	run_step(&(struct step){ event, command, ret, log });
}

static void test_limits(void)
{
	/*
	 * The limit applies to the variables of a trigger, in one attribute or
	 * in several.
	 */
	write_many("world", "hist:keys=w", ":v%u=num+%u", 16, "", 0, NULL);
	write_many("third", "hist:keys=w", ":u%u=num+%u", 17, "", -EINVAL,
		   "168 Too many variables defined\n");
	write_many("third", "hist:keys=w:aa=num", ",u%u=num+%u", 16, "", -EINVAL,
		   "164 Too many variables defined\n");
	/* The limit on references: the reference above the limit is not found. */
	write_many("other", "hist:keys=w:zz=num", ":r%u=$v%u", 15,
		   ":vals=$v15", 0, NULL);
	write_to("other", "!hist:keys=w:zz=num:r0=$v0:r1=$v1:r2=$v2:r3=$v3:r4=$v4:r5=$v5:r6=$v6:r7=$v7:r8=$v8:r9=$v9:r10=$v10:r11=$v11:r12=$v12:r13=$v13:r14=$v14:vals=$v15");
	write_to("third", "hist:keys=w:more=1");
	write_many("other", "hist:keys=w:zz=$more", ",r%u=$v%u", 15,
		   ":vals=$v15,$v14,d", -EINVAL,
		   "123 Couldn't find variable\n122 Couldn't find field\n");
	world_reset();

	/* Saved fields count as variables. */
	write_many("world", "hist:keys=w", ":v%u=num+%u", 14,
		   ":onmax($v0).save(val)", 0, NULL);
	write_many("other", "hist:keys=w", ":v%u=num+%u", 14,
		   ":onmax($v0).save(val,num)", -EINVAL,
		   "15 Couldn't create or find variable\n"
		   "15 Couldn't create field variable\n");
	write_many("other", "hist:keys=w", ":v%u=num+%u", 15,
		   ":onmax($v0).snapshot()", 0, NULL);
	write_many("third", "hist:keys=w", ":v%u=num+%u", 16,
		   ":onmax($v0).snapshot()", -EINVAL,
		   "0 Couldn't create onmax or onchange variable\n");
	world_reset();
}

static void test_many_params(void)
{
	unsigned int i;

	world_record_init(&r);
	write_many("synth", "wide u64 first", "; u64 f%u", 63, "", 0, NULL);
	write_many("world", "hist:keys=w:onmatch(unit.world).wide(num", ",num",
		   63, ")", 0, NULL);
	write_many("other", "hist:keys=w:onmatch(unit.world).wide(num", ",num",
		   64, ")", -EINVAL, "0 Too many action params\n");
	write_many("other", "hist:keys=w:onmatch(unit.world).trace(wide", ",num",
		   64, ")", 0, NULL);
	write_many("third", "hist:keys=w:onmatch(unit.world).trace(wide", ",num",
		   65, ")", -EINVAL, "0 Too many action params\n");
	write_to("wide", "hist:keys=first,f0,f62");
	fire("world", 1, 5);
	fire("other", 1, 6);
	check_rows("wide",
		   "{ first:          5, f0:          5, f62:          5 } hitcount:          1\n"
		   "{ first:          6, f0:          6, f62:          6 } hitcount:          1\n");
	world_reset();

	/* A trigger can have at most eight actions. */
	world_record_init(&r);
	write_to("synth", "lat u64 one");
	write_many("world", "hist:keys=w", ":onmatch(unit.world).lat(num)", 8, "",
		   0, NULL);
	write_many("other", "hist:keys=w", ":onmatch(unit.world).lat(num)", 9, "",
		   -EINVAL, NULL);
	write_to("lat", "hist:keys=one");
	for (i = 0; i < 3; i++)
		fire("world", 1, 5);
	check_rows("lat", "{ one:          5 } hitcount:         24\n");
	world_reset();
}

/* For a user stack, hits need scratch memory, and the histogram needs a list of files. */
static void test_user_stack(void)
{
	world_record_init(&r);
	CHECK_EQ(world_synth("blocked unsigned long[] stack; int pid"), 0);
	CHECK_EQ(world_write_to("blocked", "hist:keys=stack.ustacktrace,pid"), 0);
	CHECK_EQ(world_write("hist:keys=w:xx=num:onmax($xx).trace(blocked,common_ustacktrace,val)"), 0);
	current->pid = 16;
	fire("world", 1, 1);
	current->pid = 42;
	CHECK(strstr(world_hist_of("blocked"), "Hits: 1\n"));
	world_reset();
}

/* The first keys are forgotten after they were read, and get entries that are read last. */
static void move_keys(void)
{
	unsigned int i;

	shim_resched = NULL;
	for (i = 0; i < 10; i++)
		fire("other", i, 0);
	for (i = 1990; i < 2000; i++)
		fire("other", i, 0);
	for (i = 0; i < 10; i++)
		fire("world", i, 1);
}

static void test_moved_keys(void)
{
	world_record_init(&r);
	write_to("world", "hist:keys=w:vals=num");
	write_to("other", "hist:keys=w:size=128:onmatch(unit.world).forget()");
	for (unsigned int i = 0; i < 2000; i++)
		fire("world", i, 1);
	shim_resched = move_keys;
	CHECK(strstr(world_hist_of("world"), "\n    Hits: 1990\n    Entries: 1990\n"));
	CHECK(!shim_resched);
	CHECK(strstr(world_hist_of("world"), "\n    Hits: 1990\n    Entries: 1990\n"));
	world_reset();
}

const struct test tests[] = {
	{ "trace() passes on the user stack of a hit", test_user_stack },
	{ "onmatch() generates a synthetic event from the fields of both events", test_trace },
	{ "a parameter that names its event keeps its modifier", test_shapes },
	{ "synthetic events that generate each other end and count as dropped", test_chain },
	{ "save() stores the fields of the hit with the maximum", test_save },
	{ "save() stores stacks", test_save_stack },
	{ "onmax() and onchange() generate synthetic events", test_tracked_trace },
	{ "onmax() and onchange() take snapshots", test_snapshot },
	{ "a snapshot that is due and cannot be taken counts as lost", test_lost_snapshot },
	{ "a parameter that is a field of the other event gets a field variable", test_hidden },
	{ "a field variable's trigger takes over a long filter",
	  test_field_var_long_filter },
	{ "a field variable's trigger has the string keys of its event",
	  test_field_var_string_key },
	{ "a hit whose save() is lost is not counted as dropped", test_save_in_interrupt },
	{ "a hit gives up after 200 tries to get a guard that another CPU owns", test_guard_elsewhere },
	{ "errors of actions have the right message and column", test_action_errors },
	{ "errors of variables have the right message and column", test_variable_errors },
	{ "variables and references beyond the limits are refused", test_limits },
	{ "actions and parameters beyond the limits are refused", test_many_params },
	{ "a key that is forgotten and comes again while entries are read is read once",
	  test_moved_keys },
	{ }
};
