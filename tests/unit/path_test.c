// SPDX-License-Identifier: GPL-2.0
/*
 * The fastest paths for hits: which fields of a record a trigger reads, which
 * function runs its hits, and when an event has a sole trigger. All tests of
 * histograms set only the fields that a sole trigger reads; see
 * world_fire_at().
 */
#include "../../module/event/event_file.h"
#include "../../module/hist/hist.h"
#include "../../module/trigger/trigger.h"
#include "interevent_world.h"

#define START	"hist:keys=val:ts=common_timestamp.usecs"
#define WAITED	"waited u64 lat; int val; u64 num"
#define PARAMS	"waited($lat,val,num)"
#define SINCE	"hist:keys=val:lat=common_timestamp.usecs-$ts:"
#define END	SINCE "onmatch(unit.world)." PARAMS

static u32 slot(size_t offset)
{
	return BIT(EVENT_SLOT(offset));
}

#define SLOT(member)	slot(offsetof(struct world_record, member))

static struct trigger *first_trigger(const char *event)
{
	return trigger_at(world_file(event), 0);
}

static enum hist_hit_form form_of(const char *event)
{
	return to_hist_trigger(first_trigger(event))->program.hit_form;
}

static void test_fields(void)
{
	const struct {
		const char *command;
		u32 fields;
	} cases[] = {
		{ "hist:keys=w", SLOT(w) },
		{ "hist:keys=q.log2:vals=s,b,c", SLOT(q) | SLOT(s) | SLOT(b) | SLOT(c) },
		{ "hist:keys=name", SLOT(name) },
		{ "hist:keys=text", SLOT(text) },
		{ "hist:keys=common_pid,common_cpu,common_timestamp", 0 },
		{ "hist:keys=common_pid.execname if common_comm == \"x\"", 0 },
		{ "hist:keys=w if i > 3 && !(raw ~ \"a*\" || t == 1)",
		  SLOT(w) | SLOT(i) | SLOT(raw) | SLOT(t) },
		{ "hist:keys=w if ptr != 0", SLOT(w) | SLOT(ptr) },
		{ "hist:keys=w:xx=d*2+q:onmax($xx).save(raw,name)",
		  SLOT(w) | SLOT(d) | SLOT(q) | SLOT(raw) | SLOT(name) },
		{ "hist:keys=w:xx=d if $xx > 3 && s == 1", SLOT(w) | SLOT(d) | SLOT(s) },
		/* These triggers need the complete record. */
		{ "hist:keys=dyn", ~0U },
		{ "hist:keys=w,rel", ~0U },
		{ "hist:keys=w:vals=num", ~0U },
		{ "hist:keys=stacktrace", ~0U },
		{ "hist:keys=frames.stacktrace", ~0U },
		{ "hist:keys=w if dyn == \"x\"", ~0U },
		{ "hist:keys=w if cpus & CPUS{1}", ~0U },
		{ "hist:keys=w:xx=dyn", ~0U },
		{ "hist:keys=w:xx=num+1", ~0U },
	};
	unsigned int i;
	u32 fields;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		world_reset();
		if (world_write(cases[i].command)) {
			check_failed(__FILE__, __LINE__, "%s is refused",
				     cases[i].command);
			continue;
		}
		fields = cases[i].fields;
		fields = fields == ~0U ? 0 : fields | EVENT_PARTIAL;
		if (first_trigger("world")->sole.fields != fields)
			check_failed(__FILE__, __LINE__, "%s: %x, not %x",
				     cases[i].command,
				     first_trigger("world")->sole.fields, fields);
	}
	world_reset();
}

static void test_sole(void)
{
	struct event_file *file;

	write_to("world", "hist:keys=w");
	file = world_file("world");
	CHECK(file->sole_now && file->sole_now == file->partial);
	write_to("world", "hist:keys=h");
	CHECK(!file->sole_now && !file->partial);
	write_to("world", "!hist:keys=w");
	CHECK(file->sole_now == &first_trigger("world")->sole);
	CHECK(file->sole_now == file->partial);
	event_file_set_mode(file, EVENT_SOME_PIDS, 0);
	CHECK(!file->sole_now && !file->partial);
	event_file_set_mode(file, 0, EVENT_SOME_PIDS);
	CHECK(file->sole_now && file->partial);
	CHECK_EQ(event_file_enable(file, true), 0);
	CHECK(!file->sole_now && !file->partial);
	CHECK_EQ(event_file_enable(file, false), 0);
	CHECK(file->sole_now && file->partial);
	write_to("world", "!hist:keys=h");
	CHECK(!file->sole_now && !file->partial);
	write_to("world", "hist:keys=dyn");
	CHECK(file->sole_now && !file->partial);
	world_reset();
}

static void test_forms(void)
{
	const struct {
		const char *command;
		enum hist_hit_form form;
	} cases[] = {
		{ "hist:keys=w", HIST_KEY_NUMBER },
		{ "hist:keys=w.log2,i", HIST_KEY_PAIR_LOG2 },
		{ "hist:keys=w,i,q.log2", HIST_KEY_THREE },
		{ "hist:keys=w,i,q.buckets=3", HIST_KEY_SHORT },
		{ "hist:keys=w,i,common_timestamp", HIST_KEY_SHORT },
		{ START, HIST_HIT_STAMP },
		{ START " if w > 3", HIST_HIT_STAMP },
		{ START ":clock=local", HIST_HIT_STAMP },
		{ START ":vals=w", HIST_HIT_INTEREVENT_NUMBER },
		{ START ":xx=w", HIST_HIT_INTEREVENT_NUMBER },
		{ "hist:keys=val:ts=w", HIST_HIT_INTEREVENT_NUMBER },
		{ "hist:keys=val:ts=common_timestamp:onmax($ts).save(val)",
		  HIST_HIT_INTEREVENT_NUMBER },
		{ "hist:keys=name:ts=common_timestamp", HIST_HIT_INTEREVENT },
		{ "hist:keys=val:vals=w.max,i.p99,i.stddev", HIST_HIT_STATS },
		{ "hist:keys=val:vals=w.max,i.p99 if w > 3", HIST_HIT_STATS },
		{ "hist:keys=val:vals=w.max:ts=common_timestamp", HIST_HIT_INTEREVENT_NUMBER },
		{ "hist:keys=name:vals=w.max", HIST_HIT_INTEREVENT },
	};
	const struct {
		const char *command;
		enum hist_hit_form form;
		const char *start;	/* or NULL for START */
	} ends[] = {
		{ END, HIST_HIT_LATENCY },
		{ END ":clock=local", HIST_HIT_INTEREVENT_NUMBER, START ":clock=local" },
		{ "hist:keys=val:lat=$ts-common_timestamp.usecs:onmatch(unit.world)." PARAMS,
		  HIST_HIT_INTEREVENT_NUMBER },
		{ SINCE "onmax($lat)." PARAMS, HIST_HIT_INTEREVENT_NUMBER },
		{ SINCE "vals=w:onmatch(unit.world)." PARAMS,
		  HIST_HIT_INTEREVENT_NUMBER },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		write_to("world", cases[i].command);
		if (form_of("world") != cases[i].form)
			check_failed(__FILE__, __LINE__, "%s: form %u",
				     cases[i].command, form_of("world"));
		world_reset();
	}
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		write_to("synth", WAITED);
		write_to("world", ends[i].start ?: START);
		write_to("other", ends[i].command);
		if (form_of("other") != ends[i].form)
			check_failed(__FILE__, __LINE__, "%s: form %u",
				     ends[i].command, form_of("other"));
		world_reset();
	}
}

/* Makes the first trigger of an event use the general function for its hits. */
static void forget_form(const char *event)
{
	struct trigger *trigger = first_trigger(event);

	to_hist_trigger(trigger)->program.hit_form = HIST_HIT_INTEREVENT_NUMBER;
	trigger->state &= TRIGGER_FLAGS;
	trigger->state |= TRIGGER_FORM(HIST_HIT_INTEREVENT_NUMBER);
}

static void fire_val(const char *event, s32 val, u64 num)
{
	r.val = val;
	r.d = num;
	r.num = num;
	r.i = val;
	world_fire_at(event, &r);
}

/*
 * Returns the histograms of three events after hits of world, which start
 * latencies, and of other, which end them. Some hits find no start, or one that
 * was used already. There are more keys than entries, so hits are dropped. The
 * keys include 0, and the one that is stored as 0. With @forget, general
 * functions run the hits, not the fast ones.
 */
static const char *latencies(const char *start, const char *end, bool forget)
{
	static char got[1 << 20];
	unsigned int i, len;

	write_to("synth", "waited u64 lat; int val; u64 num");
	write_to("world", start);
	write_to("other", end);
	write_to("waited", "hist:keys=val,num:vals=lat.max:sort=val,num");
	if (forget) {
		forget_form("world");
		forget_form("other");
	}
	world_record_init(&r);
	for (i = 0; i < 600; i++) {
		fire_val("world", i % 200 - 20, i);
		fire_val("other", i % 70 - 30, i);
		fire_val("other", i % 200 - 20, i);
		fire_val("other", i % 200 - 20, i);
	}
	len = scnprintf(got, sizeof(got), "%s", world_hist_of("world"));
	len += scnprintf(got + len, sizeof(got) - len, "%s",
			 world_hist_of("other"));
	scnprintf(got + len, sizeof(got) - len, "%s", world_hist_of("waited"));
	world_reset();
	return got;
}

static void compare(const char *start, const char *end)
{
	static char wanted[1 << 20];

	strscpy(wanted, latencies(start, end, true), sizeof(wanted));
	CHECK(strstr(wanted, "num: "));
	CHECK_STR(latencies(start, end, false), wanted, end);
}

static void test_latency(void)
{
	compare("hist:keys=i:sort=i:ts=common_timestamp.usecs",
		"hist:keys=i:sort=i:lat=common_timestamp.usecs-$ts:onmatch(unit.world).waited($lat,val,num)");
	compare("hist:keys=i:sort=i:ts=common_timestamp:size=128",
		"hist:keys=i:sort=i:lat=common_timestamp-$ts:size=128:onmatch(unit.world).waited($lat,val,num)");
	compare("hist:keys=i:sort=i:ts=common_timestamp if d & 1",
		"hist:keys=i:sort=i:lat=common_timestamp-$ts:onmatch(unit.world).waited($lat,val,num) if d > 90");
}

const struct test tests[] = {
	{ "a trigger knows which fields its hits read", test_fields },
	{ "a sole trigger is one whose event has no other users", test_sole },
	{ "each kind of trigger gets the function that is specialized for it", test_forms },
	{ "the specialized functions measure the same latencies as the general one", test_latency },
	{ }
};
