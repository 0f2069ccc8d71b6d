// SPDX-License-Identifier: GPL-2.0
/*
 * Writes commands, fires hits and checks the output of hist.
 * module/hist/hot/run.c builds the keys; sort.c and show.c decode them.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../../module/event/controls.h"
#include "test.h"
#include "world.h"

static struct world_record r;

/* Checks the entries that a command has after some hits, but not the totals. */
static void expect(const char *command, void (*fire)(void), const char *rows)
{
	static char got[1 << 16];
	char *end;

	world_record_init(&r);
	CHECK_EQ(world_write(command), 0);
	fire();
	strscpy(got, world_hist(), sizeof(got));
	end = strstr(got, "\nTotals:");
	if (end)
		*end = '\0';
	CHECK_STR(got, rows, command);
	world_reset();
}

static void fire_numbers(void)
{
	static const u64 values[] = { 5, ~0ULL, 5, 1ULL << 63, 0 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		r.d = values[i];
		r.q = values[i];
		r.w = values[i];
		r.i = values[i];
		r.h = values[i];
		r.s = values[i];
		r.b = values[i];
		r.c = values[i];
		r.t = values[i];
		world_fire(&r);
	}
}

static void test_numbers(void)
{
	expect("hist:keys=d:sort=d", fire_numbers,
	       "{ d:          0 } hitcount:          1\n"
	       "{ d:          5 } hitcount:          2\n"
	       "{ d: 9223372036854775808 } hitcount:          1\n"
	       "{ d: 18446744073709551615 } hitcount:          1\n");
	expect("hist:keys=q:sort=q.descending", fire_numbers,
	       "{ q:          5 } hitcount:          2\n"
	       "{ q:          0 } hitcount:          1\n"
	       "{ q: 18446744073709551615 } hitcount:          1\n"
	       "{ q: 9223372036854775808 } hitcount:          1\n");
	expect("hist:keys=c.hex:sort=c:vals=w", fire_numbers,
	       "{ c: ffffffffffffffff } hitcount:          1  w: 4294967295\n"
	       "{ c: 0 } hitcount:          2  w:          0\n"
	       "{ c: 5 } hitcount:          2  w:         10\n");
	expect("hist:keys=b.log2", fire_numbers,
	       "{ b: ~ 2^8  } hitcount:          1\n"
	       "{ b: ~ 2^0  } hitcount:          2\n"
	       "{ b: ~ 2^3  } hitcount:          2\n");
	expect("hist:keys=h.buckets=4", fire_numbers,
	       "{ h: ~ 65532-65535 } hitcount:          1\n"
	       "{ h: ~ 0-3 } hitcount:          2\n"
	       "{ h: ~ 4-7 } hitcount:          2\n");
	expect("hist:keys=t,s:sort=s,t", fire_numbers,
	       "{ t:          1, s: 18446744073709551615 } hitcount:          1\n"
	       "{ t:          0, s:          0 } hitcount:          1\n"
	       "{ t:          1, s:          0 } hitcount:          1\n"
	       "{ t:          1, s:          5 } hitcount:          2\n");
}

static void fire_names(void)
{
	static const char *const texts[] = {
		"b", "", "exactly15chars!", "abcdefgh", "abcdefghi", "b",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		/* Bytes after the NUL are not part of the string. */
		memset(r.name, 'x' + i % 3, sizeof(r.name));
		strcpy(r.name, texts[i]);
		memset(r.data, '0' + i, sizeof(r.data));
		world_set_dyn(&r, texts[i]);
		world_set_rel(&r, texts[i]);
		r.text = texts[i];
		world_fire(&r);
	}
}

static void expect_names(const char *field, const char *shown)
{
	static const struct {
		const char *text;
		int hits;
	} rows[] = {
		{ "", 1 }, { "abcdefgh", 1 }, { "abcdefghi", 1 }, { "b", 2 },
		{ "exactly15chars!", 1 },
	};
	char wanted[1000], command[100];
	unsigned int i, at = 0;

	snprintf(command, sizeof(command), "hist:keys=%s:sort=%s", field, shown);
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		at += snprintf(wanted + at, sizeof(wanted) - at,
			       "{ %s: %-50s } hitcount: %10d\n", shown,
			       rows[i].text, rows[i].hits);
	expect(command, fire_names, wanted);
}

static void test_strings(void)
{
	expect_names("name", "name");
	expect_names("dyn", "dyn");
	expect_names("rel", "rel");
	expect_names("text.string", "text");
}

/* Hits with char pointers to kernel memory, to user memory twice, and to unmapped memory. */
static void fire_user(void)
{
	static const char text[] = "of the user";
	const char *const all[] = { text, text + SHIM_USER, text + SHIM_USER + SHIM_TAG, NULL };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		r.text = all[i];
		world_fire(&r);
	}
}

static void test_user_strings(void)
{
	expect("hist:keys=text.string:sort=text", fire_user,
	       "{ text: (fault)                                            } hitcount:          1\n"
	       "{ text: of the user                                        } hitcount:          3\n");
	expect("hist:keys=text.ustring:sort=text", fire_user,
	       "{ text: (fault)                                            } hitcount:          2\n"
	       "{ text: of the user                                        } hitcount:          2\n");
}

/* Hits with a string that fills its array, or that is longer than a key can be. */
static void fire_ends(void)
{
	static char text[400];

	memcpy(r.raw, "abcde", 5);
	memcpy(r.name, "0123456789abcdef", 16);
	memset(text, 'a', sizeof(text) - 1);
	r.text = text;
	r.dyn = offsetof(struct world_record, data) | 300 << 16;
	memset(r.data, 'b', sizeof(r.data));
	world_fire(&r);
	world_fire(&r);
	text[254] = '\0';
	world_fire(&r);
	text[253] = '\0';
	world_fire(&r);
	r.text = NULL;
	world_fire(&r);
}

static void test_string_ends(void)
{
	char wanted[2000], a[256], b[256];

	expect("hist:keys=raw", fire_ends,
	       "{ raw: abcde                                              } hitcount:          5\n");
	/* As in the kernel, a NUL ends a key, here in place of the last byte. */
	expect("hist:keys=name", fire_ends,
	       "{ name: 0123456789abcde                                    } hitcount:          5\n");
	expect("hist:keys=name,raw", fire_ends,
	       "{ name: 0123456789abcde                                   , raw: abcde                                              } hitcount:          5\n");
	memset(a, 'a', 255);
	a[255] = '\0';
	memset(b, 'b', 255);
	b[255] = '\0';
	snprintf(wanted, sizeof(wanted),
		 "{ dyn: %s } hitcount:          5\n", b);
	expect("hist:keys=dyn", fire_ends, wanted);
	snprintf(wanted, sizeof(wanted),
		 "{ text: (fault)                                            } hitcount:          1\n"
		 "{ text: %.253s } hitcount:          1\n"
		 "{ text: %.254s } hitcount:          1\n"
		 "{ text: %.255s } hitcount:          2\n", a, a, a);
	expect("hist:keys=text.string:sort=text", fire_ends, wanted);
}

static void fire_large(void)
{
	memset(r.large, 'l', sizeof(r.large));
	world_fire(&r);
	r.large[299] = '\0';
	world_fire(&r);
	r.large[100] = '\0';
	world_fire(&r);
	world_fire(&r);
}

static void test_large(void)
{
	char wanted[2000], l[300];

	memset(l, 'l', 300);
	snprintf(wanted, sizeof(wanted),
		 "{ large: %.300s } hitcount:          1\n"
		 "{ large: %.299s } hitcount:          1\n"
		 "{ large: %.100s } hitcount:          2\n", l, l, l);
	expect("hist:keys=large:sort=hitcount,large.descending", fire_large,
	       wanted);
}

/* Hits with different pairs of strings that are equal when joined. */
static void fire_borders(void)
{
	world_set_dyn(&r, "abcdefgh");
	world_set_rel(&r, "");
	world_fire(&r);
	world_set_dyn(&r, "");
	world_set_rel(&r, "abcdefgh");
	world_fire(&r);
	world_set_dyn(&r, "abcdefghabcdefgh");
	world_set_rel(&r, "x");
	world_fire(&r);
	world_set_dyn(&r, "abcdefgh");
	world_set_rel(&r, "abcdefgh");
	r.d = 'x';
	world_fire(&r);
}

static void test_several_strings(void)
{
	expect("hist:keys=dyn,rel,d:sort=d,dyn,rel", fire_borders,
	       "{ dyn:                                                   , rel: abcdefgh                                          , d:          0 } hitcount:          1\n"
	       "{ dyn: abcdefgh                                          , rel:                                                   , d:          0 } hitcount:          1\n"
	       "{ dyn: abcdefghabcdefgh                                  , rel: x                                                 , d:          0 } hitcount:          1\n"
	       "{ dyn: abcdefgh                                          , rel: abcdefgh                                          , d:        120 } hitcount:          1\n");
}

static void fire_stacks(void)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		/* The key must not have histrig's frames (below 0x1000), however many they are. */
		shim_stack[0] = 0x10;
		shim_stack[1] = 0x20;
		shim_stack_depth = 2 + i;
		shim_stack[2] = 0x5000;
		shim_stack[3] = 0x6000;
		r.d = i;
		world_fire(&r);
	}
	for (i = 2; i < 64; i++)
		shim_stack[i] = i < 8 ? 0x30 : 0x10000 + i;
	shim_stack_depth = 64;
	world_fire(&r);
}

static void test_stacks(void)
{
	const char *at, *rows;
	unsigned int frames = 0;

	world_record_init(&r);
	CHECK_EQ(world_write("hist:keys=stacktrace,d"), 0);
	fire_stacks();
	rows = world_hist();
	for (at = rows; (at = strstr(at, "\n         ")); at++)
		frames++;
	CHECK_EQ(frames, 0 + 1 + 2 + 31);
	CHECK(strstr(rows, "Entries: 4\n"));
	world_reset();
}

static void fire_tasks(void)
{
	shim_task.pid = 7;
	strcpy(shim_task.comm, "seven");
	world_fire(&r);
	strcpy(shim_task.comm, "renamed");
	world_fire(&r);
	shim_task.pid = 8;
	strcpy(shim_task.comm, "eight");
	world_fire(&r);
}

static void test_tasks(void)
{
	expect("hist:keys=common_pid.execname", fire_tasks,
	       "{ common_pid: eight           [         8] } hitcount:          1\n"
	       "{ common_pid: seven           [         7] } hitcount:          2\n");
	expect("hist:keys=common_comm,common_pid:sort=common_comm", fire_tasks,
	       "{ common_comm: eight                                             , common_pid:          8 } hitcount:          1\n"
	       "{ common_comm: renamed                                           , common_pid:          7 } hitcount:          1\n"
	       "{ common_comm: seven                                             , common_pid:          7 } hitcount:          1\n");
}

static void fire_twice(void)
{
	world_fire(&r);
	world_fire(&r);
}

static void test_who(void)
{
	expect("hist:keys=common_tgid,common_uid.hex,common_cgroup", fire_twice,
	       "{ common_tgid:       1000, common_uid: bb8, common_cgroup:       5000 } hitcount:          2\n");
	expect("hist:keys=common_nspid.buckets=3000:vals=common_uid", fire_twice,
	       "{ common_nspid: ~ 3000-5999 } hitcount:          2  common_uid:       6000\n");
	expect("hist:keys=w if common_uid == 3001 || common_ppid > 0",
	       fire_twice, "");
}

static void fire_words(void)
{
	static const u32 values[] = { 0x0100007f, -2, 8, 0x08100003, 0x0200000a };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		r.w = values[i];
		world_fire(&r);
	}
}

static void fire_arrays(void)
{
	static const u8 nuls[] = { 9, 0, 0, 7, 0, 0xff };
	unsigned int i;

	for (i = 0; i < 6; i++) {
		memcpy(r.mac, nuls, sizeof(nuls));
		r.mac[5] = i / 3;
		memset(r.six, 0, sizeof(r.six));
		r.six[15] = i % 2;
		world_fire(&r);
	}
}

static unsigned int rows_of(const char *command, void (*fire)(void))
{
	unsigned int n = 0;
	const char *at;

	world_record_init(&r);
	CHECK_EQ(world_write(command), 0);
	fire();
	for (at = world_hist(); (at = strstr(at, " } hitcount:")); at++)
		n++;
	world_reset();
	return n;
}

/* The C library does not support %pI4 and the like, so test only formats of numbers. */
static void test_styles(void)
{
	expect("hist:keys=w.oct:vals=w.oct:sort=w:top=2", fire_words,
	       "{ w: 10 } hitcount:          1  w:         10\n"
	       "{ w: 100000177 } hitcount:          1  w:  100000177\n"
	       "\n... and 3 more entries\n");
	expect("hist:keys=w.signed:vals=w.signed:sort=w", fire_words,
	       "{ w:         -2 } hitcount:          1  w:         -2\n"
	       "{ w:          8 } hitcount:          1  w:          8\n"
	       "{ w:   16777343 } hitcount:          1  w:   16777343\n"
	       "{ w:   33554442 } hitcount:          1  w:   33554442\n"
	       "{ w:  135266307 } hitcount:          1  w:  135266307\n");
	expect("hist:keys=w.dev:vals=w.signed:sort=w.descending:top=3", fire_words,
	       "{ w: 129:3 } hitcount:          1  w:  135266307\n"
	       "{ w: 32:10 } hitcount:          1  w:   33554442\n"
	       "{ w: 16:127 } hitcount:          1  w:   16777343\n"
	       "\n... and 2 more entries\n");
	expect("hist:keys=1:vals=w.signed.min,w.min,w.oct.max,w.signed.p50,w.p50",
	       fire_words,
	       "{ :          1 } hitcount:          5  w.min:         -2  "
	       "w.min:          8  w.max: 37777777776  w.p50:   17825792  "
	       "w.p50:   35651584\n");
	expect("hist:keys=1:vals=d.signed.p50,d.p50", fire_numbers,
	       "{ :          1 } hitcount:          5  d.p50:          0  "
	       "d.p50:          5\n");
	CHECK_EQ(rows_of("hist:keys=mac", fire_arrays), 2);
	CHECK_EQ(rows_of("hist:keys=mac.mac,w", fire_arrays), 2);
	CHECK_EQ(rows_of("hist:keys=six.ipv6", fire_arrays), 2);
	CHECK_EQ(rows_of("hist:keys=six,mac:sort=six,mac", fire_arrays), 4);
}

static void test_styles_shown(void)
{
	static const char *const commands[] = {
		"hist:keys=w.ipv4,six.ipv6,mac.mac,mac,i.dev,s.signed:vals=hitcount:sort=hitcount:size=2048",
		"hist:keys=w.oct:vals=hitcount,w.signed,w.min.hex.signed,w.dist.usecs.signed:sort=hitcount:size=2048",
		"hist:keys=common_cgroup.path,d.path,w.flags:vals=hitcount:sort=hitcount:size=2048",
		"hist:keys=common_ustacktrace,w:vals=hitcount:st=common_ustacktrace:sort=hitcount:size=2048",
		"hist:keys=common_cpu.oct:vals=hitcount,hitcount.oct:x=w.signed:sort=hitcount:size=2048",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		CHECK_EQ(world_write(commands[i]), 0);
		CHECK(!strncmp(world_trigger(), commands[i], strlen(commands[i])));
		world_reset();
	}
}

static void fire_named(void)
{
	static const struct { u32 w; s32 i; u64 d; } hits[] = {
		{ 0, -1, 3 }, { 5, 1, 1 }, { 16, 2, 4 }, { 0x82, -1, 1 },
		{ 7, 1, 2 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hits); i++) {
		r.w = hits[i].w;
		r.i = hits[i].i;
		r.d = hits[i].d;
		world_fire(&r);
	}
}

static void test_flags(void)
{
	expect("hist:keys=w.flags:sort=w", fire_named,
	       "{ w: none                          [  0] } hitcount:          1\n"
	       "{ w: ONE|FOUR                      [  5] } hitcount:          1\n"
	       "{ w: ONE|TWO|FOUR                  [  7] } hitcount:          1\n"
	       "{ w: +                             [ 10] } hitcount:          1\n"
	       "{ w: TWO                           [ 82] } hitcount:          1\n");
	expect("hist:keys=i.flags:sort=i", fire_named,
	       "{ i: minus                         [18446744073709551615] } hitcount:          2\n"
	       "{ i: quo\"te                        [  1] } hitcount:          2\n"
	       "{ i: 0x2                           [  2] } hitcount:          1\n");
}

static void test_paths(void)
{
	expect("hist:keys=d.path:sort=d", fire_named,
	       "{ d: /                             [  1] } hitcount:          2\n"
	       "{ d: /b \"q\"                        [  3] } hitcount:          1\n"
	       "{ d: unknown_cgroup                [  2] } hitcount:          1\n"
	       "{ d: unknown_cgroup                [  4] } hitcount:          1\n");
	expect("hist:keys=common_cgroup.path,d.path:sort=common_cgroup,d.descending:top=2",
	       fire_named,
	       "{ common_cgroup: /a                            [5000], "
	       "d: unknown_cgroup                [  4] } hitcount:          1\n"
	       "{ common_cgroup: /a                            [5000], "
	       "d: unknown_cgroup                [  2] } hitcount:          1\n"
	       "\n... and 2 more entries\n");
	expect("hist:keys=d.path:x=w:onmax($x).snapshot():sort=d:top=1",
	       fire_named,
	       "{ d: /                             [  1] } hitcount:          2\n"
	       "\nSnapshot taken (see tracing/snapshot).  Details:\n"
	       "\ttriggering value { onmax($x) }:        130"
	       "\ttriggered by event with key: { d: /                             [  1] }\n"
	       "\n... and 3 more entries\n");
}

static void fire_as(void)
{
	const int pid = current->pid;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		current->pid = 16 + i / 2;
		world_fire(&r);
	}
	current->pid = pid;
}

static void test_user_stacks(void)
{
	expect("hist:keys=common_ustacktrace", fire_as,
	       "{ common_ustacktrace:\n"
	       "         0x1000\n"
	       "         /bin/\"world\"+0x11\n"
	       "         (the end)\n"
	       "} hitcount:          1\n"
	       "{ common_ustacktrace:\n"
	       "         0x1000\n"
	       "         /bin/\"world\"+0x10\n"
	       "} hitcount:          2\n");
	expect("hist:keys=common_ustacktrace,w:top=1", fire_as,
	       "{ common_ustacktrace:\n"
	       "         0x1000\n"
	       "         /bin/\"world\"+0x11\n"
	       "         (the end)\n"
	       ", w:          0} hitcount:          1\n"
	       "\n... and 1 more entries\n");
	expect("hist:keys=w:xx=common_pid:onmax($xx).save(common_ustacktrace,common_pid)",
	       fire_as,
	       "{ w:          0 } hitcount:          3\n"
	       "\tmax:         17  common_ustacktrace:\n"
	       "         0x1000\n"
	       "         /bin/\"world\"+0x11\n"
	       "         (the end)\n"
	       "  common_pid:         17\n");
}

/* A variable passes a user stack to a synthetic event. */
static void test_carried_stack(void)
{
	static char got[1 << 12];
	char *end;

	world_record_init(&r);
	CHECK_EQ(world_synth("blocked unsigned long[] stack; int pid"), 0);
	CHECK_EQ(world_write_to("blocked", "hist:keys=stack.ustacktrace,pid"), 0);
	CHECK(strstr(world_trigger_of("blocked"), "keys=stack.ustacktrace,pid:"));
	CHECK_EQ(world_write("hist:keys=w:st=common_ustacktrace"), 0);
	CHECK_EQ(world_write_to("other", "hist:keys=w:onmatch(unit.world).trace(blocked,$st,val)"), 0);
	current->pid = 16;
	world_fire(&r);
	world_fire_at("other", &r);
	strscpy(got, world_hist_of("blocked"), sizeof(got));
	end = strstr(got, "\nTotals:");
	if (end)
		*end = '\0';
	CHECK_STR(got, "{ stack.ustacktrace:\n"
		  "         0x1000\n"
		  "         /bin/\"world\"+0x10\n"
		  ", pid:          0} hitcount:          1\n", "blocked");
	world_reset();
}

static void fire_ties(void)
{
	unsigned int i;

	for (i = 0; i < 200; i++) {
		r.i = 99 - (int)i;
		r.w = i / 2;
		r.d = i % 2;
		r.num = (u64)(i * 7919 % 100) << i % 8 * 8;
		snprintf(r.name, sizeof(r.name), "%s%u", i % 3 ? "commonpart" : "", i * 7919 % 200);
		world_fire(&r);
	}
}

/* Checks that the entries are sorted by a field. */
static void check_order(const char *command, const char *field, bool descending)
{
	long long value, last = 0;
	const char *at;
	int n = 0;

	world_record_init(&r);
	CHECK_EQ(world_write(command), 0);
	fire_ties();
	for (at = world_hist(); (at = strstr(at, field)); at++, n++) {
		value = (long long)strtoull(at + strlen(field), NULL, 10);
		CHECK(!n || (descending ? value <= last : value >= last));
		last = value;
	}
	CHECK(n > 10);
	world_reset();
}

static void test_order(void)
{
	const char *at;
	char name[40], last[40] = "";
	int n = 0;

	check_order("hist:keys=i", "i: ", false);
	check_order("hist:keys=i:sort=i.descending", "i: ", true);
	check_order("hist:keys=w:vals=d:sort=d.descending,w", "w: ", false);
	check_order("hist:keys=name,i:vals=d:sort=i", ", i: ", false);
	check_order("hist:keys=i,name:sort=hitcount", "i: ", false);
	check_order("hist:keys=i:vals=w:sort=w.descending", "w: ", true);
	check_order("hist:keys=i:vals=num:sort=num", "num: ", false);
	check_order("hist:keys=num:sort=num.descending", "num: ", true);

	world_record_init(&r);
	CHECK_EQ(world_write("hist:keys=name:sort=name"), 0);
	fire_ties();
	for (at = world_hist(); (at = strstr(at, "name: ")); at++, n++) {
		CHECK_EQ(sscanf(at, "name: %39s", name), 1);
		CHECK(strcmp(last, name) < 0);
		strcpy(last, name);
	}
	CHECK_EQ(n, 200);
	world_reset();
}

static void test_life(void)
{
	static const struct {
		const char *command;
		int ret;
		const char *error;
		const char *trigger;
	} steps[] = {
		{ "hist:keys=w", 0, "",
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "hist:keys=w", -EEXIST, "Hist trigger already exists",
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "hist:keys=w:pause", 0, "",
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [paused]\n" },
		{ "hist:keys=w:cont", 0, "",
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "hist:keys=w:clear", 0, "",
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "hist:keys=i:clear", -ENOENT,
		  "Can't clear or continue a nonexistent hist trigger",
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "!hist:keys=i", 0, "",
		  "hist:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "!hist:keys=w", 0, "", "" },
		{ "hist", -EINVAL, "", "" },
		{ "hist: ", -EINVAL, "", "" },
		{ "", -EINVAL, "", "" },
		{ "!", -EINVAL, "", "" },
		{ "foo:keys=w", -EINVAL, "", "" },
		{ "hist:keys=common_timestamp:clock=nope", -EINVAL,
		  "Couldn't set trace_clock", "" },
		{ "hist:name=n:keys=w", 0, "",
		  "hist:name=n:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "hist:name=n:keys=i", -EINVAL,
		  "Named hist trigger doesn't match existing named trigger (includes variables)",
		  "hist:name=n:keys=w:vals=hitcount:sort=hitcount:size=2048 [active]\n" },
		{ "!hist:name=n:keys=w", 0, "", "" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		int ret = world_write(steps[i].command);

		if (ret != steps[i].ret)
			check_failed(__FILE__, __LINE__, "%s: %d, not %d",
				     steps[i].command, ret, steps[i].ret);
		CHECK_STR(world_error, steps[i].error, steps[i].command);
		CHECK_STR(world_trigger(), steps[i].trigger, steps[i].command);
	}
	world_reset();
}

/* The original string can be recovered from the output. */
static void test_escapes(void)
{
	static const struct {
		const char *text;
		const char *written;
	} cases[] = {
		{ "a\nb", "a\\012b" },
		{ "a\\012b", "a\\134012b" },
		{ "\\\n", "\\\\012" },
		{ "\\\\012\x7f", "\\\\134012\\177" },
		{ "\\01", "\\01" },
		{ "C:\\dir\\400", "C:\\dir\\400" },
		{ "\\01\n", "\\01\\012" },
		{ "\302\237\n\302\240\303\204", "\\302\\237\\012\302\240\303\204" },
		{ "\\302\302\200b\302\205", "\\134302\\302\\200b\\302\\205" },
	};
	char text[32];
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		strcpy(text, cases[i].text);
		len = controls_escape(text, strlen(text), sizeof(text));
		text[len] = '\0';
		CHECK_STR(text, cases[i].written, cases[i].written);
	}
	strcpy(text, "\\012");
	CHECK_EQ(controls_escape(text, 4, 6), 7);
	CHECK(!memcmp(text, "\\012", 4));
}

const struct test tests[] = {
	{ "an escaped control character differs from a string that looks like it", test_escapes },
	{ "keys and values load numbers of each width and sign", test_numbers },
	{ "keys can be strings of each kind of field", test_strings },
	{ "strings that are unterminated, too long or missing can be keys", test_string_ends },
	{ ".string reads kernel and user memory, .ustring user memory only", test_user_strings },
	{ "arrays longer than a key's string are truncated", test_large },
	{ "two strings in a key are not joined", test_several_strings },
	{ "stacks can be keys", test_stacks },
	{ ".execname shows the name of the task that created the entry", test_tasks },
	{ "ids of the current task can be keys and values", test_who },
	{ "addresses, devices, arrays and signed numbers can be keys", test_styles },
	{ "triggers show how keys and values are printed", test_styles_shown },
	{ "user stacks of files and offsets can be keys, and save() stores them", test_user_stacks },
	{ "a variable passes a user stack to a synthetic event", test_carried_stack },
	{ ".flags prints the names of the print format, and other bits as numbers", test_flags },
	{ ".path prints paths of cgroups and sorts by them, those without one last", test_paths },
	{ "entries are sorted like the kernel's", test_order },
	{ "a trigger is made, paused, cleared and removed", test_life },
	{ }
};
