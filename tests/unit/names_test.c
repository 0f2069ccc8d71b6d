// SPDX-License-Identifier: GPL-2.0
/* Names of values in print formats like those of the kernel's headers. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "../../module/event/event.h"
#include "../../module/event/names.h"
#include "test.h"

static const struct event_enum enum_low = { "LOW", -3 };
static const struct event_enum enum_bit = { "BIT", 4 };
static const struct event_enum enum_huge = { "HUGE", 1L << 40 };
static const struct event_enum enum_sizeof = { "sizeof(struct x)", 24 };
static const struct event_enum *const enums[] = {
	&enum_low, &enum_bit, &enum_huge, &enum_sizeof, NULL,
};

/*
 * Tables as the compiler builds them from a format. In these tables the parser
 * finds the values of enumerators that @enums lacks. It must not choose a table
 * only by the names, which are the same in these two.
 */
static const struct trace_print_flags other_table[] = {
	{ 7, "low" }, { 8, "say \"high\"" }, { -1, NULL },
};
static const struct trace_print_flags table[] = {
	{ 1, "low" }, { 1 << 5, "say \"high\"" }, { -1, NULL },
};
static const struct trace_print_flags *const tables[] = {
	other_table, table, NULL,
};

static const struct event_header header = {
	.tables = tables,
	.system = "unit",
	.enums = enums,
};

static struct event_field fields[] = {
	{ .type = "long", .name = "state", .size = 8, .is_signed = true },
	{ .type = "int", .name = "i", .size = 4, .is_signed = true },
	{ .type = "u32", .name = "flags", .size = 4 },
	{ .type = "s8", .name = "tiny", .size = 1, .is_signed = true },
};

static struct event_class class = {
	.fields = fields,
	.nr_fields = ARRAY_SIZE(fields),
};
static struct event event = { .class = &class, .header = &header };

static struct event_names *parse(const char *format, const char *field)
{
	unsigned int i;

	class.print_fmt = format;
	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (!strcmp(fields[i].name, field))
			return event_names_parse(&event, &fields[i]);
	return ERR_PTR(-EINVAL);
}

/* Returns the names of a value; "-" if the format has none for the field. */
static const char *names(const char *format, const char *field, u64 value)
{
	static char text[1024];
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	struct event_names *parsed = parse(format, field);

	text[0] = '\0';
	if (IS_ERR(parsed)) {
		CHECK_EQ(PTR_ERR(parsed), -ENOENT);
		return "-";
	}
	event_names_print(parsed, &m, value);
	event_names_free(parsed);
	return text;
}

#define EXPECT(format, field, value, wanted)	\
	CHECK_STR(names(format, field, value), wanted, format)

/* A format like that of sched_switch. */
#define REPORT	"(0x00 | 0x01 | 0x3f | 0x40)"
#define SWITCH	"\"prev_state=%s%s ==> next=%d\", (REC->state & (((" REPORT	\
	" + 1) << 1) - 1)) ? __print_flags(REC->state & (((" REPORT		\
	" + 1) << 1) - 1), \"|\", { 0x01, \"S\" }, { 0x02, \"D\" }, { 0x80, \"I\" })"	\
	" : \"R\", REC->state & ((" REPORT " + 1) << 1) ? \"+\" : \"\", REC->i"

static void test_state(void)
{
	EXPECT(SWITCH, "state", 0, "R");
	EXPECT(SWITCH, "state", 1, "S");
	EXPECT(SWITCH, "state", 0x87, "S|D|I|0x4");
	EXPECT(SWITCH, "state", 0x100, "R+");
	EXPECT(SWITCH, "state", 0x101, "S+");
	EXPECT(SWITCH, "i", 1, "-");
}

/* A format like those of the events of memory management. */
#define GFP	"\"%lu flags=%s\", REC->state, (REC->flags) ? __print_flags(REC->flags, \"|\", "	\
	"{( unsigned long)((((( gfp_t)(0x400u|0x800u)) | (( gfp_t)0x40u)) "		\
	"& ~(( gfp_t)(0x400u|0x800u))) | (( gfp_t)0x400u)), \"GFP_LIGHT\"}, "		\
	"{(unsigned long)(( gfp_t)0x40u), \"__GFP_IO\"}, "				\
	"{(unsigned long)(( gfp_t)((((1UL))) << (BIT))), \"__GFP_BIT\"}) : \"none\""

static void test_gfp(void)
{
	EXPECT(GFP, "flags", 0, "none");
	EXPECT(GFP, "flags", 0x440, "GFP_LIGHT");
	EXPECT(GFP, "flags", 0x40, "__GFP_IO");
	EXPECT(GFP, "flags", 0x450, "GFP_LIGHT|__GFP_BIT");
	EXPECT(GFP, "flags", 0x80000010, "__GFP_BIT|0x80000000");
	EXPECT(GFP, "state", 1, "-");
}

static void test_symbols(void)
{
	const char *format = "\"%s %s\", __print_symbolic(REC->i, { 0, \"A\" \"B\" }, "
			     "{ LOW, \"low\" }, { 'x', \"letter\" }, { 010, \"say \\\"8\\\"\" }), "
			     "__print_symbolic(REC->tiny >> 1, {-1, \"minus\"}, {~0x0, \"never\"},{sizeof(struct x), \"size\"})";

	EXPECT(format, "i", 0, "AB");
	EXPECT(format, "i", -3, "low");
	EXPECT(format, "i", 'x', "letter");
	EXPECT(format, "i", 8, "say \"8\"");
	EXPECT(format, "i", 9, "0x9");
	EXPECT(format, "i", -4, "0xfffffffffffffffc");
	EXPECT(format, "tiny", -2, "minus");
	EXPECT(format, "tiny", 48, "size");
}

/* Each expression must have the value that C gives it. */
static void test_arithmetic(void)
{
#define SAME(expression, value)						\
	EXPECT("\"%s\", __print_symbolic((" expression ") == (" #value	\
	       ") ? REC->i : 0, { 1, \"yes\" }, { 0, \"no\" })", "i", 1, "yes")
	SAME("~0u", 4294967295);
	SAME("~0", -1);
	SAME("-1 < 1u", 0);
	SAME("-1 < 1ul", 0);
	SAME("-1l < 1u", 1);
	SAME("0x80000000 >> 31", 1);
	SAME("1 << 4 | 1 << 2", 20);
	SAME("7 & 12 ^ 1", 5);
	SAME("2 + 3 * 4 - 1", 13);
	SAME("!(3 > 2) || 1 >= 2 && 1", 0);
	SAME("5 != 5 || 5 <= 5", 1);
	SAME("(u8) 0x1ff", 255);
	SAME("(s8)0xff", -1);
	SAME("(unsigned short)(int)-1 + 1", 65536);
	SAME("(unsigned)~0UL + 0", 4294967295);
	SAME("(fmode_t)3", 3);
	SAME("HUGE >> 39", 2);
	SAME("(REC->i ? 7 : 8)", 7);
	SAME("0xfffffffff", 68719476735);
	SAME("2147483648 > 0", 1);
	SAME("((unsigned int)(REC->i) << 20) >> 20", 1);
	SAME("-REC->i", -1);
}

static void test_other_texts(void)
{
	EXPECT("\"%s %d\", REC->i & 1 ? \"odd\" : \"even\", REC->i", "i", 3, "odd");
	/*
	 * If a format uses a field several times, the names come from the place where
	 * the field is the argument of a call such as __print_symbolic().
	 */
	EXPECT("\"%s %s\", REC->i ? \"1\" : \"0\", __print_symbolic(REC->i, {2, \"two\"})",
	       "i", 2, "two");
	EXPECT("\"%s-%s\", __print_symbolic(REC->i, {2, \"two\"}), REC->i ? \"+\" : \"\"",
	       "i", 2, "two");
	EXPECT("\"%*d%s%.3s\", 1, 2, __print_flags(REC->i, \", \", {1, \"a\"}, {2, \"b\"}), REC->i ? \"+\" : \"\"",
	       "i", 3, "a, b+");
	EXPECT("\"%s\", __print_flags_u64(REC->state, \"\", {1, \"a\"}, {0x8000000000000000ULL, \"b\"})",
	       "state", 1ULL << 63 | 1, "ab");
	EXPECT("\"%s\", __print_flags(REC->i, \"|\", { 1, \"a\" })", "i", 0, "");
	/* An entry without a name ends a table. */
	EXPECT("\"%s\", __print_flags(REC->i, \"|\", { 1, \"a\" }, { 0, NULL })", "i", 3, "a|0x2");
	EXPECT("\"%s\", __print_flags(REC->i, \"|\", { 1, \"a\" }, { 0, ((void *)0) } ) ", "i", 1, "a");
}

#define TABLE(first, second)	\
	"\"%s\", __print_flags(REC->i, \"|\", { " first " }, { " second " })"

static void test_tables(void)
{
	EXPECT(TABLE("1, \"low\"", "1 << HIGH(), \"say \\\"high\\\"\""), "i", 33, "low|say \"high\"");
	EXPECT(TABLE("FIRST, \"low\"", "SECOND, \"say \\\"high\\\"\""), "i", 15, "low|say \"high\"");
	EXPECT(TABLE("2, \"low\"", "HIGH, \"say \\\"high\\\"\""), "i", 33, "-");
	EXPECT(TABLE("1, \"low\"", "HIGH, \"say high\""), "i", 33, "-");
	EXPECT(TABLE("1, \"low\"", "HIGH, \"say \\\"high\\\"s\""), "i", 33, "-");
	EXPECT(TABLE("LOWEST, \"low\"", "(HIGH, \"x\""), "i", 33, "-");
	EXPECT("\"%s\", __print_flags(REC->i, \"|\", { FIRST, \"low\" })", "i", 33, "-");
}

static void test_refused(void)
{
	static const char *const formats[] = {
		"",
		"\"%s\"",
		"\"%s",
		"\"%d\", REC->i",
		"\"%s\", __get_str(i)",
		"\"%s\", __print_symbolic(REC->index, { 1, \"a\" })",
		"\"%s\", __print_symbolic(REC->flags, { 1, \"a\" })",
		"\"%s\", __print_symbolic(REC->i + REC->flags, { 1, \"a\" })",
		"\"%s\", __print_symbolic(REC->i, { UNKNOWN, \"a\" })",
		"\"%s\", __print_symbolic(REC->i, { REC->i, \"a\" })",
		"\"%s\", __print_symbolic(REC->i, { 1, a })",
		"\"%s\", __print_symbolic(REC->i, { 0, NULL }, { 1, \"a\" })",
		"\"%s\", __print_symbolic(REC->i, { 1, \"a\" }, { 0, NULL)",
		"\"%s\", __print_symbolic(REC->i)",
		"\"%s\", __print_symbolic(REC->i, { 1, \"a\" }",
		"\"%s\", __print_symbolic(REC->i, { 1, \"a\" }) + 1",
		"\"%s\", __print_symbolic(REC->i, { 1, \"a\" }) x",
		"\"%s\", __print_symbolic(REC->i[1], { 1, \"a\" })",
		"\"%s\", __print_symbolic(REC->i->x, { 1, \"a\" })",
		"\"%s\", __print_symbolic(*(int *)REC->i, { 1, \"a\" })",
		"\"%s\", __print_symbolic(f(REC->i), { 1, \"a\" })",
		"\"%s\", __print_symbolic(\"a\", { 1, \"a\" })",
		"\"%s\", __print_flags(REC->i, { 1, \"a\" })",
		"\"%s\", __print_hex(REC->i, 4)",
		"\"%s\", ({ REC->i ? \"a\" : \"b\"; })",
		"\"%s\", REC->i ? \"a\" : 1",
		"\"%s\", REC->i ? \"a\"",
		"\"%s\", 09 + REC->i ? \"a\" : \"b\"",
		"\"%s\", 1z + REC->i ? \"a\" : \"b\"",
		"\"%s\", 1 ? \"a\" : \"b\"",
		"\"%s\", REC->i && ? \"a\" : \"b\"",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		EXPECT(formats[i], "i", 1, "-");
	EXPECT("\"%s\", REC->i / 2 ? \"a\" : \"b\"", "i", 1, "-");
}

/*
 * Expressions that are nested too deeply for the parser, or have too many parts for
 * its tree, get no names.
 */
static void test_limits(void)
{
	static char text[20000];
	unsigned int nested, i;

	for (i = 20; i <= 10000; i *= 4) {
		sprintf(text, "\"%%s\", %*s REC->i %*s ? \"a\" : \"b\"", i, "",
			i, "");
		memset(text + 6, '(', i);
		memset(strchr(text, 'i') + 1, ')', i);
		EXPECT(text, "i", 1, i == 20 ? "a" : "-");
	}
	strscpy(text, "\"%s\", REC->i", sizeof(text));
	for (i = 0; i < 200; i++)
		strcat(text, " | REC->i");
	strcat(text, " ? \"a\" : \"b\"");
	EXPECT(text, "i", 1, "-");
	strscpy(text, "\"%s\", REC->i", sizeof(text));
	for (i = 0; i < 200; i++)
		strcat(text, " ? REC->i : 1");
	EXPECT(text, "i", 1, "-");
	/* Each operator has a higher precedence than the previous one. */
	for (nested = 1; nested <= 5; nested += 4) {
		strscpy(text, "\"%s\", ", sizeof(text));
		for (i = 0; i < nested; i++)
			strcat(text, "REC->i||1&&REC->i|1^REC->i&1==REC->i<1<<REC->i+1*(");
		strcat(text, "REC->i");
		for (i = 0; i < nested; i++)
			strcat(text, ")");
		strcat(text, " ? \"a\" : \"b\"");
		EXPECT(text, "i", 1, nested == 1 ? "a" : "-");
	}
}

static void test_garbage(void)
{
	static const char *const parts[] = {
		"\"%s\"", ",", "REC->i", "(", ")", "{", "}", "__print_flags(",
		"__print_symbolic(", "\"a\"", "?", ":", "1", "0x", "LOW", "u8",
		"<<", "<", "-", "~", "!", "'", "&&", "\\", "\"", " ", "9u",
	};
	unsigned int seed = 1, round, i;
	char text[256];

	for (round = 0; round < 200000; round++) {
		strcpy(text, round & 1 ? "\"%s\", __print_symbolic(REC->i," :
					 "\"%s\",");
		for (i = 0; i < 12; i++) {
			seed = seed * 1103515245 + 12345;
			strcat(text, parts[(seed >> 16) % ARRAY_SIZE(parts)]);
		}
		names(strdup(text), "i", seed);
		free((void *)class.print_fmt);
	}
}

static void test_memory(void)
{
	struct event_names *parsed;

	shim_fail_after = 0;
	parsed = parse(GFP, "flags");
	shim_fail_after = -1;
	CHECK_EQ(PTR_ERR(parsed), -ENOMEM);
	CHECK_EQ(shim_live, 0);
}

static void test_kinds(void)
{
	struct event_names *parsed = parse(GFP, "flags");

	CHECK(event_names_are_flags(parsed));
	event_names_free(parsed);
	parsed = parse("\"%s\", __print_symbolic(REC->i, {2, \"two\"})", "i");
	CHECK(!event_names_are_flags(parsed));
	event_names_free(parsed);
}

const struct test tests[] = {
	{ "the state of a task is printed as letters of the print format", test_state },
	{ "flags that contain other flags have their own name", test_gfp },
	{ "values of names can be enumerators, letters, sizes and negative numbers", test_symbols },
	{ "expressions have the value that they have in C", test_arithmetic },
	{ "strings that depend on the field are names, with strings that follow directly", test_other_texts },
	{ "enumerators that are not in the header get their values from the compiler's tables", test_tables },
	{ "a field has no names if its format needs other fields as well", test_refused },
	{ "an expression that is nested too deep or is too long has no names", test_limits },
	{ "the parser of print formats does not read beyond the end", test_garbage },
	{ "a field has no names if memory is lacking", test_memory },
	{ "flags are distinguished from other values", test_kinds },
	{ }
};
