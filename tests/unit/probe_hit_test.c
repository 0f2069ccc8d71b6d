// SPDX-License-Identifier: GPL-2.0
/* Tests of module/probe/hot/fetch.c and module/probe/print.c. */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

#include "../../module/event/print.h"
#include "../../module/event/record.h"
#include "../../module/probe/hot/fetch.h"
#include "../../module/probe/probe.h"
#include "probe_world.h"
#include "test.h"

#define ENTRY	PROBE_AT_ENTRY
#define RETURN	(PROBE_AT_ENTRY | PROBE_AT_RETURN)
#define EVENT	PROBE_ON_EVENT

/* The user address of an object. */
#define USER_ADDRESS(p)	((unsigned long)(p) + SHIM_USER)

/* Memory that the registers and pointers of a hit refer to. */
static struct memory {
	u64 numbers[8];
	const char *strings[4];
	char text[128];
	struct memory *self;
} memory __attribute__((aligned(256)));

static struct pt_regs regs;
static struct fetch_source from;
static u8 record[8192] __attribute__((aligned(8)));
static struct event_print print;
static struct trace_seq seq;

static void reset(void)
{
	unsigned int i;

	memset(&memory, 0, sizeof(memory));
	for (i = 0; i < ARRAY_SIZE(memory.numbers); i++)
		memory.numbers[i] = 0x1122334455667700ULL + i * 0x11;
	memory.strings[0] = "first";
	memory.strings[1] = "";
	memory.strings[2] = NULL;
	memory.strings[3] = "fourth";
	strcpy(memory.text, "some text");
	memory.self = &memory;
	memset(&regs, 0, sizeof(regs));
	regs.di = (unsigned long)&memory;
	regs.si = 0xffffffffffffff85UL;
	regs.dx = 16;
	regs.cx = USER_ADDRESS(&memory);
	regs.sp = (unsigned long)memory.numbers;
	regs.ax = -2;
	from = (struct fetch_source) { .regs = &regs };
	memset(record, 0xee, sizeof(record));
	shim_nmi = false;
	shim_hole = NULL;
	shim_hole_end = NULL;
}

/*
 * Defines a probe, hits it, and returns the printed record. The addresses of
 * the place are 0x1000 and 0x2000.
 */
static const char *hit(const char *text, unsigned int flags,
		       struct probe_shape shape, unsigned int space)
{
	struct probe_event event = { .shape = shape };
	struct probe_args *args;
	unsigned int head = sizeof(struct record_header), size;

	seq.text[0] = '\0';
	seq.len = 0;
	if (probe_world_parse(text, flags, &args))
		return probe_error_text;
	if (probe_describe(&event, args))
		abort();
	if (shape.addresses)
		head = event.class.record_size - args->size;
	CHECK_EQ(event.class.record_size, head + args->size);
	((unsigned long *)(record + PROBE_HEAD))[0] = 0x1000;
	if (head > PROBE_HEAD + 8)
		((unsigned long *)(record + PROBE_HEAD))[1] = 0x2000;
	size = fetch_args(args, &from, record, head, min_t(unsigned int, space,
							   sizeof(record)));
	CHECK(size <= space);
	CHECK(size >= event.class.record_size);
	/* No byte is written beyond the buffer. */
	if (space < sizeof(record))
		CHECK_EQ(record[space], 0xee);
	print = (struct event_print) {
		.seq = &seq,
		.event = &event.event,
		.record = record,
		.size = size,
	};
	event.class.print(&print, record);
	probe_undescribe(&event);
	probe_args_put(args);
	return seq.text;
}

struct hit_case {
	const char *args, *text;
};

static void check_hits(const struct hit_case *cases, unsigned int nr,
		       unsigned int flags, struct probe_shape shape,
		       const char *before)
{
	char wanted[512], definition[256];
	unsigned int i;

	for (i = 0; i < nr; i++) {
		snprintf(definition, sizeof(definition), "p f %s",
			 cases[i].args);
		snprintf(wanted, sizeof(wanted), "%s %s", before,
			 cases[i].text);
		CHECK_STR(hit(definition, flags, shape, 4080), wanted,
			  cases[i].args);
	}
	CHECK_EQ(shim_live, 0);
}

#define CHECK_HITS(cases)						\
	check_hits(cases, ARRAY_SIZE(cases), ENTRY, PROBE_SHAPE_PLACE,	\
		   "(symbol+0x0/0x0)")

static void test_numbers(void)
{
	static const struct hit_case cases[] = {
		{ "a=%si", "a=0xffffffffffffff85" },
		{ "a=%si:u64", "a=18446744073709551493" },
		{ "a=%si:s64", "a=-123" },
		{ "a=%si:s32", "a=-123" },
		{ "a=%si:u32", "a=4294967173" },
		{ "a=%si:x32", "a=0xffffff85" },
		{ "a=%si:s16", "a=-123" },
		{ "a=%si:u16", "a=65413" },
		{ "a=%si:s8", "a=-123" },
		{ "a=%si:u8", "a=133" },
		{ "a=%si:x8", "a=0x85" },
		{ "a=\\65:char", "a='A'" },
		{ "a=\\-7:s8 b=\\8", "a=-7 b=0x8" },
		{ "a=%dx:u8 b=%si:s16 c=%dx:u32 d=%dx",
		  "a=16 b=-123 c=16 d=0x10" },
		{ "a=$arg3", "a=0x10" },
		{ "a=$stack1", "a=0x1122334455667711" },
		{ "a=$arg7", "a=0x1122334455667711" },
		{ "a=$stack2048", "a=0x0" },
		{ "a=%si:b4@0/8", "a=5" },
		{ "a=%si:b4@4/16", "a=8" },
		{ "a=%si:b8@0/32", "a=133" },
		{ "a=%si:b60@4/64", "a=1152921504606846968" },
		{ "a=+0(%di):b4@4/32", "a=0" },
		{ "a=+8(%di):b8@0/8", "a=17" },
	};

	reset();
	CHECK_HITS(cases);
}

static void test_memory(void)
{
	static const struct hit_case cases[] = {
		{ "a=+8(%di)", "a=0x1122334455667711" },
		{ "a=-8(+8(\\1))", "a=0x0" },
		{ "a=+8(%cx):x32", "a=0x55667711" },
		{ "a=+u8(%cx):x32", "a=0x55667711" },
		{ "a=+u8(%di):x32", "a=0x0" },
		{ "a=+0(%dx):u8 b=%dx", "a=0 b=0x10" },
		{ "a=+0(+0(+0(%dx))):u8[2] b=%dx", "a={0,0} b=0x10" },
		{ "a=+0(%di):x8[3]", "a={0x0,0x77,0x66}" },
		{ "a=+0(%di):x16[2] b=%dx", "a={0x7700,0x5566} b=0x10" },
		{ "a=+0(%di):b4@0/8[3]", "a={0,7,6}" },
		{ "a=+0(%dx):s64[2]", "a={0,0}" },
		{ "a=+8(+0xe0(%di))", "a=0x1122334455667711" },
		{ "a=$comm", "a=\"unit\"" },
		{ "a=$comm b=$comm", "a=\"unit\" b=\"unit\"" },
	};
	char definition[64];
	unsigned int offset = offsetof(struct memory, self);

	reset();
	CHECK_EQ(offset, 0xe0);
	CHECK_HITS(cases);
	snprintf(definition, sizeof(definition), "p f a=@0x%lx:u8",
		 (unsigned long)&memory.text[1]);
	CHECK_STR(hit(definition, ENTRY, PROBE_SHAPE_PLACE, 4080),
		  "(symbol+0x0/0x0) a=111", definition);
}

static void test_strings(void)
{
	static const struct hit_case cases[] = {
		{ "a=+96(%di):string", "a=\"some text\"" },
		{ "a=+96(%cx):string", "a=\"some text\"" },
		{ "a=+96(%cx):ustring", "a=\"some text\"" },
		{ "a=+u96(%cx):string", "a=\"some text\"" },
		{ "a=+96(%di):ustring", "a=(fault)" },
		{ "a=+101(%di):string", "a=\"text\"" },
		{ "a=+105(%di):string", "a=\"\"" },
		{ "a=+0(+64(%di)):string b=%dx", "a=\"first\" b=0x10" },
		{ "a=+0(+72(%di)):string", "a=\"\"" },
		{ "a=+0(+80(%di)):string", "a=(fault)" },
		{ "a=+0(%dx):string b=+96(%di):string",
		  "a=(fault) b=\"some text\"" },
		{ "a=+64(%di):string[4] b=%dx",
		  "a={\"first\",\"\",(fault),\"fourth\"} b=0x10" },
		{ "a=+0(%dx):string[2] b=+96(%di):string",
		  "a={(fault),(fault)} b=\"some text\"" },
		{ "a=+0(+0(%dx)):string[2]", "a={(fault),(fault)}" },
		{ "a=\\\"constant\"", "a=\"constant\"" },
		{ "a=\\\"\"", "a=\"\"" },
		{ "a=\\\"x\" b=\\\"y\" c=\\1:u8", "a=\"x\" b=\"y\" c=1" },
		{ "a=%dx:symstr b=%dx:symstr",
		  "a=\"symbol+0x0/0x10\" b=\"symbol+0x0/0x10\"" },
		{ "a=+0(%di):symstr", "a=\"symbol+0x0/0x700\"" },
		{ "a=\\1:string[3]", "a={(fault),(fault),(fault)}" },
	};

	reset();
	CHECK_EQ(offsetof(struct memory, text), 96);
	CHECK_HITS(cases);
}

/* A string that continues on a page that cannot be read is a fault as a whole. */
static void test_holes(void)
{
	static const struct hit_case cases[] = {
		{ "a=+96(%di):string b=+0(%di):x8 c=%dx:u8",
		  "a=(fault) b=0x0 c=16" },
		{ "a=+64(%di):string[2]", "a={\"first\",\"\"}" },
		{ "a=+121(%di):u64[2] b=+120(%di):x8", "a={0,0} b=0x78" },
	};

	reset();
	memset(memory.text, 'x', sizeof(memory.text));
	shim_hole = (const char *)&memory + 128;
	shim_hole_end = shim_hole + 64;
	CHECK_HITS(cases);
	reset();
}

static void test_nmi(void)
{
	static const struct hit_case cases[] = {
		{ "a=+96(%cx):string b=+u0(%cx) c=+96(%di):string",
		  "a=(fault) b=0x0 c=\"some text\"" },
	};

	reset();
	shim_nmi = true;
	CHECK_HITS(cases);
	reset();
}

/* In user code, all addresses are user addresses. */
static void test_user(void)
{
	static const struct hit_case cases[] = {
		{ "a=+96(%cx):string b=+8(%cx):x8 c=$stack1 d=%dx",
		  "a=\"some text\" b=0x11 c=0x1122334455667711 d=0x10" },
		{ "a=+96(%di):string b=+0(%di)", "a=(fault) b=0x0" },
		{ "a=@+0x60:string", "a=\"some text\"" },
		{ "a=$comm b=\\\"text\"", "a=\"unit\" b=\"text\"" },
		{ "a=+64(%cx):string[2]", "a={(fault),(fault)}" },
	};
	unsigned long wait_end = 0;

	reset();
	from.wait_end = &wait_end;
	from.file_base = USER_ADDRESS(&memory);
	regs.sp = USER_ADDRESS(memory.numbers);
	check_hits(cases, ARRAY_SIZE(cases), PROBE_ON_USER, PROBE_SHAPE_USER,
		   "(0x1000)");
	CHECK_STR(hit("p f", PROBE_ON_USER | PROBE_AT_RETURN,
		      PROBE_SHAPE_USER_RETURN, 4080),
		  "(0x2000 <- 0x1000)", "user return");
	reset();
}

static void test_returns(void)
{
	static const struct hit_case cases[] = {
		{ "a=$retval:s32 d=$duration", "a=-2 d=12345" },
		{ "a=$arg3:u8 b=$arg1:x16 c=$arg8", "a=16 b=0x7b c=0x7" },
	};
	unsigned long words[PROBE_ENTRY_MAX];
	struct probe_args *args;

	reset();
	CHECK_EQ(probe_world_parse("r f $arg3 $arg2 $arg7", RETURN, &args), 0);
	fetch_entry(args, &regs, words);
	CHECK_EQ(args->entry_words, 3);
	CHECK_EQ(words[0], regs.dx);
	CHECK_EQ(words[1], regs.si);
	CHECK_EQ(words[2], memory.numbers[1]);
	probe_args_put(args);

	words[1] = 123;
	words[2] = 7;
	from.entry = words;
	from.duration = 12345;
	check_hits(cases, ARRAY_SIZE(cases), RETURN, PROBE_SHAPE_RETURN,
		   "(symbol+0x0/0x0 <- symbol)");
	reset();
}

static void test_events(void)
{
	static const struct hit_case cases[] = {
		{ "a=$d b=$i:s32 c=$h:u32 d=$c:s64 e=$three",
		  "a=0x1234 b=-5 c=65535 d=-1 e=0x30201" },
		{ "a=$name:string b=$dyn:string c=$rel:string",
		  "a=\"fullname\" b=\"dynamic\" c=\"rel\"" },
		{ "a=$text:string b=+1($text):string",
		  "a=\"behind\" b=\"ehind\"" },
		{ "a=$comm:string b=$d:b4@4/8", "a=\"unit\" b=3" },
		{ "a=+2($dyn):string", "a=\"namic\"" },
		{ "a=$d:symstr", "a=\"symbol+0x0/0x234\"" },
	};
	struct probe_record source = {
		.d = 0x1234, .i = -5, .h = 65535, .c = -1,
		.three = { 1, 2, 3 }, .text = "behind",
		.data = "dynamic\0rel",
	};

	reset();
	memcpy(source.name, "fullname", 8);
	source.dyn = DATA_LOC((u32)offsetof(struct probe_record, data), 8);
	source.rel = DATA_LOC((u32)(offsetof(struct probe_record, data) + 8 -
				    offsetof(struct probe_record, rel) - 4), 4);
	from.record = &source;
	check_hits(cases, ARRAY_SIZE(cases), EVENT, PROBE_SHAPE_NONE,
		   "(unit.world)");
	source.dyn = DATA_LOC(0U, 0);
	CHECK_STR(hit("e f a=$dyn:string", EVENT, PROBE_SHAPE_NONE, 4080),
		  "(unit.world) a=\"\"", "empty");
	CHECK_STR(hit("e f", EVENT, PROBE_SHAPE_NONE, 4080), "(unit.world)",
		  "no arguments");
	reset();
}

static void test_tracepoints(void)
{
	static const unsigned long tp_args[] = { 1, 2, 3, 4, 5 };

	reset();
	from.regs = NULL;
	from.tp_args = tp_args;
	CHECK_STR(hit("t f $arg5 $arg1:u8", PROBE_ON_TRACEPOINT,
		      PROBE_SHAPE_PLACE, 4080),
		  "(symbol+0x0/0x0) arg1=0x5 arg2=1", "tracepoint");
	from.stack = (unsigned long)tp_args;
	CHECK_STR(hit("t f $stack1", PROBE_ON_TRACEPOINT, PROBE_SHAPE_PLACE,
		      4080),
		  "(symbol+0x0/0x0) arg1=0x2", "stack of a tracepoint's probe");
	reset();
}

/* Strings use the space that is left, and are cut off or missing if it is too small. */
static void test_size(void)
{
	static const char definition[] =
		"p f a=+96(%di):string b=+96(%di):string c=%dx:symstr";
	static const struct {
		unsigned int space;
		const char *text;
	} cases[] = {
		{ 100, " a=\"some text\" b=\"some text\" c=\"symbol+0x0/0x10\"" },
		{ 28 + 20, " a=\"some text\" b=\"some text\" c=(fault)" },
		{ 28 + 21, " a=\"some text\" b=\"some text\" c=\"\"" },
		{ 28 + 24, " a=\"some text\" b=\"some text\" c=\"sym\"" },
		{ 28 + 15, " a=\"some text\" b=\"some\" c=(fault)" },
		{ 28 + 11, " a=\"some text\" b=\"\" c=(fault)" },
		{ 28 + 10, " a=\"some text\" b=(fault) c=(fault)" },
		{ 28 + 5, " a=\"some\" b=(fault) c=(fault)" },
		{ 28, " a=(fault) b=(fault) c=(fault)" },
	};
	char wanted[128];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		reset();
		snprintf(wanted, sizeof(wanted), "(symbol+0x0/0x0)%s",
			 cases[i].text);
		CHECK_STR(hit(definition, ENTRY, PROBE_SHAPE_PLACE,
			      cases[i].space), wanted, wanted);
	}
}

static void test_long_string(void)
{
	static char text[6000];
	const char *shown;

	reset();
	memset(text, 'y', sizeof(text) - 1);
	regs.di = (unsigned long)text;
	shown = hit("p f a=+0(%di):string", ENTRY, PROBE_SHAPE_PLACE,
		    sizeof(record));
	CHECK_EQ(strlen(shown), strlen("(symbol+0x0/0x0) a=\"\"") + 4095);
	reset();
}

static void check_field(const struct event_field *field, const char *type,
			const char *name, unsigned int offset,
			unsigned int size, bool is_signed)
{
	CHECK_STR(field->type, type, name);
	CHECK_STR(field->name, name, name);
	CHECK_EQ(field->offset, offset);
	CHECK_EQ(field->size, size);
	CHECK_EQ(field->is_signed, is_signed);
	CHECK_EQ(field->len, 0);
}

static void test_fields(void)
{
	struct probe_event event = { .shape = PROBE_SHAPE_RETURN };
	const struct event_field *field;
	struct probe_args *args;

	CHECK_EQ(probe_world_parse("r f a=%di:s8 b=%si +0(%dx):string "
				   "c=+0(%dx):x16[3] d=+0(%dx):string[2]",
				   RETURN, &args), 0);
	CHECK_EQ(probe_describe(&event, args), 0);
	/* The fields remain after the arguments were freed. */
	probe_args_put(args);
	field = event.class.fields;
	CHECK_EQ(event.class.nr_fields, 7);
	check_field(field++, "unsigned long", "__probe_func", 8, 8, false);
	check_field(field++, "unsigned long", "__probe_ret_ip", 16, 8, false);
	check_field(field++, "s8", "a", 24, 1, true);
	check_field(field++, "u64", "b", 25, 8, false);
	check_field(field++, "__data_loc char[]", "arg3", 33, 4, true);
	check_field(field++, "u16[3]", "c", 37, 6, false);
	check_field(field++, "__data_loc char[][2]", "d", 43, 8, true);
	CHECK_EQ(event.class.record_size, 51);
	CHECK_STR(event.class.print_fmt,
		  "\"(%lx <- %lx) a=%d b=0x%Lx arg3=\\\"%s\\\" "
		  "c={0x%x,0x%x,0x%x} d={\\\"%s\\\",\\\"%s\\\"}\", "
		  "REC->__probe_func, REC->__probe_ret_ip, REC->a, REC->b, "
		  "__get_str(arg3), REC->c[0], REC->c[1], REC->c[2], "
		  "__get_str(d[0]), __get_str(d[1])", "print format");
	probe_undescribe(&event);
	CHECK_EQ(shim_live, 0);
}

static void test_plain_fields(void)
{
	struct probe_event place = { .shape = PROBE_SHAPE_PLACE };
	struct probe_event none = { .shape = PROBE_SHAPE_NONE };
	struct probe_args *args;

	CHECK_EQ(probe_world_parse("p f c=%di:char s=%di:symbol", ENTRY,
				   &args), 0);
	CHECK_EQ(probe_describe(&place, args), 0);
	check_field(place.class.fields, "unsigned long", "__probe_ip", 8, 8,
		    false);
	CHECK_STR(place.class.print_fmt,
		  "\"(%lx) c='%c' s=%pS\", REC->__probe_ip, REC->c, REC->s",
		  "print format");
	probe_undescribe(&place);
	probe_args_put(args);

	CHECK_EQ(probe_world_parse("e f $d", EVENT, &args), 0);
	CHECK_EQ(probe_describe(&none, args), 0);
	check_field(none.class.fields, "u64", "arg1", 8, 8, false);
	CHECK_STR(none.class.print_fmt, "\" arg1=0x%Lx\", REC->arg1",
		  "print format");
	probe_undescribe(&none);
	probe_args_put(args);
	CHECK_EQ(shim_live, 0);
}

/* Another event's record may have any value where this event has a string. */
static void test_foreign(void)
{
	struct probe_event event = { .shape = PROBE_SHAPE_PLACE };
	u32 *words = (u32 *)(record + 16);
	struct probe_args *args;

	reset();
	CHECK_EQ(probe_world_parse("p f a=+0(%dx):string[2]", ENTRY, &args), 0);
	CHECK_EQ(probe_describe(&event, args), 0);
	words[0] = DATA_LOC(24U, 4);
	words[1] = DATA_LOC(25U, 4);
	memcpy(record + 24, "abcd", 4);
	*(unsigned long *)(record + 8) = 0;
	seq.len = 0;
	print = (struct event_print) {
		.seq = &seq,
		.event = &event.event,
		.record = record,
		.size = 28,
	};
	print.addresses = true;
	event.class.print(&print, record);
	CHECK_STR(seq.text, "(0) a={\"abcd\",(fault)}", "foreign");
	*(unsigned long *)(record + 8) = 0x123000;
	seq.len = 0;
	event.class.print(&print, record);
	CHECK_STR(seq.text, "(symbol+0x0/0x0 <0000000000123000>) "
		  "a={\"abcd\",(fault)}", "address");
	probe_undescribe(&event);
	probe_args_put(args);
}

static void test_failing(void)
{
	struct probe_event event = { .shape = PROBE_SHAPE_NONE };
	struct probe_args *args;
	int ret = -ENOMEM;
	unsigned int n;

	CHECK_EQ(probe_world_parse("e f $d $dyn:string", EVENT, &args), 0);
	for (n = 0; ret && n < 50; n++) {
		shim_fail_after = n;
		ret = probe_describe(&event, args);
		shim_fail_after = -1;
		CHECK(!ret || ret == -ENOMEM);
		probe_undescribe(&event);
	}
	CHECK_EQ(n, 3);
	probe_args_put(args);
	CHECK_EQ(shim_live, 0);
}

const struct test tests[] = {
	{ "numbers are stored and printed according to their types", test_numbers },
	{ "memory is read through pointers", test_memory },
	{ "strings are stored after the fields, or are a fault", test_strings },
	{ "memory that cannot be read gives a fault or 0", test_holes },
	{ "an NMI reads no user memory", test_nmi },
	{ "a probe in user code reads user memory only", test_user },
	{ "a return has the values that its entry has stored", test_returns },
	{ "a probe on an event has the values of its fields", test_events },
	{ "a probe on a tracepoint has its arguments", test_tracepoints },
	{ "strings are cut off at the end of the record's space", test_size },
	{ "strings have at most 4095 characters", test_long_string },
	{ "fields and print formats of probes are the kernel's", test_fields },
	{ "addresses are the first fields, except for probes on events", test_plain_fields },
	{ "printing another event's record does not read beyond its end", test_foreign },
	{ "describing an event survives failing allocations", test_failing },
	{ }
};
