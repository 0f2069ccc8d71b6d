// SPDX-License-Identifier: GPL-2.0
/* Tests of module/hist/parse/spec.c: parses the fields of commands. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "test.h"
#include "world.h"

static struct hist_spec spec;

static const struct hist_field *key(unsigned int i)
{
	return &spec.fields[spec.program.nr_vals + i];
}

static void test_kinds(void)
{
	static const struct {
		const char *key;
		enum hist_op_code code;
		enum hist_hit_form form;
		unsigned int words;
	} cases[] = {
		{ "d", HIST_OP_U64, HIST_KEY_NUMBER, 1 },
		{ "q", HIST_OP_U64, HIST_KEY_NUMBER, 1 },
		{ "w", HIST_OP_U32, HIST_KEY_NUMBER, 1 },
		{ "i", HIST_OP_S32, HIST_KEY_NUMBER, 1 },
		{ "h", HIST_OP_U16, HIST_KEY_NUMBER, 1 },
		{ "s", HIST_OP_S16, HIST_KEY_NUMBER, 1 },
		{ "b", HIST_OP_U8, HIST_KEY_NUMBER, 1 },
		{ "c", HIST_OP_S8, HIST_KEY_NUMBER, 1 },
		{ "t", HIST_OP_U8, HIST_KEY_NUMBER, 1 },
		{ "cpu", HIST_OP_U8, HIST_KEY_NUMBER, 1 },
		{ "text", HIST_OP_U64, HIST_KEY_NUMBER, 1 },
		{ "ptr", HIST_OP_U64, HIST_KEY_NUMBER, 1 },
		{ "ptr.sym-offset", HIST_OP_U64, HIST_KEY_NUMBER, 1 },
		{ "unit.world.w", HIST_OP_U32, HIST_KEY_NUMBER, 1 },
		{ "common_pid", HIST_OP_PID, HIST_KEY_NUMBER, 1 },
		{ "common_cpu", HIST_OP_CPU, HIST_KEY_NUMBER, 1 },
		{ "CPU", HIST_OP_CPU, HIST_KEY_NUMBER, 1 },
		{ "w.log2", HIST_OP_U32, HIST_KEY_WORD, 1 },
		{ "w.buckets=10", HIST_OP_U32, HIST_KEY_WORD, 1 },
		{ "w.bucket=0x10", HIST_OP_U32, HIST_KEY_WORD, 1 },
		{ "common_flags", HIST_OP_CONTEXT_FLAGS, HIST_KEY_WORD, 1 },
		{ "common_preempt_count", HIST_OP_PREEMPT_COUNT,
		  HIST_KEY_WORD, 1 },
		{ "common_type", HIST_OP_TYPE, HIST_KEY_WORD, 1 },
		{ "common_tgid", HIST_OP_TASK_ID, HIST_KEY_WORD, 1 },
		{ "common_cgroup.hex", HIST_OP_TASK_ID, HIST_KEY_WORD, 1 },
		{ "common_uid,w", HIST_OP_TASK_ID, HIST_KEY_SHORT, 2 },
		{ "common_timestamp", HIST_OP_TIME, HIST_KEY_WORD, 1 },
		{ "common_timestamp.usecs", HIST_OP_TIME, HIST_KEY_WORD, 1 },
		{ "5", HIST_OP_CONST, HIST_KEY_WORD, 1 },
		{ "w,i", HIST_OP_U32, HIST_KEY_PAIR, 2 },
		{ "w.oct", HIST_OP_U32, HIST_KEY_NUMBER, 1 },
		{ "w.dev", HIST_OP_U32, HIST_KEY_NUMBER, 1 },
		{ "w.ipv4", HIST_OP_U32, HIST_KEY_NUMBER, 1 },
		{ "w.signed", HIST_OP_S32, HIST_KEY_NUMBER, 1 },
		{ "h.signed", HIST_OP_S16, HIST_KEY_NUMBER, 1 },
		{ "b.signed,common_uid.signed", HIST_OP_S8, HIST_KEY_SHORT, 2 },
		{ "mac", HIST_OP_BYTES, HIST_KEY_SHORT, 1 },
		{ "mac.mac", HIST_OP_BYTES, HIST_KEY_SHORT, 1 },
		{ "six", HIST_OP_BYTES, HIST_KEY_SHORT, 2 },
		{ "six.ipv6,mac.mac", HIST_OP_BYTES, HIST_KEY_SHORT, 3 },
		{ "name.ipv6", HIST_OP_BYTES, HIST_KEY_SHORT, 2 },
		{ "$x:x=w.ipv4", HIST_OP_U32, HIST_KEY_NUMBER, 1 },
		{ "name", HIST_OP_CHARS, HIST_KEY_COMM, 2 },
		{ "common_comm", HIST_OP_COMM, HIST_KEY_COMM, 2 },
		{ "w,i.log2", HIST_OP_U32, HIST_KEY_PAIR_LOG2, 2 },
		{ "w,i,h", HIST_OP_U32, HIST_KEY_THREE, 3 },
		{ "w,i.log2,common_type", HIST_OP_U32, HIST_KEY_SHORT, 3 },
		{ "w,i.log2,h.log2", HIST_OP_U32, HIST_KEY_THREE, 3 },
		{ "raw", HIST_OP_CHARS, HIST_KEY_SHORT, 1 },
		{ "raw,name", HIST_OP_CHARS, HIST_KEY_SHORT, 3 },
		{ "w,i,h,s,b,c,t,d", HIST_OP_U32, HIST_KEY_SHORT, 8 },
		{ "dyn", HIST_OP_STRING, HIST_KEY_LONG, HIST_STRING_WORDS },
		{ "rel", HIST_OP_REL_STRING, HIST_KEY_LONG, HIST_STRING_WORDS },
		{ "text.string", HIST_OP_POINTER_STRING, HIST_KEY_LONG,
		  HIST_STRING_WORDS },
		{ "stacktrace", HIST_OP_STACK, HIST_KEY_LONG,
		  HIST_STACK_WORDS },
		{ "common_stacktrace.depth=4", HIST_OP_STACK, HIST_KEY_LONG,
		  1 + 4 + HIST_STACK_SLACK },
		{ "common_ustacktrace.depth=127", HIST_OP_USER_STACK, HIST_KEY_LONG, 128 },
		{ "common_stacktrace", HIST_OP_STACK, HIST_KEY_LONG,
		  HIST_STACK_WORDS },
		{ "dyn,w", HIST_OP_STRING, HIST_KEY_LONG,
		  HIST_STRING_WORDS + 1 },
	};
	char command[100];
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		snprintf(command, sizeof(command), "keys=%s", cases[i].key);
		ret = world_spec(&spec, command);
		CHECK_STR(ret ? "refused" : "", "", command);
		if (spec.program.ops_keys[0].code != cases[i].code ||
		    spec.program.key_layout != cases[i].form ||
		    spec.program.key_words != cases[i].words)
			check_failed(__FILE__, __LINE__,
				     "%s: op %u, form %u, %u words", command,
				     spec.program.ops_keys[0].code, spec.program.key_layout,
				     spec.program.key_words);
	}
}

static void test_fields(void)
{
	CHECK_EQ(world_spec(&spec, "keys=common_pid.execname,name,w.buckets=7"
			    ":vals=hitcount,d.hex,5,i.percent:size=300:nohitcount"), 0);
	CHECK_EQ(spec.program.nr_vals, 4);
	CHECK_EQ(spec.program.nr_keys, 3);
	CHECK_EQ(spec.bits, 9);
	CHECK(spec.nohitcount && spec.wants_comm && !spec.wants_clock);
	CHECK_EQ(spec.fields[0].flags, HIST_HITCOUNT);
	CHECK_STR(spec.fields[0].name, "hitcount", "name");
	CHECK_EQ(spec.fields[1].flags, HIST_HEX);
	CHECK_EQ(spec.fields[2].flags, HIST_CONST);
	CHECK_EQ(spec.program.ops_vals[1].number, 5);
	CHECK_EQ(spec.fields[3].flags, HIST_PERCENT);
	CHECK_EQ(key(0)->flags, HIST_KEY | HIST_EXECNAME);
	CHECK_EQ(key(1)->flags, HIST_KEY | HIST_STRING);
	CHECK_EQ(key(2)->buckets, 7);
	CHECK_EQ(key(0)->offset, 0);
	CHECK_EQ(key(1)->offset, 8);
	CHECK_EQ(key(2)->offset, 24);
	CHECK_EQ(spec.program.ops_keys[2].number, 7);
	CHECK_EQ(spec.program.ops_keys[2].modifier, HIST_MODIFIER_BUCKET);
	CHECK_EQ(spec.nr_sort, 1);
	CHECK_EQ(spec.sort[0].field, 0);

	CHECK_EQ(world_spec(&spec, "keys=common_timestamp.usecs:clock=mono"), 0);
	CHECK(spec.wants_clock && spec.program.usecs);
	CHECK_EQ(hist_spec_set_clock(&spec, "mono"), 0);
	CHECK_STR(spec.clock_name, "mono", "clock");
	CHECK(spec.program.usecs);
	/* .usecs converts only clocks that count nanoseconds. */
	CHECK_EQ(hist_spec_set_clock(&spec, "uptime"), 0);
	CHECK(!spec.program.usecs);
	CHECK_EQ(hist_spec_set_clock(&spec, "nope"), -EINVAL);
}

static void test_sorting(void)
{
	CHECK_EQ(world_spec(&spec, "keys=w,i:vals=d:sort=i.descending,d,hitcount.ascending,w"), 0);
	CHECK_EQ(spec.nr_sort, 4);
	CHECK_EQ(spec.sort[0].field, 3);
	CHECK(spec.sort[0].descending);
	CHECK_EQ(spec.sort[1].field, 1);
	CHECK(!spec.sort[1].descending);
	CHECK_EQ(spec.sort[2].field, 0);
	CHECK(!spec.sort[2].descending);
	CHECK_EQ(spec.sort[3].field, 2);
	CHECK_EQ(world_spec(&spec, "keys=w:sort=w,w,w,w,w,w,w,w"), 0);
	CHECK_EQ(spec.nr_sort, 8);
}

static void test_limits(void)
{
	CHECK_EQ(world_spec(&spec, "keys=w,w,w,w,w,w,w,w"), 0);
	CHECK_EQ(spec.program.nr_keys, HIST_KEYS_MAX);
	CHECK_EQ(world_spec(&spec, "keys=w,w,w,w,w,w,w,w,w"), -EINVAL);
	CHECK_EQ(world_spec(&spec, "keys=w:vals=d,d,d,d,d,d,d,d"), 0);
	CHECK_EQ(spec.program.nr_vals, HIST_VALS_MAX);
	CHECK_EQ(world_spec(&spec, "keys=w:vals=d,d,d,d,d,d,d,d,d"), -EINVAL);
	CHECK_EQ(world_spec(&spec, "keys=w:vals=d,d,d,d,d,d,d,d,hitcount"), 0);
	CHECK_EQ(world_spec(&spec, "keys=w,w,w,w,w,w,w,w:vals=d,d,d,d,d,d,d,d"),
		 0);
	CHECK_EQ(spec.fields[HIST_FIELDS_MAX - 1].flags, HIST_KEY);
	/* A key of 256 words can contain seven strings, but not eight. */
	CHECK_EQ(world_spec(&spec, "keys=dyn,dyn,dyn,dyn,dyn,dyn,dyn"), 0);
	CHECK_EQ(spec.program.key_words, 7 * HIST_STRING_WORDS);
	CHECK_EQ(world_spec(&spec, "keys=dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn"),
		 -EINVAL);
}

static void test_errors(void)
{
	static const struct {
		const char *text, *error, *at;
		int ret;
	} cases[] = {
		{ "keys=nope", "Couldn't find field", "nope" },
		{ "keys=w,nope", "Couldn't find field", "nope" },
		{ "keys=w:vals=nope", "Couldn't find field", "nope" },
		{ "keys=w,", "Couldn't find field", "" },
		{ "keys=hitcount", "Couldn't find field", "hitcount" },
		{ "keys=unit.other.w", "Couldn't find field", "w" },
		{ "keys=i:vals=no.such.d.hex", "Couldn't find field", "d.hex" },
		{ "keys=i:x=1+unit.third.b", "Couldn't find field", "b" },
		{ "keys=w.hex.d", "Couldn't find field", "d" },
		{ "keys=unit.other.w.foo", "Invalid field modifier", "foo" },
		{ "keys=$", "Couldn't find field", "$" },
		{ "keys=$x", "Couldn't find field", "$x" },
		{ "keys=w.foo", "Invalid field modifier", "foo" },
		{ "keys=w.", "Invalid field modifier", "" },
		{ "keys=w.hex.log2", "Couldn't find field", "log2" },
		{ "keys=w.buckets", "Invalid field modifier", "" },
		{ "keys=w.buckets=0", "Invalid field modifier", "0" },
		{ "keys=w.buckets=x", "Invalid field modifier", "x" },
		{ "keys=w.bucketsx=1", "Invalid field modifier", "x=1" },
		{ "keys=w.execname", "Invalid field modifier", "execname" },
		{ "keys=w.percent", "Invalid field modifier", "percent" },
		{ "keys=w.graph", "Invalid field modifier", "graph" },
		{ "keys=w.string", "Invalid field modifier", "string" },
		{ "keys=name.log2", "Invalid field modifier", "log2" },
		{ "keys=name.buckets=3", "Invalid field modifier", NULL },
		{ "keys=cpu.stacktrace", "Invalid field modifier", "stacktrace" },
		{ "keys=common_comm.stacktrace", "Invalid field modifier",
		  "stacktrace" },
		{ "keys=common_comm.log2", "Invalid field modifier", "log2" },
		{ "keys=d.ipv4", "Invalid field modifier", "ipv4" },
		{ "keys=w,w.mac", "Invalid field modifier", "mac" },
		{ "keys=mac.ipv6", "Invalid field modifier", "ipv6" },
		{ "keys=six.oct", "Invalid field modifier", "oct" },
		{ "keys=name.oct", "Invalid field modifier", "oct" },
		{ "keys=text.oct", "Invalid field modifier", "oct" },
		{ "keys=dyn.ipv4", "Invalid field modifier", "ipv4" },
		{ "keys=ints.ipv4", "Invalid field modifier", "ipv4" },
		{ "keys=h.dev", "Invalid field modifier", "dev" },
		{ "keys=common_pid.dev", "Invalid field modifier", "dev" },
		{ "keys=common_cpu.ipv4", "Invalid field modifier", "ipv4" },
		{ "keys=common_uid.ipv4", "Invalid field modifier", "ipv4" },
		{ "keys=common_comm.oct", "Invalid field modifier", "oct" },
		{ "keys=w:vals=w.dev", "Invalid field modifier", "w.dev" },
		{ "keys=w:vals=w.ipv4", "Invalid field modifier", "w.ipv4" },
		{ "keys=w:vals=six.ipv6", "Invalid field modifier", "ipv6" },
		{ "keys=w:x=six.ipv6", "Invalid field modifier", "ipv6" },
		{ "keys=w.ipv4+1", "Invalid field modifier", "ipv4" },
		{ "keys=1-w.dev", "Invalid field modifier", "dev" },
		{ "keys=w:x=-(w.ipv4)", "Invalid field modifier", "ipv4" },
		{ "keys=w:vals=w.ipv4.max", "Invalid field modifier",
		  "w.ipv4.max" },
		{ "keys=w:vals=1-w.max", "Invalid field modifier", "max" },
		{ "keys=w:vals=-(w.max)", "Invalid field modifier", "max" },
		{ "keys=w.oct.signed", "Couldn't find field", "signed" },
		{ "keys=common_uid.string", "Invalid field modifier", "string" },
		{ "keys=common_ppid.stacktrace", "Invalid field modifier",
		  "stacktrace" },
		{ "keys=common_tgid.execname", "Invalid field modifier",
		  "execname" },
		{ "keys=common_ustacktrace.hex", "Invalid field modifier",
		  "hex" },
		{ "keys=common_ustacktrace.stacktrace", "Invalid field modifier",
		  "stacktrace" },
		{ "keys=w:vals=common_ustacktrace", "Invalid field modifier",
		  "common_ustacktrace" },
		{ "keys=common_ustacktrace+1", "String type can not be an operand in expression",
		  "common_ustacktrace+1" },
		{ "keys=w.path", "Invalid field modifier", "path" },
		{ "keys=common_pid.path", "Invalid field modifier", "path" },
		{ "keys=common_uid.path", "Invalid field modifier", "path" },
		{ "keys=common_timestamp.path", "Invalid field modifier", "path" },
		{ "keys=name.path", "Invalid field modifier", "path" },
		{ "keys=w:vals=d.path", "Invalid field modifier", "path" },
		{ "keys=w:x=common_cgroup.path", "Invalid field modifier",
		  "path" },
		{ "keys=common_cgroup.path+1", "Invalid field modifier",
		  "path" },
		{ "keys=s.flags", "The event's print format has no names for this field; leave out .flags",
		  "flags" },
		{ "keys=w,h.flags", "The event's print format has no names for this field; leave out .flags",
		  "flags" },
		{ "keys=common_pid.flags", "Invalid field modifier", "flags" },
		{ "keys=common_cgroup.flags", "Invalid field modifier", "flags" },
		{ "keys=name.flags", "Invalid field modifier", "flags" },
		{ "keys=array.flags", "Invalid field modifier", "flags" },
		{ "keys=h:vals=w.flags", "Invalid field modifier", "flags" },
		{ "keys=h:x=w.flags", "Invalid field modifier", "flags" },
		{ "keys=w.flags+1", "Invalid field modifier", "flags" },
		{ "keys=common_gid", "Couldn't find field", "common_gid" },
		{ "keys=dyn,dyn,dyn,dyn,dyn,dyn,dyn,rel", "Key is too long (Max = 2048 bytes); use fewer keys",
		  "rel" },
		{ "keys=dyn,dyn,dyn,dyn,dyn,dyn,dyn,common_stacktrace",
		  "Key is too long (Max = 2048 bytes); use fewer keys", "common_stacktrace" },
		{ "keys=common_stacktrace.hex", "Invalid field modifier",
		  "hex" },
		{ "keys=w:vals=d.log2", "Invalid field modifier", "d.log2" },
		{ "keys=w:vals=d.sym", "Invalid field modifier", "d.sym" },
		{ "keys=w:vals=d.sym-offset", "Invalid field modifier", "" },
		{ "keys=w:vals=d.syscall", "Invalid field modifier",
		  "d.syscall" },
		{ "keys=w:vals=common_stacktrace", "Invalid field modifier",
		  "common_stacktrace" },
		{ "keys=i:vals=name",
		  "String type can not be an operand in expression", "name" },
		{ "keys=1x", "Expecting numeric literal", "1x" },
		{ "keys=18446744073709551616", "Expecting numeric literal",
		  "18446744073709551616" },
		{ "keys=i:sort=nope", "Sort field must be a key or a val",
		  "nope" },
		{ "keys=i:sort=i.foo", "Invalid sort modifier", "foo" },
		{ "keys=i:sort=hitcount.", "Invalid sort modifier", "" },
		{ "keys=i:sort=,i", "Empty sort field", "sort=" },
		{ "keys=i:sort=i,", "Empty sort field", "sort=" },
		{ "keys=i:sort=.descending", "Empty sort field", "sort=" },
		{ "keys=i:sort=i,i,i,i,i,i,i,i,i",
		  "Too many sort fields (Max = 8)", "sort=" },
		{ "keys=i:nohitcount",
		  "Non-hitcount value is required for 'nohitcount'", "",
		  -ENOENT },
		{ "keys=array", "", NULL, -ENOMEM },
		{ "keys=i:vals=array", "", NULL, -ENOMEM },
		{ "keys=i:vals=six", "", NULL, -ENOMEM },
		{ "keys=i:x=six", "", NULL, -ENOMEM },
		{ "keys=six.hex", "", NULL, -ENOMEM },
		{ "keys=ints", "", NULL, -ENOMEM },
		{ "keys=ints.hex", "", NULL, -ENOMEM },
		{ "keys=i:vals=cpus", "", NULL, -ENOMEM },
		{ "keys=i:x=relcpus+1", "", NULL, -ENOMEM },
		{ "keys=frames.log2", "", NULL, -ENOMEM },
	};
	unsigned int i, column;
	int ret, wanted;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		ret = world_spec(&spec, cases[i].text);
		wanted = cases[i].ret ? cases[i].ret : -EINVAL;
		if (ret != wanted)
			check_failed(__FILE__, __LINE__, "%s: %d, not %d",
				     cases[i].text, ret, wanted);
		CHECK_STR(world_error, cases[i].error, cases[i].text);
		if (!cases[i].at)
			continue;
		column = *cases[i].at ?
			 strstr(cases[i].text, cases[i].at) - cases[i].text + 5 : 0;
		if (world_error_column != column)
			check_failed(__FILE__, __LINE__, "%s: column %u, not %u",
				     cases[i].text, world_error_column, column);
	}
}

static void test_names(void)
{
	char command[300], name[200];

	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	snprintf(command, sizeof(command), "keys=%s", name);
	CHECK_EQ(world_spec(&spec, command), -EINVAL);
	CHECK_STR(world_error, "Couldn't find field", "long name");
	name[63] = '\0';
	snprintf(command, sizeof(command), "keys=i:vals=%s.log2", name);
	CHECK_EQ(world_spec(&spec, command), -EINVAL);
	CHECK_EQ(world_error_column, 12 + 5);
}

/* As in the kernel, a field of size 0 cannot be found. */
static void test_empty_field(void)
{
	CHECK_EQ(world_spec(&spec, "keys=none"), -EINVAL);
	CHECK_STR(world_error, "Couldn't find field", "keys=none");
	CHECK_EQ(world_spec(&spec, "keys=nothing"), -EINVAL);
	CHECK_STR(world_error, "Couldn't find field", "keys=nothing");
}

static void test_same(void)
{
	static const struct {
		const char *a, *b;
		bool same;
	} cases[] = {
		{ "keys=w", "key=w:size=128", true },
		{ "keys=w.buckets=3", "keys=w.buckets=4", true },
		{ "keys=w:vals=hitcount", "keys=w", true },
		{ "keys=w:sort=hitcount", "keys=w", true },
		{ "keys=w", "keys=w.hex", false },
		{ "keys=w", "keys=i", false },
		{ "keys=w,i", "keys=i,w", false },
		{ "keys=w:vals=d", "keys=w", false },
		{ "keys=w:sort=w", "keys=w", false },
		{ "keys=w:sort=hitcount.descending", "keys=w", false },
		{ "keys=stacktrace", "keys=common_stacktrace", false },
	};
	static struct hist_spec other;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		CHECK_EQ(world_spec(&spec, cases[i].a), 0);
		CHECK_EQ(world_spec(&other, cases[i].b), 0);
		if (hist_spec_same(&spec, &other) != cases[i].same ||
		    hist_spec_same(&other, &spec) != cases[i].same)
			check_failed(__FILE__, __LINE__, "%s, %s", cases[i].a,
				     cases[i].b);
	}
}

const struct test tests[] = {
	{ "each kind of key gets its load operation and its size", test_kinds },
	{ "a program lists values before keys", test_fields },
	{ "sort= finds its keys and values", test_sorting },
	{ "keys, values and words beyond the limits are refused", test_limits },
	{ "errors in fields of commands have the right message and column", test_errors },
	{ "field names that are too long are refused", test_names },
	{ "a field without a size is not found", test_empty_field },
	{ "commands with the same meaning are recognized", test_same },
	{ }
};
