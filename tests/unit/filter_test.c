// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of module/filter. Compares filters with the same expressions in C, or
 * with a slow and simple implementation.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "filter_world.h"

/* ---- numbers ---- */

static const char *const operators[] = { "==", "!=", "<", "<=", ">", ">=", "&" };

static bool compare_signed(unsigned int op, s64 a, s64 b)
{
	switch (op) {
	case 0: return a == b;
	case 1: return a != b;
	case 2: return a < b;
	case 3: return a <= b;
	case 4: return a > b;
	case 5: return a >= b;
	default: return a & b;
	}
}

static bool compare_unsigned(unsigned int op, u64 a, u64 b)
{
	switch (op) {
	case 2: return a < b;
	case 3: return a <= b;
	case 4: return a > b;
	case 5: return a >= b;
	default: return compare_signed(op, a, b);
	}
}

static const struct number_field {
	const char *name;
	unsigned int offset, size;
	bool is_signed;
} number_fields[] = {
#define NUMBER(f, sign) { #f, offsetof(struct world_record, f),	\
			  sizeof(((struct world_record *)0)->f), sign }
	NUMBER(d, false), NUMBER(q, true), NUMBER(w, false), NUMBER(i, true),
	NUMBER(h, false), NUMBER(s, true), NUMBER(b, false), NUMBER(c, true),
	NUMBER(ints, false), NUMBER(ptr, false),
};

/* Returns a random number, usually near a limit of its type or near 0. */
static u64 random_number(void)
{
	static const u64 near[] = {
		0, 1ULL << 7, 1ULL << 8, 1ULL << 15, 1ULL << 16, 1ULL << 31,
		1ULL << 32, 1ULL << 63,
	};

	if (!random_below(8))
		return random_bits();
	return near[random_below(ARRAY_SIZE(near))] + random_below(5) - 2;
}

static u64 widen(const struct number_field *f, u64 value)
{
	unsigned int shift = 64 - 8 * f->size;

	return f->is_signed ? (u64)((s64)(value << shift) >> shift) :
			      value << shift >> shift;
}

static void test_numbers(void)
{
	struct world_record r;
	unsigned int i, op;
	char text[128];

	world_record_init(&r);
	for (i = 0; i < 200000; i++) {
		const struct number_field *f =
			&number_fields[random_below(ARRAY_SIZE(number_fields))];
		u64 a = random_number(), b = random_number(), low, high;

		memcpy((char *)&r + f->offset, &a, f->size);
		op = random_below(ARRAY_SIZE(operators));
		snprintf(text, sizeof(text), f->is_signed ? "%s %s %lld" :
			 "%s%s0x%llx", f->name, operators[op], b);
		low = widen(f, a);
		high = widen(f, b);
		CHECK_ANSWER(text, &r,
			     f->is_signed ? compare_signed(op, low, high) :
					    compare_unsigned(op, low, high));
	}
}

static void test_common(void)
{
	struct world_record r;

	world_record_init(&r);
	shim_task.pid = 42;
	shim_cpu = 3;
	CHECK_ANSWER("common_pid == 42", &r, 1);
	CHECK_ANSWER("common_pid != 42", &r, 0);
	CHECK_ANSWER("common_pid > 41 && common_pid < 43", &r, 1);
	CHECK_ANSWER("common_pid & 2", &r, 1);
	CHECK_ANSWER("common_pid & 5", &r, 0);
	CHECK_ANSWER("common_type == 4711", &r, 1);
	CHECK_ANSWER("common_type != 4711", &r, 0);
	CHECK_ANSWER("common_type < 4711", &r, 0);
	CHECK_ANSWER("common_type & 1", &r, 1);
	CHECK_ANSWER("common_type & 64", &r, 1);
	CHECK_ANSWER("common_type & 128", &r, 0);
	CHECK_ANSWER("common_flags == 0", &r, 1);
	CHECK_ANSWER("common_preempt_count < 1", &r, 1);
	CHECK_ANSWER("common_preempt_count & 255", &r, 0);
	CHECK_ANSWER("CPU == 3", &r, 1);
	CHECK_ANSWER("common_cpu != 3", &r, 0);
	CHECK_ANSWER("common_cpu > -1", &r, 1);
	CHECK_ANSWER("common_cpu <= 2", &r, 0);
	CHECK_ANSWER("CPU & 3", &r, 0);
	/* A field named cpu takes precedence over the CPU number. */
	r.cpu = 9;
	CHECK_ANSWER("cpu == 9", &r, 1);
	CHECK_ANSWER("comm == \"unit\"", &r, 1);
	CHECK_ANSWER("COMM ~ \"*nit\"", &r, 1);
	CHECK_ANSWER("common_comm != 'unit'", &r, 0);
	CHECK_ANSWER("common_tgid == 1000", &r, 1);
	CHECK_ANSWER("common_ppid == -7 && common_ppid < 0", &r, 1);
	CHECK_ANSWER("common_ppid >= 0", &r, 0);
	CHECK_ANSWER("common_uid != 3000", &r, 0);
	CHECK_ANSWER("common_nspid > 3999", &r, 1);
	CHECK_ANSWER("common_cgroup >= 0x1388", &r, 1);
	CHECK_ANSWER("common_cgroup < 0x1388", &r, 0);
	CHECK_ANSWER("common_tgid == 1000 && CPU == 3 && common_uid > 1", &r, 1);
	CHECK_ANSWER("array == 0", &r, 0);
	CHECK_ANSWER("array != 0", &r, 0);
	CHECK_ANSWER("!(array & 0)", &r, 1);
	shim_cpu = 0;
}

/* ---- expressions ---- */

struct expression {
	char text[4000];
	unsigned int len;
	u32 w;
};

static void put(struct expression *e, const char *text)
{
	e->len += snprintf(e->text + e->len, sizeof(e->text) - e->len, "%s",
			   text);
}

static void put_spaces(struct expression *e)
{
	static const char *const blanks[] = { "", " ", "  ", "\t" };

	put(e, blanks[random_below(ARRAY_SIZE(blanks))]);
}

static bool put_or(struct expression *e, unsigned int depth);

/* Appends a random term to the expression. Returns its value for w. */
static bool put_term(struct expression *e, unsigned int depth)
{
	char text[32];
	bool holds;
	u32 bit;

	put_spaces(e);
	if (!random_below(4)) {
		put(e, "!");
		return !put_term(e, depth);
	}
	if (depth && e->len < 3000 && !random_below(3)) {
		put(e, "(");
		holds = put_or(e, depth - 1);
		put_spaces(e);
		put(e, ")");
		return holds;
	}
	bit = 1U << random_below(10);
	snprintf(text, sizeof(text), "w & %u", bit);
	put(e, text);
	return e->w & bit;
}

static bool put_and(struct expression *e, unsigned int depth)
{
	bool holds = put_term(e, depth);

	while (e->len < 3500 && !random_below(3)) {
		put_spaces(e);
		put(e, "&&");
		holds &= put_term(e, depth);
	}
	return holds;
}

static bool put_or(struct expression *e, unsigned int depth)
{
	bool holds = put_and(e, depth);

	while (e->len < 3500 && !random_below(3)) {
		put_spaces(e);
		put(e, "||");
		holds |= put_and(e, depth);
	}
	return holds;
}

static void test_expressions(void)
{
	static struct expression e;
	struct world_record r;
	unsigned int i;
	bool holds;

	world_record_init(&r);
	for (i = 0; i < 100000; i++) {
		e.len = 0;
		e.w = random_bits();
		r.w = e.w;
		holds = put_or(&e, random_below(8));
		CHECK_ANSWER(e.text, &r, holds);
	}
}

/* Each predicate runs at most once, and only if it can change the result. */
static void test_jumps(void)
{
	struct filter *filter = make("w==1 && (w==2 || !(w==3 && w==4)) || w==5");
	unsigned int i;

	CHECK_EQ(filter->nr, 5);
	for (i = 0; i < filter->nr; i++) {
		int far = (filter->nr - 1 - i) * sizeof(struct filter_op);

		CHECK(filter->ops[i].yes <= far && filter->ops[i].no <= far);
	}
	CHECK_EQ(filter->ops[0].no, 4 * sizeof(struct filter_op));
	CHECK_EQ(filter->ops[1].yes, FILTER_YES);
	CHECK_EQ(filter->ops[2].no, FILTER_YES);
	CHECK_EQ(filter->ops[3].yes, sizeof(struct filter_op));
	CHECK_EQ(filter->ops[3].no, FILTER_YES);
	CHECK_EQ(filter->ops[4].no, FILTER_NO);
	filter_free(filter);
}

static void test_deep(void)
{
	static char text[8192];
	struct world_record r;
	unsigned int i, n = 2000;

	world_record_init(&r);
	r.w = 1;
	memset(text, '(', n);
	strcpy(text + n, "w==1");
	memset(text + n + 4, ')', n);
	CHECK_ANSWER(text, &r, 1);

	text[0] = '\0';
	for (i = 0; i < 700; i++)
		strcat(text, "w>1||");
	strcat(text, "w");
	CHECK_EQ(filter_parse(&(struct filter *){ NULL }, &world_event, text, NULL,
			      &fault), -EINVAL);
	strcat(text, "==1");
	CHECK_ANSWER(text, &r, 1);
	r.w = 0;
	CHECK_ANSWER(text, &r, 0);
	/* A filter is refused if it is so long that a jump cannot reach its target. */
	text[0] = '\0';
	for (i = 0; i < 1400; i++)
		strcat(text, "w>1||");
	strcat(text, "w>1");
	CHECK_EQ(filter_parse(&(struct filter *){ NULL }, &world_event, text, NULL,
			      &fault), -EINVAL);
	CHECK_EQ(fault.error, FILTER_ERROR_TERMS);
}

/* ---- functions and CPUs ---- */

static void test_functions(void)
{
	struct world_record r;

	world_record_init(&r);
	r.d = 0x12345600;
	r.ptr = (void *)0x123456ff;
	CHECK_ANSWER("d.function == world_function", &r, 1);
	CHECK_ANSWER("ptr.function == 0x12345678 && w == 0", &r, 1);
	CHECK_ANSWER("(ptr.function != world_function)", &r, 0);
	r.d--;
	r.ptr += 1;
	CHECK_ANSWER("d.function == world_function", &r, 0);
	CHECK_ANSWER("ptr.function==world_function", &r, 0);
	CHECK_ANSWER("ptr.function!=0x12345678", &r, 1);
}

static void test_cpus(void)
{
	unsigned long mask[2] = { 0xf0, 0x1 }, full[2] = { ~0UL, ~0UL };
	struct world_record r;
	unsigned int words;

	world_record_init(&r);
	r.w = 5;
	r.b = 64;
	r.q = -1;
	/* Bits 100 to 127 belong to no CPU. */
	world_set_cpus(&r, full, 2);
	CHECK_ANSWER("cpus == CPUS{0-99}", &r, 1);
	CHECK_ANSWER("cpus != CPUS{0-99}", &r, 0);
	CHECK_ANSWER("w & CPUS{4-7,64}", &r, 1);
	CHECK_ANSWER("w & CPUS{6-7}", &r, 0);
	CHECK_ANSWER("w & CPUS{5}", &r, 1);
	CHECK_ANSWER("w == CPUS{5}", &r, 1);
	CHECK_ANSWER("w == CPUS{5-6}", &r, 0);
	CHECK_ANSWER("w != CPUS{5}", &r, 0);
	CHECK_ANSWER("w != CPUS{5-6}", &r, 1);
	CHECK_ANSWER("b & CPUS{0-63}", &r, 0);
	CHECK_ANSWER("b&CPUS{0-64}&&w&CPUS{5}", &r, 1);
	CHECK_ANSWER("q & CPUS{0-99}", &r, 0);
	CHECK_ANSWER("q != CPUS{0-98}", &r, 0);
	CHECK_ANSWER("w & CPUS{ }", &r, 0);
	/* Numbers that do not fit into b, which is 64. */
	for (shim_cpu_ids = 256; shim_cpu_ids <= 512; shim_cpu_ids += 128) {
		CHECK_ANSWER("b != CPUS{0,1}", &r, 1);
		CHECK_ANSWER("b == CPUS{0,1}", &r, 0);
		CHECK_ANSWER("b == CPUS{64}", &r, 1);
	}
	shim_cpu_ids = 512;
	CHECK_ANSWER("b == CPUS{320}", &r, 0);
	CHECK_ANSWER("b & CPUS{320}", &r, 0);
	CHECK_ANSWER("b != CPUS{320}", &r, 1);
	shim_cpu_ids = 100;
	shim_cpu = 2;
	CHECK_ANSWER("CPU & CPUS{1-2}", &r, 1);
	CHECK_ANSWER("CPU & CPUS{2}", &r, 1);
	CHECK_ANSWER("CPU & CPUS{0,1}", &r, 0);
	CHECK_ANSWER("common_pid & CPUS{40-50}", &r, 1);
	shim_cpu = 0;

	for (words = 1; words <= 2; words++) {
		if (words == 1)
			mask[1] = 0;
		world_set_cpus(&r, mask, words);
		CHECK_ANSWER("cpus & CPUS{4}", &r, 1);
		CHECK_ANSWER("cpus & CPUS{0-3,8-63}", &r, 0);
		CHECK_ANSWER("relcpus & CPUS{0-4}", &r, 1);
		CHECK_ANSWER("cpus & CPUS{64-70}", &r, words == 2);
		CHECK_ANSWER("cpus == CPUS{4-7}", &r, words == 1);
		CHECK_ANSWER("relcpus == CPUS{4-7,64}", &r, words == 2);
		CHECK_ANSWER("cpus != CPUS{4-7,64}", &r, words != 2);
		CHECK_ANSWER("!(cpus != CPUS{4-7})", &r, words == 1);
		mask[1] = 1;
	}
}

/* ---- errors ---- */

static void test_errors(void)
{
	static const struct {
		const char *text;
		int ret;
		enum filter_error error;
		unsigned int column;
	} cases[] = {
		{ "", -EINVAL, FILTER_ERROR_NONE, 0 },
		{ "()", -EINVAL, FILTER_ERROR_NONE, 0 },
		{ "!", -EINVAL, FILTER_ERROR_EMPTY, 1 },
		{ "(!)", -EPERM, FILTER_ERROR_NONE, 0 },
		{ "foo == 1", -EINVAL, FILTER_ERROR_FIELD, 4 },
		{ "w", -EINVAL, FILTER_ERROR_OPERATOR, 2 },
		{ "w = 1", -EINVAL, FILTER_ERROR_OPERATOR, 3 },
		{ "w == ", -EINVAL, FILTER_ERROR_VALUE, 6 },
		{ "w == 1x", -EINVAL, FILTER_ERROR_NUMBER, 6 },
		{ "w == -1", -EINVAL, FILTER_ERROR_NUMBER, 6 },
		{ "i == -", -EINVAL, FILTER_ERROR_NUMBER, 6 },
		{ "d == 18446744073709551616", -EINVAL, FILTER_ERROR_NUMBER, 6 },
		{ "q == 9223372036854775808", -EINVAL, FILTER_ERROR_NUMBER, 6 },
		{ "w == 000000000000000000000001", -EINVAL,
		  FILTER_ERROR_TOO_LONG, 30 },
		{ "w == \"1\"", -EINVAL, FILTER_ERROR_WANT_NUMBER, 6 },
		{ "w ~ 1", -EINVAL, FILTER_ERROR_FIELD_OPERATOR, 5 },
		{ "name == 1", -EINVAL, FILTER_ERROR_WANT_STRING, 9 },
		{ "name < \"1\"", -EINVAL, FILTER_ERROR_FIELD_OPERATOR, 8 },
		{ "name == $foo", -EINVAL, FILTER_ERROR_VALUE, 9 },
		{ "name == \"foo", -3, FILTER_ERROR_QUOTE, 8 },
		{ "(w == 1", -2, FILTER_ERROR_OPEN, 0 },
		{ "w == 1 && (w == 2", -2, FILTER_ERROR_OPEN, 10 },
		{ "((w == 1) && (w == 2", -2, FILTER_ERROR_OPEN, 13 },
		{ "w == 1)", -1, FILTER_ERROR_CLOSE, 6 },
		{ "w == 1 &&", -EINVAL, FILTER_ERROR_MEANINGLESS, 9 },
		{ "w == 1 w", -EPERM, FILTER_ERROR_TERMS, 7 },
		{ "w == 1 & w == 2", -EPERM, FILTER_ERROR_TERMS, 7 },
		{ "w == 1 && || w == 2", -EPERM, FILTER_ERROR_NONE, 0 },
		{ "w.function == world_function", -EINVAL,
		  FILTER_ERROR_FIELD_OPERATOR, 15 },
		{ "d.function < world_function", -EINVAL,
		  FILTER_ERROR_OPERATOR, 14 },
		{ "d.function == nobody", -EINVAL, FILTER_ERROR_FUNCTION, 21 },
		{ "d.function == ", -EINVAL, FILTER_ERROR_FUNCTION, 15 },
		{ "d.function == 0x1", -EINVAL, FILTER_ERROR_FUNCTION, 18 },
		{ "d.function == 0x1z", -EINVAL, FILTER_ERROR_VALUE, 19 },
		{ "w & CPUS", -EINVAL, FILTER_ERROR_BRACE_OPEN, 10 },
		{ "w & CPUS{1-2", -EINVAL, FILTER_ERROR_BRACE_CLOSE, 13 },
		{ "w & CPUS{}", -EINVAL, FILTER_ERROR_CPUS, 10 },
		{ "w & CPUS{x}", -EINVAL, FILTER_ERROR_CPUS, 11 },
		{ "w & CPUS{100}", -EINVAL, FILTER_ERROR_CPUS, 13 },
		{ "w < CPUS{1}", -EINVAL, FILTER_ERROR_FIELD_OPERATOR, 5 },
		{ "common_uid == -1", -EINVAL, FILTER_ERROR_NUMBER, 15 },
		{ "common_uid & 1", -EINVAL, FILTER_ERROR_FIELD_OPERATOR, 14 },
		{ "common_uid == CPUS{1}", -EINVAL,
		  FILTER_ERROR_FIELD_OPERATOR, 15 },
		{ "common_uid == \"x\"", -EINVAL, FILTER_ERROR_WANT_NUMBER, 15 },
		{ "common_cgroup.function == world_function", -EINVAL,
		  FILTER_ERROR_FIELD_OPERATOR, 27 },
		{ "common_gid == 1", -EINVAL, FILTER_ERROR_FIELD, 11 },
		{ "name == CPUS{1}", -EINVAL, FILTER_ERROR_FIELD_OPERATOR, 9 },
	};
	struct filter *filter = NULL;
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		ret = filter_parse(&filter, &world_event, cases[i].text, NULL, &fault);
		if (ret != cases[i].ret || fault.error != cases[i].error ||
		    fault.column != cases[i].column)
			check_failed(__FILE__, __LINE__, "%s: %d, %d at %u",
				     cases[i].text, ret, fault.error,
				     fault.column);
		CHECK(!filter);
	}
}

static void test_words(void)
{
	char *text;

	fault.error = FILTER_ERROR_FIELD;
	fault.column = 4;
	text = filter_explain_fault("foo == 1", &fault, -EINVAL);
	CHECK_STR(text, "foo == 1\n    ^\nparse_error: Field not found\n", "");
	free(text);
	fault.column = 0;
	text = filter_explain_fault("(w", &fault, -EINVAL);
	CHECK_STR(text, "(w\n^\nparse_error: Field not found\n", "");
	free(text);
	fault.column = 99;
	text = filter_explain_fault("ab", &fault, -EINVAL);
	CHECK_STR(text, "ab\n  ^\nparse_error: Field not found\n", "");
	free(text);
	fault.error = FILTER_ERROR_NONE;
	text = filter_explain_fault("", &fault, -EINVAL);
	CHECK_STR(text, "\nError: (0)\n", "");
	free(text);
}

static void test_no_memory(void)
{
	static const char text[] =
		"(w == 1 || name ~ 'a*') && w & CPUS{1-3} && text != 'x' && "
		"d.function == world_function && cpus == CPUS{1,2}";
	struct filter *filter = NULL;
	int ret = -ENOMEM, n;

	for (n = 0; ret == -ENOMEM && n < 100; n++) {
		shim_fail_after = n;
		ret = filter_parse(&filter, &world_event, text, NULL, &fault);
		shim_fail_after = -1;
		CHECK(ret ? !filter : !!filter);
	}
	CHECK_EQ(ret, 0);
	CHECK(n > 10);
	filter_free(filter);
}

const struct test tests[] = {
	{ "comparisons work for numbers of each width and sign", test_numbers },
	{ "filters can use the fields that all events have", test_common },
	{ "random filters agree with a simple evaluation", test_expressions },
	{ "a predicate runs only if it can change the result", test_jumps },
	{ "deep and long filters work up to the limits", test_deep },
	{ ".function matches the addresses of a function", test_functions },
	{ "CPUS{} matches lists of CPUs", test_cpus },
	{ "errors of filters have the right message and column", test_errors },
	{ "the file filter shows the error below its column", test_words },
	{ "filters survive failing allocations", test_no_memory },
	{ }
};
