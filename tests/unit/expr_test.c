// SPDX-License-Identifier: GPL-2.0
/* Tests of expressions: their values and their names. */
#include "interevent_world.h"

/* Checks the value and the name of an expression that is a key. */
static void check_value(const char *text, const char *name, u64 value)
{
	char command[200], wanted[300];

	snprintf(command, sizeof(command), "hist:keys=%s", text);
	write_to("world", command);
	world_fire(&r);
	snprintf(wanted, sizeof(wanted), "{ %s: %10llu } hitcount:          1\n",
		 name, value);
	check_rows("world", wanted);
	snprintf(wanted, sizeof(wanted),
		 "hist:keys=%s:vals=hitcount:sort=hitcount:size=2048 [active]\n",
		 name);
	CHECK_STR(world_trigger(), wanted, text);
	world_reset();
}

static void set_fields(void)
{
	world_record_init(&r);
	r.d = 1000000007;
	r.w = 7;
	r.i = -3;
	r.num = 64;
	r.val = -64;
}

static void test_operators(void)
{
	static const struct {
		const char *text, *name;
		u64 value;
	} cases[] = {
		{ "w+num", "w+num", 71 },
		{ "num-w", "num-w", 57 },
		{ "w-num", "w-num", -57 },
		{ "w*num", "w*num", 448 },
		{ "w*i", "w*i", -21 },
		{ "num/w", "num/w", 9 },
		{ "val/w", "val/w", -64ULL / 7 },
		{ "d*d", "d*d", 1000000007ULL * 1000000007ULL },
		/* A division by zero gives -1. */
		{ "w/h", "w/h", -1 },
		{ "h/w", "h/w", 0 },
		{ "w+18446744073709551615", "w+18446744073709551615", 6 },
		{ "w+0x10", "w+16", 23 },
		{ "w+010", "w+8", 15 },
		/* Operators of equal precedence are evaluated from left to right. */
		{ "num-w-1", "num-w-1", 56 },
		{ "num/w/2", "num/w/2", 4 },
		{ "num-w+1", "num-w+1", 58 },
		{ "num+w-1", "num+w-1", 70 },
		{ "num*w/2", "num*w/2", 224 },
		{ "num/2*w", "num/2*w", 224 },
		{ "w-1-2-3", "w-1-2-3", 1 },
		/* Multiplication and division have a higher precedence. */
		{ "num-w*2", "num-w*2", 50 },
		{ "w*2+num", "w*2+num", 78 },
		{ "num+w/i", "num+w/i", 64 },
		{ "w*2-num/2", "w*2-num/2", -18 },
		/* A minus before parentheses applies to the whole expression in them. */
		{ "-(w)", "-(w)", -7 },
		{ "-(i)", "-(i)", 3 },
		{ "-(w+num)", "-(w+num)", -71 },
		{ "-(w+num*2)", "-(w+num*2)", -135 },
		/* Modifiers belong to operands. */
		{ "w.log2+1", "w.log2+1", 4 },
		{ "w.buckets=3+1", "w.buckets+1", 7 },
		{ "w.hex*2", "w.hex*2", 14 },
		{ "common_pid.execname+1", "common_pid.execname+1", 43 },
		{ "common_cpu+1", "common_cpu+1", 1 },
	};
	unsigned int i;

	set_fields();
	for (i = 0; i < ARRAY_SIZE(cases); i++)
		check_value(cases[i].text, cases[i].name, cases[i].value);
}

/* Dividing a small value by a constant rounds up, unless the constant is a power of two. */
static void test_division(void)
{
	static const u64 divisors[] = {
		1, 2, 3, 7, 10, 64, 1000, 1048575, 1048576, 1048577,
		1ULL << 32, (1ULL << 32) + 1, 1ULL << 63, ~0ULL,
	};
	static const u64 dividends[] = {
		0, 1, 2, 6, 7, 63, 64, 999, 1000, 1048575, 1048576, 1048577,
		1ULL << 40, ~0ULL,
	};
	char text[100];
	unsigned int i, j;
	u64 wanted, x, y;

	set_fields();
	for (i = 0; i < ARRAY_SIZE(divisors); i++)
		for (j = 0; j < ARRAY_SIZE(dividends); j++) {
			x = dividends[j];
			y = divisors[i];
			wanted = x / y;
			if (y & (y - 1) && y < 1 << 20 && x < 1 << 20)
				wanted = (x * ((1 << 20) / y) + (1 << 20) - 1) >> 20;
			r.d = x;
			snprintf(text, sizeof(text), "d/%llu", y);
			check_value(text, text, wanted);
		}
	/* Dividing by a field is exact. */
	r.d = 64;
	r.num = 3;
	check_value("d/num", "d/num", 21);
	check_value("d/3", "d/3", 22);
	r.num = 1;
	r.d = 1000;
	check_value("d/num/7", "d/num/7", 143);
}

/* Operations on constants are done when the command is parsed. */
static void test_constants(void)
{
	static const struct {
		const char *text, *shown;
	} cases[] = {
		{ "2+3", "5" },
		{ "2*3+4", "10" },
		{ "2-3", "18446744073709551615" },
		{ "64/3", "22" },
		{ "64/8/4", "2" },
		{ "w+2*3", "w+6" },
		{ "2*3+w", "6+w" },
		{ "w-1+2", "w-1+2" },
		{ "w*1048577/2", "w*1048577/2" },
	};
	char command[200], wanted[300];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		snprintf(command, sizeof(command), "hist:keys=w:xx=%s",
			 cases[i].text);
		write_to("world", command);
		snprintf(wanted, sizeof(wanted),
			 "hist:keys=w:vals=hitcount:xx=%s:sort=hitcount:size=2048 [active]\n",
			 cases[i].shown);
		CHECK_STR(world_trigger(), wanted, command);
		world_reset();
	}
}

/* A reference to a constant variable is a constant. */
static void test_constant_variables(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:c3=3:c0=0:xx=num" },
		{ "other", "hist:keys=w:qq=num/$c3:pp=$c3*$c3:rr=$c3/2" },
		{ "third", "hist:keys=w:vals=$qq,$pp,$rr" },
		{ "third", "hist:keys=w:zz=num/$c0", -EDOM,
		  "19 Division by zero\n" },
		{ "third", "hist:keys=w:zz=$c3/$c0", -EDOM,
		  "19 Division by zero\n" },
	};

	set_fields();
	RUN(steps);
	fire("world", 1, 0);
	fire("other", 1, 64);
	fire("third", 1, 0);
	/* 64 / 3, 3 * 3 and 3 / 2 */
	check_rows("third",
		   "{ w:          1 } hitcount:          1  qq:         22  pp:          9  rr:          1\n");
	CHECK_STR(world_trigger_of("other"),
		  "hist:keys=w:vals=hitcount:qq=num/$c3,pp=9,rr=1:sort=hitcount:size=2048 [active]\n",
		  "constants");
	/*
	 * The first hit has unset c3, although the parser had inserted its value. So this
	 * hit finds c3 unset, and is not counted.
	 */
	fire("other", 1, 64);
	CHECK(strstr(world_hist_of("other"), "Hits: 1\n"));
	world_reset();
}

static void test_sums(void)
{
	set_fields();
	write_to("world", "hist:keys=w:vals=num+w,num,w*2,-(val):sort=w");
	/* Like the kernel, adds up values that are expressions, but does not print them. */
	fire("world", 1, 5);
	fire("world", 1, 6);
	check_rows("world",
		   "{ w:          1 } hitcount:          2  num:         11\n");
	CHECK_STR(world_trigger(),
		  "hist:keys=w:vals=hitcount,num+w,num,w*2,-(val):sort=w:size=2048 [active]\n",
		  "values");
	world_reset();
	/* Values that are not printed can be sort keys. */
	write_to("world", "hist:keys=w:vals=w*10-num:sort=w*10-num");
	fire("world", 1, 0);
	fire("world", 2, 15);
	fire("world", 3, 28);
	check_rows("world",
		   "{ w:          3 } hitcount:          1\n"
		   "{ w:          2 } hitcount:          1\n"
		   "{ w:          1 } hitcount:          1\n");
	world_reset();
}

static void test_errors(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w+", -EINVAL },
		{ "world", "hist:keys=+w", -EINVAL },
		{ "world", "hist:keys=*", -EINVAL },
		{ "world", "hist:keys=w*+num", -EINVAL },
		{ "world", "hist:keys=-", -EINVAL },
		{ "world", "hist:keys=-w", -EINVAL },
		{ "world", "hist:keys=-(", -EINVAL },
		{ "world", "hist:keys=-(w", -EINVAL },
		{ "world", "hist:keys=-)(w", -EINVAL },
		{ "world", "hist:keys=-()", -EINVAL, "0 Couldn't find field\n" },
		{ "world", "hist:keys=-(num-w)", -EINVAL },
		{ "world", "hist:keys=w+-(num)", -EINVAL },
		{ "world", "hist:keys=-(w)+1", -EINVAL,
		  "12 Unary minus not supported in sub-expressions\n" },
		{ "world", "hist:keys=nope+1", -EINVAL,
		  "10 Couldn't find field\n" },
		{ "world", "hist:keys=w+nope", -EINVAL,
		  "12 Couldn't find field\n" },
		{ "world", "hist:keys=w.foo+1", -EINVAL,
		  "12 Invalid field modifier\n" },
		{ "world", "hist:keys=w+1x", -EINVAL,
		  "12 Expecting numeric literal\n" },
		{ "world", "hist:keys=num+dyn", -EINVAL,
		  "14 String type can not be an operand in expression\n" },
		{ "world", "hist:keys=raw*num", -EINVAL,
		  "10 String type can not be an operand in expression\n" },
		{ "world", "hist:keys=-(name)", -EINVAL,
		  "12 String type can not be an operand in expression\n" },
		{ "world", "hist:keys=w:vals=num+text.string", -EINVAL,
		  "21 String type can not be an operand in expression\n" },
		{ "world", "hist:keys=w+common_stacktrace", -EINVAL,
		  "12 String type can not be an operand in expression\n" },
		{ "world", "hist:keys=num/0", -EDOM, "14 Division by zero\n" },
		{ "world", "hist:keys=1/0", -EDOM, "12 Division by zero\n" },
		{ "world", "hist:keys=num/0x0", -EDOM, "14 Division by zero\n" },
		{ "world", "hist:keys=num+1+2+3+4", -EINVAL,
		  "10 Too many subexpressions (3 max)\n" },
		{ "world", "hist:keys=num*w*w*w*w", -EINVAL,
		  "10 Too many subexpressions (3 max)\n" },
		{ "world", "hist:keys=-(num+w+w+w)", -EINVAL,
		  "12 Too many subexpressions (3 max)\n" },
		{ "world", "hist:keys=num+1+2+3" },
		{ "world", "hist:keys=-(num+w+w)" },
		{ "world", "hist:keys=common_timestamp.usecs-5", -EINVAL,
		  "0 Timestamp units in expression don't match\n" },
		{ "world", "hist:keys=common_timestamp-common_timestamp.usecs",
		  -EINVAL, "0 Timestamp units in expression don't match\n" },
		{ "world", "hist:keys=w:ts=common_timestamp.usecs" },
		{ "other", "hist:keys=w:dt=common_timestamp-$ts", -EINVAL,
		  "0 Timestamp units in expression don't match\n" },
		{ "other", "hist:keys=w:dt=num+$ts", -EINVAL,
		  "0 Timestamp units in expression don't match\n" },
		{ "other", "hist:keys=w:dt=common_timestamp.usecs-$ts" },
	};

	RUN(steps);
	world_reset();
}

/* Names that are too long are refused, not truncated. */
static void test_long_names(void)
{
	char name[70], command[600];

	memset(name, 'v', sizeof(name));
	name[60] = '\0';
	snprintf(command, sizeof(command), "hist:keys=w:%s=num", name);
	write_to("world", command);
	snprintf(command, sizeof(command), "hist:keys=w:vals=$%s+$%s", name, name);
	write_to("other", command);
	snprintf(command, sizeof(command), "hist:keys=w:vals=$%s+$%s+$%s", name,
		 name, name);
	run_step(&(struct step){ "other", command, -E2BIG });
	world_reset();
	name[60] = 'v';
	name[64] = '\0';
	snprintf(command, sizeof(command), "hist:keys=w:%s=num", name);
	run_step(&(struct step){ "world", command, -E2BIG });
	name[63] = '\0';
	snprintf(command, sizeof(command), "hist:keys=w:%s=num", name);
	write_to("world", command);
	world_reset();
}

static void test_time(void)
{
	static const struct step steps[] = {
		{ "world", "hist:keys=w:ts=common_timestamp" },
		{ "other", "hist:keys=w:dt=common_timestamp-$ts" },
		{ "third", "hist:keys=w:vals=$dt" },
	};
	static const struct step usecs[] = {
		{ "world", "hist:keys=w:ts=common_timestamp.usecs" },
		{ "other", "hist:keys=w:dt=common_timestamp.usecs-$ts+common_timestamp.usecs-common_timestamp.usecs" },
		{ "third", "hist:keys=w:vals=$dt" },
	};

	/* The clock advances by a millisecond each time it is read. */
	RUN(steps);
	fire("world", 1, 0);
	fire("other", 1, 0);
	fire("third", 1, 0);
	check_rows("third",
		   "{ w:          1 } hitcount:          1  dt:    1000000\n");
	world_reset();
	/* A hit reads the clock once, so all its time stamps are equal. */
	RUN(usecs);
	CHECK_STR(world_trigger_of("other"),
		  "hist:keys=w:vals=hitcount:dt=common_timestamp.usecs-$ts.usecs+common_timestamp.usecs.usecs-common_timestamp.usecs:sort=hitcount:size=2048:clock=global [active]\n",
		  "modifiers in expressions, like the kernel's");
	fire("world", 1, 0);
	fire("other", 1, 0);
	fire("third", 1, 0);
	check_rows("third",
		   "{ w:          1 } hitcount:          1  dt:       1000\n");
	world_reset();
}

const struct test tests[] = {
	{ "operators have the kernel's precedence and order", test_operators },
	{ "divisions by constants round like the kernel's", test_division },
	{ "constant expressions are evaluated by the parser", test_constants },
	{ "a variable can be a constant", test_constant_variables },
	{ "values that are expressions are added up but not printed", test_sums },
	{ "errors of expressions have the right message and column", test_errors },
	{ "names and expressions that are too long are refused", test_long_names },
	{ "differences of time stamps are in the requested unit", test_time },
	{ }
};
