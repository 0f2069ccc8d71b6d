// SPDX-License-Identifier: GPL-2.0
/*
 * The lifetime of triggers that refer to each other: the order in which they
 * can be removed. Also checks that a command that fails at any point leaves no
 * trigger, no reference and no memory.
 */
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "../../module/dispatch/commands.h"
#include "../../module/hist/read/show.h"
#include "../../module/hist/trigger/hist_trigger.h"
#include "../../module/hist/trigger/take.h"
#include "interevent_world.h"

/* Each trigger refers to the previous one. */
static const struct step chain[] = {
	{ "world", "hist:keys=w:xx=num:tt=dyn" },
	{ "other", "hist:keys=w:yy=num-$xx:t2=$tt" },
	{ "third", "hist:keys=w:zz=$yy:onmatch(unit.world).lat($zz,$xx,unit.other.$t2)" },
	{ "lat", "hist:keys=one:aa=two" },
	{ "world", "hist:keys=w:bb=$aa+$zz:onmax($bb).save(val,name)" },
};

static void make_chain(void)
{
	write_to("synth", "lat u64 one; u64 two; char[] three");
	RUN(chain);
}

static void hit_all(void)
{
	unsigned int i;

	world_record_init(&r);
	for (i = 0; i < 3; i++) {
		fire("world", i, i);
		fire("other", i, i);
		fire("third", i, i);
	}
}

static void test_busy(void)
{
	static const struct step steps[] = {
		{ "world", "!hist:keys=w:xx=num:tt=dyn", -EBUSY },
		{ "other", "!hist:keys=w:yy=num-$xx:t2=$tt", -EBUSY },
		{ "third", "!hist:keys=w:zz=$yy:onmatch(unit.world).lat($zz,$xx,unit.other.$t2)",
		  -EBUSY },
		{ "lat", "!hist:keys=one:aa=two", -EBUSY },
		{ "synth", "!lat", -EBUSY },
		{ "world", "!hist:keys=w:bb=$aa+$zz:onmax($bb).save(val,name)" },
		{ "world", "!hist:keys=w:xx=num:tt=dyn", -EBUSY },
		{ "lat", "!hist:keys=one:aa=two" },
		{ "synth", "!lat", -EBUSY },
		{ "third", "!hist:keys=w:zz=$yy:onmatch(unit.world).lat($zz,$xx,unit.other.$t2)" },
		{ "synth", "!lat" },
		{ "world", "!hist:keys=w:xx=num:tt=dyn", -EBUSY },
		{ "other", "!hist:keys=w:yy=num-$xx:t2=$tt" },
		{ "world", "!hist:keys=w:xx=num:tt=dyn" },
	};

	make_chain();
	hit_all();
	CHECK(hist_trigger_referenced(world_file("world")));
	CHECK(hist_trigger_referenced(world_file("lat")));
	RUN(steps);
	CHECK_STR(world_triggers(), "world\nother\nthird\n", "all gone");
	world_reset();
}

/*
 * References that would close a circle of triggers, so that none could be
 * removed. In all cases, the error is in the same column of the command.
 */
static void test_circle(void)
{
	static const struct step filter[] = {
		{ "world", "hist:name=AA:keys=w:tt=num" },
		{ "other", "hist:keys=w:uu=num-$tt" },
		{ "third", "hist:name=AA:keys=w:tt=num if $uu > 5", -EINVAL,
		  "30 The variable's histogram must be older than that of name=; remove all triggers of this name and add them again\n" },
		{ "other", "!hist:keys=w:uu=num-$tt" },
		{ "world", "!hist:name=AA:keys=w:tt=num" },
	};
	/* uu is removed with its event, and defined again with a reference to AA. */
	static const struct step before[] = {
		{ "other", "hist:keys=w:uu=num" },
		{ "world", "hist:name=AA:keys=w:tt=num:vv=$uu" },
	};
	static const struct step after[] = {
		{ "other", "hist:keys=w:uu=num-$tt" },
		{ "third", "hist:name=AA:keys=w:tt=num:vv=$uu", -EINVAL,
		  "30 The variable's histogram must be older than that of name=; remove all triggers of this name and add them again\n" },
		{ "other", "!hist:keys=w:uu=num-$tt" },
	};
	/* A newer histogram without references does not close a circle. */
	static const struct step open[] = {
		{ "world", "hist:name=AA:keys=w:tt=num" },
		{ "other", "hist:keys=w:uu=num" },
		{ "third", "hist:name=AA:keys=w:tt=num if $uu > 5" },
		{ "other", "!hist:keys=w:uu=num", -EBUSY },
		{ "third", "!hist:name=AA:keys=w:tt=num if $uu > 5" },
	};

	RUN(filter);
	RUN(before);
	trigger_remove_kinds(world_file("other"), ~0);
	RUN(after);
	trigger_remove_kinds(world_file("world"), ~0);
	RUN(open);
	world_reset();
}

/*
 * Two triggers with the same command have different programs: the stack is a
 * field of the second trigger's event, so only hits of that event walk the
 * stack.
 */
static void test_own_walk(void)
{
	static const char walk[] =
		"hist:name=nn:keys=w:onmatch(unit.other).us(unit.other.common_ustacktrace)";

	write_to("synth", "us unsigned long[] st");
	write_to("other", "hist:keys=w:synthetic_common_ustacktrace=common_stacktrace");
	write_to("third", walk);
	write_to("other", walk);
	write_to("us", "hist:keys=st.stacktrace");
	/* world.c aborts if a stack is walked without being needed. */
	hit_all();
	hit_all();
	CHECK(strstr(world_hist_of("us"), "Hits: 12\n"));
	trigger_remove_kinds(world_file("third"), ~0);
	hit_all();
	trigger_remove_kinds(world_file("other"), ~0);
	world_reset();
}

/* Calls a function with each order of some numbers. */
static void permute(unsigned int *order, unsigned int nr, unsigned int fixed,
		    void (*run)(const unsigned int *order, unsigned int nr))
{
	unsigned int i;

	if (fixed == nr) {
		run(order, nr);
		return;
	}
	for (i = fixed; i < nr; i++) {
		swap(order[fixed], order[i]);
		permute(order, nr, fixed + 1, run);
		swap(order[fixed], order[i]);
	}
}

/* Removes triggers by commands. A trigger must stay while others refer to it. */
static void remove_in_order(const unsigned int *order, unsigned int nr)
{
	char command[300];
	bool gone[ARRAY_SIZE(chain)] = { false };
	unsigned int i, round;
	int ret;

	make_chain();
	for (round = 0; round < nr; round++)
		for (i = 0; i < nr; i++) {
			const struct step *step = &chain[order[i]];

			hit_all();
			snprintf(command, sizeof(command), "!%s",
				 step->command);
			ret = world_write_to(step->event, command);
			/* A trigger that was removed already may give any errno. */
			CHECK(gone[order[i]] || !ret || ret == -EBUSY);
			gone[order[i]] |= !ret;
		}
	CHECK_STR(world_triggers(), "world\nother\nthird\nlat\n", "all gone");
	world_reset();
}

/*
 * Removes all triggers of each event, in the given order, as when events are removed:
 * also triggers that others refer to.
 */
static void drop_in_order(const unsigned int *order, unsigned int nr)
{
	static const char *const events[] = { "world", "other", "third", "lat" };
	unsigned int i;

	make_chain();
	for (i = 0; i < nr; i++) {
		hit_all();
		trigger_remove_kinds(world_file(events[order[i]]), ~0);
	}
	world_reset();
}

/* Like drop_in_order(), for the hidden triggers of field variables. */
static void drop_hidden_in_order(const unsigned int *order, unsigned int nr)
{
	static const char *const events[] = { "world", "other", "third", "lat" };
	static const struct step steps[] = {
		{ "synth", "lat u64 one; char[] two" },
		{ "world", "hist:keys=w" },
		{ "other", "hist:keys=w:onmatch(unit.world).lat(unit.world.num,unit.world.name)" },
		{ "third", "hist:keys=w:onmatch(unit.other).lat(unit.world.num,dyn)" },
		{ "third", "hist:keys=w:onmatch(unit.third).lat(num,unit.other.name)" },
		{ "lat", "hist:keys=one:size=128" },
	};
	unsigned int i;

	RUN(steps);
	for (i = 0; i < nr; i++) {
		hit_all();
		trigger_remove_kinds(world_file(events[order[i]]), ~0);
	}
	world_reset();
}

static void test_orders(void)
{
	unsigned int order[] = { 0, 1, 2, 3, 4 };

	permute(order, 5, 0, remove_in_order);
	permute(order, 4, 0, drop_in_order);
	permute(order, 4, 0, drop_hidden_in_order);
}

static void test_named(void)
{
	static const struct step steps[] = {
		{ "world", "hist:name=nn:keys=w:xx=num" },
		{ "other", "hist:name=nn:keys=w:xx=num" },
		{ "third", "hist:keys=w:vals=$xx" },
		/*
		 * While third reads the variable, each trigger of the named histogram
		 * must define it, so none can be removed.
		 */
		{ "world", "!hist:name=nn:keys=w:xx=num", -EBUSY },
		{ "other", "!hist:name=nn:keys=w:xx=num", -EBUSY },
		{ "third", "hist:name=nn:keys=w:xx=num*2", -EINVAL,
		  "5 Named hist trigger doesn't match existing named trigger (includes variables)\n" },
	};
	static const struct step rest[] = {
		{ "third", "!hist:keys=w:vals=$xx" },
		{ "world", "!hist:name=nn:keys=w:xx=num" },
		{ "third", "hist:keys=w:vals=$xx" },
		{ "other", "!hist:name=nn:keys=w:xx=num", -EBUSY },
		{ "third", "!hist:keys=w:vals=$xx" },
		{ "other", "!hist:name=nn:keys=w:xx=num" },
	};

	world_record_init(&r);
	RUN(steps);
	fire("world", 1, 5);
	fire("third", 1, 0);
	fire("other", 1, 7);
	fire("third", 1, 0);
	check_rows("third", "{ w:          1 } hitcount:          2  xx:         12\n");
	check_rows("world", "{ w:          1 } hitcount:          2\n");
	RUN(rest);
	world_reset();
}

/* A histogram outlives the instance of the trigger that created it. */
static void test_named_elsewhere(void)
{
	static char command[] = "hist:name=nn:keys=w:xx=num:onmax($xx).snapshot()";
	struct instance *instance = calloc(1, sizeof(*instance));
	struct event_file *file;
	char *text = strdup(command);
	LIST_HEAD(gone);

	world_reset();
	INIT_LIST_HEAD(&instance->files);
	instance->tracer = tracer_nop;
	file = event_file_make(&world_event, instance, &instance->files, 0);
	CHECK_EQ(trigger_write(file, text), 0);
	CHECK(instance->condition);
	write_to("other", command);
	trigger_remove_kinds(file, ~0);
	event_file_unlink(file, &gone);
	event_file_drop(file);
	free(instance);
	free(text);
	hit_all();
	CHECK(strstr(world_hist_of("other"), "Hits: 3\n"));
	write_to("other", "!hist:name=nn:keys=w:xx=num:onmax($xx).snapshot()");
	world_reset();
}

/*
 * A histogram outlives the event of the trigger that created it, for example if
 * the event's module is unloaded.
 */
static void test_named_module(void)
{
	static char command[] = "hist:name=nn:keys=w:xx=num:onmax($xx).snapshot()";
	struct event_file *file;
	char *text = strdup(command);
	LIST_HEAD(gone);

	world_reset();
	file = event_file_make(&world_event, &main_instance,
			       &main_instance.files, 0);
	CHECK_EQ(trigger_write(file, text), 0);
	write_to("other", command);
	trigger_remove_kinds(file, ~0);
	event_file_unlink(file, &gone);
	event_file_drop(file);
	free(text);
	CHECK(main_instance.condition);
	write_to("other", "!hist:name=nn:keys=w:xx=num:onmax($xx).snapshot()");
	CHECK(!main_instance.condition);
	world_reset();
}

/* A saved field may be a number in one event and a string in another. */
static void test_named_save(void)
{
	static const struct step steps[] = {
		{ "synth", "number u64 w; u64 ff" },
		{ "synth", "text u64 w; char ff[]" },
		{ "synth", "chars u64 w; char ff[16]" },
		{ "synth", "stack u64 w; unsigned long ff[]" },
		{ "number", "hist:name=nn:keys=w:aa=w:onmax($aa).save(ff)" },
		{ "text", "hist:name=nn:keys=w:aa=w:onmax($aa).save(ff)", -EINVAL,
		  "5 Named hist trigger doesn't match existing named trigger (includes variables)\n" },
		{ "number", "!hist:name=nn:keys=w:aa=w:onmax($aa).save(ff)" },
		{ "text", "hist:name=nn:keys=w:aa=w:onmax($aa).save(ff)" },
		{ "chars", "hist:name=nn:keys=w:aa=w:onmax($aa).save(ff)" },
		{ "number", "hist:name=nn:keys=w:aa=w:onmax($aa).save(ff)", -EINVAL,
		  "5 Named hist trigger doesn't match existing named trigger (includes variables)\n" },
	};

	RUN(steps);
	world_reset();
}

/* A trigger of a named histogram reads variables that other triggers of it set. */
static void test_named_itself(void)
{
	world_record_init(&r);
	write_to("world", "hist:name=nn:keys=w:vals=num:xx=num");
	write_to("other", "hist:keys=w:yy=$xx");
	write_to("third", "hist:name=mm:keys=w:zz=$xx");
	run_step(&(struct step){ "other", "hist:name=mm:keys=w:zz=$xx" });
	hit_all();
	trigger_remove_kinds(world_file("world"), ~0);
	hit_all();
	trigger_remove_kinds(world_file("third"), ~0);
	hit_all();
	world_reset();
}

/* A histogram is not freed while a reader prints it. */
static void test_reader(void)
{
	static char text[1 << 16];
	struct seq_file *m = &(struct seq_file){ text, sizeof(text) };
	struct trigger *trigger;
	struct hist_sorted s;
	u32 row;

	make_chain();
	hit_all();
	trigger = trigger_at(world_file("world"), 1);
	CHECK_EQ(hist_sorted_make(&s, trigger_hist(trigger),
				  trigger_hist(trigger)->map), 0);
	CHECK_EQ(hist_sorted_set_trigger(&s, trigger), 0);
	trigger_remove_kinds(world_file("world"), ~0);
	trigger_remove_kinds(world_file("lat"), ~0);
	for (row = 0; row < s.nr_entries; row++)
		hist_show_entry(m, &s, hist_sorted_entry(&s, row));
	hist_show_trigger(m, s.hist, s.filter, s.paused);
	CHECK(strstr(text, "bb=$aa+$zz"));
	hist_sorted_free(&s);
	world_reset();
}

/* Triggers that the commands below refer to. */
static const struct step base[] = {
	{ "synth", "lat u64 one; u64 two; char[] three" },
	{ "world", "hist:keys=w if num < 5" },
	{ "world", "hist:keys=w:xx=num:tt=dyn" },
	{ "other", "hist:name=nn:keys=w:yy=num" },
};

static const struct step orders[] = {
	{ "third", "hist:keys=w" },
	{ "third", "hist:name=new:keys=w,dyn,common_pid.execname:vals=num,d if w > 3" },
	{ "third", "hist:keys=w:aa=num,bb=dyn:cc=num+val*2-1:dd=-(num):ee=2*3" },
	{ "third", "hist:keys=w:vals=$xx+$yy,unit.world.$xx:zz=$tt" },
	{ "third", "hist:keys=w:aa=num:onmax($aa).save(val,name,common_stacktrace)" },
	{ "third", "hist:keys=w,dyn:aa=num:onchange($aa).snapshot()" },
	{ "third", "hist:keys=w:aa=num:onchange($aa).trace(lat,num,$aa,name)" },
	{ "third", "hist:keys=w:aa=$xx:onmatch(unit.world).lat($xx,$aa,$tt):onmax($aa).lat(num,num,dyn)" },
	{ "third", "hist:keys=w:onmatch(unit.world).lat(unit.world.num,unit.world.d1,unit.world.name)",
	  -EINVAL },
	{ "third", "hist:keys=w:onmatch(unit.world).lat(unit.world.num,num,unit.world.name)" },
	{ "third", "hist:name=nn:keys=w:yy=num" },
	{ "third", "hist:name=ii:keys=w:vals=num.p50:xx=num:interval=1s" },
	{ "other", "!hist:name=nn:keys=w:yy=num" },
	{ "world", "!hist:keys=w:xx=num:tt=dyn" },
	{ "lat", "hist:keys=one,two:kk=three" },
};

/* Runs commands while allocation @nr fails; unless @once, all later ones fail, too. */
static int try_order(const struct step *order, int nr, bool once)
{
	static char before[1 << 16];
	const void *condition = main_instance.condition;
	long live = shim_live;
	int ret;

	strscpy(before, world_triggers(), sizeof(before));
	shim_fail_after = nr;
	shim_fail_once = once;
	ret = world_write_to(order->event, order->command);
	shim_fail_after = -1;
	if (!ret)
		return 0;
	CHECK(ret == -ENOMEM || ret == -EINVAL);
	CHECK_STR(world_triggers(), before, order->command);
	if (shim_live != live || main_instance.condition != condition)
		check_failed(__FILE__, __LINE__, "%s, %d: %ld", order->command,
			     nr, shim_live - live);
	return ret;
}

static void test_memory(void)
{
	unsigned int i, once;
	int nr, ret;

	for (once = 0; once < 2; once++)
		for (i = 0; i < ARRAY_SIZE(orders); i++) {
			RUN(base);
			for (nr = 0; nr < 300; nr++) {
				ret = try_order(&orders[i], nr, once);
				if (!ret)
					break;
				hit_all();
			}
			if (!orders[i].ret)
				CHECK(!ret && nr > 4);
			hit_all();
			world_reset();
		}
}

/* Takes a histogram. Returns the number of its hits, or an errno. */
static s64 take(struct trigger *trigger)
{
	struct hist *hist = trigger_hist(trigger);
	struct hist_sorted s;
	s64 ret = hist_take_start(hist);

	if (!ret)
		ret = hist_sorted_make(&s, hist, hist->taken);
	if (ret)
		return ret;
	ret = s.hits;
	hist_take_end(hist);
	hist_sorted_free(&s);
	return ret;
}

/* A take whose allocations fail takes no hits; the next take contains these hits. */
static void try_takes(const char *command)
{
	struct trigger *trigger;
	s64 hits = 0, taken = 0, ret;
	int nr, round;

	write_to("world", command);
	trigger = trigger_at(world_file("world"), 0);
	for (round = 0; round < 2; round++) {
		for (nr = 0, ret = -ENOMEM; ret < 0 && nr < 100; nr++) {
			hit_all();
			hits += 3;
			shim_fail_after = nr;
			ret = take(trigger);
			shim_fail_after = -1;
			CHECK(ret > 0 || ret == -ENOMEM);
			taken += max_t(s64, ret, 0);
		}
		CHECK(ret > 0 && nr > 2);
		taken += take(trigger);
		CHECK_EQ(taken, hits);
		CHECK_EQ(take(trigger), 0);
	}
	world_reset();
}

static void test_takes(void)
{
	world_record_init(&r);
	try_takes("hist:keys=w");
	try_takes("hist:keys=w,num:vals=val");
	try_takes("hist:keys=w:vals=num.max,num.p99");
	try_takes("hist:keys=w:xx=num");
	try_takes("hist:keys=w:xx=num:onmax($xx).save(val,name)");
}

static u64 missed_hits;

static u64 count_missed(const struct event_file *file)
{
	return missed_hits;
}

/* If hits are lost after a take was read, the next take counts them. */
static void test_losses_of_takes(void)
{
	const struct event_class *class = world_event.class;
	struct event_class losing = *class;
	struct hist_sorted s;
	struct hist *hist;

	missed_hits = 0;
	losing.missed = count_missed;
	world_event.class = &losing;
	write_to("world", "hist:keys=w");
	hist = trigger_hist(trigger_at(world_file("world"), 0));
	missed_hits = 3;
	CHECK_EQ(hist_take_start(hist), 0);
	CHECK_EQ(hist_sorted_make(&s, hist, hist->taken), 0);
	CHECK_EQ(s.lost[HIST_LOST_MISSED], 3);
	missed_hits = 5;
	hist_take_end(hist);
	hist_sorted_free(&s);
	CHECK_EQ(hist_take_start(hist), 0);
	CHECK_EQ(hist_sorted_make(&s, hist, hist->taken), 0);
	CHECK_EQ(s.lost[HIST_LOST_MISSED], 2);
	hist_take_end(hist);
	hist_sorted_free(&s);
	/* A clear removes losses as well. */
	missed_hits = 6;
	hist_clear(hist);
	CHECK_EQ(hist_take_start(hist), 0);
	CHECK_EQ(hist_sorted_make(&s, hist, hist->taken), 0);
	CHECK_EQ(s.lost[HIST_LOST_MISSED], 0);
	hist_take_end(hist);
	hist_sorted_free(&s);
	world_event.class = class;
	world_reset();
}

/* Ends an interval. Returns the hits of the stored interval, or 0. */
static u64 end_interval(struct hist *hist)
{
	struct hist_interval *interval = hist->interval;
	unsigned long nr = interval->nr;
	struct hist_sorted s;
	u64 hits;

	CHECK_EQ(interval->timer.function(&interval->timer), HRTIMER_RESTART);
	shim_run_works();
	if (interval->nr == nr)
		return 0;
	CHECK(hist_interval_read(&s, hist));
	CHECK(s.end > s.start);
	hits = s.hits;
	hist_sorted_free(&s);
	return hits;
}

/* If allocations fail, the counts of an interval are added to the next one. */
static void try_intervals(const char *command)
{
	struct hist_sorted s;
	struct hist *hist;
	u64 hits = 0, kept = 0, last = 0;
	int nr;

	write_to("world", command);
	hist = trigger_hist(trigger_at(world_file("world"), 0));
	CHECK(!hist_interval_read(&s, hist));
	for (nr = 0; !last && nr < 100; nr++) {
		hit_all();
		hits += 3;
		shim_fail_after = nr;
		last = end_interval(hist);
		shim_fail_after = -1;
		kept += last;
	}
	CHECK(last && nr > 2);
	kept += end_interval(hist);
	CHECK_EQ(kept, hits);
	CHECK_EQ(end_interval(hist), 0);
	hit_all();
	CHECK_EQ(end_interval(hist), 3);
	CHECK(hist_interval_read(&s, hist));
	hit_all();
	hist->interval->timer.function(&hist->interval->timer);
	hist_clear(hist);
	shim_run_works();
	CHECK_EQ(end_interval(hist), 0);
	/* A reader may continue after the trigger was removed. */
	trigger_remove_kinds(world_file("world"), ~0);
	CHECK_EQ(s.hits, 3);
	hist_sorted_free(&s);
	world_reset();
}

static void test_intervals(void)
{
	world_record_init(&r);
	try_intervals("hist:keys=w:interval=1ms");
	try_intervals("hist:keys=w:vals=num.max,num.p99:interval=1ms");
	try_intervals("hist:keys=w:xx=num:interval=1ms");
}

/*
 * Each valid command for the event third must fail while no probe can be registered,
 * and succeed after that.
 */
static void test_probe(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		struct step order = orders[i];

		if (strcmp(order.event, "third") || order.ret)
			continue;
		RUN(base);
		order.ret = -EEXIST;
		shim_probe_error = -EEXIST;
		run_step(&order);
		shim_probe_error = 0;
		order.ret = 0;
		run_step(&order);
		hit_all();
		world_reset();
	}
}

static void no_op(struct trigger *trigger, const void *record)
{
}

static void no_free(struct trigger *trigger)
{
}

static void fire_once(void)
{
	fire("world", 1, 1);
}

/* While hits leave the fast path, histograms count, whatever the new trigger needs. */
static void test_window(void)
{
	static const struct trigger_command command = {
		.name = "enable_event",
		.kind = TRIGGER_SWITCH_EVENT,
		.when = TRIGGER_BEFORE_RECORD,
		.hit = no_op,
		.free = no_free,
	};
	struct trigger trigger = { .command = &command };

	world_record_init(&r);
	write_to("world", "hist:keys=w");
	trigger.file = world_file("world");
	shim_at_wait = fire_once;
	CHECK_EQ(trigger_add(&trigger), 0);
	trigger_remove(&trigger);
	shim_at_wait = NULL;
	fire_once();
	check_rows("world", "{ w:          1 } hitcount:          4\n");
	world_reset();
}

const struct test tests[] = {
	{ "hits while a trigger of another kind is added or removed are counted", test_window },
	{ "references between triggers cannot close a circle", test_circle },
	{ "each trigger has the files of the stacks that its own hits walk", test_own_walk },
	{ "a trigger that others refer to cannot be removed", test_busy },
	{ "triggers that refer to each other are removed in any order", test_orders },
	{ "each trigger of a named histogram has its variables", test_named },
	{ "a named histogram outlives the instance of its first trigger", test_named_elsewhere },
	{ "a named histogram outlives the module of its first event", test_named_module },
	{ "save() in a named histogram stores the fields that the event has", test_named_save },
	{ "a trigger reads variables of its own named histogram", test_named_itself },
	{ "a reader can print triggers that are removed at the same time", test_reader },
	{ "a command whose allocation fails undoes all its changes", test_memory },
	{ "hits whose take fails are in the next take", test_takes },
	{ "losses while a take is read are in the next take", test_losses_of_takes },
	{ "hits whose interval cannot be stored are in a later interval", test_intervals },
	{ "a command whose probe is refused undoes all its changes", test_probe },
	{ }
};
