// SPDX-License-Identifier: GPL-2.0
/* Tests of module/synth/parse.c. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/synth/synth.h"
#include "test.h"
#include "world.h"

static int define(const char *text, struct synth_fields **fields)
{
	struct synth_command command;
	int ret;

	*fields = NULL;
	world_error[0] = '\0';
	ret = synth_command_parse(&command, text);
	if (ret)
		return ret;
	ret = synth_name_check(&command);
	if (!ret)
		ret = synth_fields_parse(&command, fields);
	synth_command_done(&command);
	return ret;
}

static void test_types(void)
{
	static const struct {
		const char *definition, *type, *format;
		unsigned int size;
		bool is_signed, is_string, is_stack, is_dynamic;
	} cases[] = {
		{ "s8 f", "s8", "%d", 1, true },
		{ "u8 f", "u8", "%u", 1 },
		{ "s16 f", "s16", "%d", 2, true },
		{ "u16 f", "u16", "%u", 2 },
		{ "s32 f", "s32", "%d", 4, true },
		{ "u32 f", "u32", "%u", 4 },
		{ "s64 f", "s64", "%lld", 8, true },
		{ "u64 f", "u64", "%llu", 8 },
		{ "char f", "char", "%d", 1, true },
		{ "unsigned char f", "unsigned char", "%u", 1 },
		{ "int f", "int", "%d", 4, true },
		{ "unsigned int f", "unsigned int", "%u", 4 },
		{ "long f", "long", "%ld", sizeof(long), true },
		{ "unsigned long f", "unsigned long", "%lu", sizeof(long) },
		{ "bool f", "bool", "%d", 1, true },
		{ "pid_t f", "pid_t", "%d", 4, true },
		{ "gfp_t f", "gfp_t", "%x", 4 },
		{ "char f[16]", "char[16]", "%s", 16, true, true },
		{ "char[16] f", "char[16]", "%s", 16, true, true },
		{ "char f[0x1]", "char[0x1]", "%s", 1, true, true },
		{ "unsigned char f[256]", "unsigned char[256]", "%s", 256,
		  false, true },
		{ "char f[]", "__data_loc char[]", "%s", 8, true, true, false,
		  true },
		{ "char f[0]", "__data_loc char[0]", "%s", 8, true, true, false,
		  true },
		{ "unsigned char[] f", "__data_loc unsigned char[]", "%s", 8,
		  true, true, false, true },
		{ "long[] f", "__data_loc long[]", "%s", 8, true, false, true,
		  true },
		{ "unsigned long f[64]", "__data_loc unsigned long[64]", "%s",
		  8, true, false, true, true },
	};
	struct synth_fields *fields;
	char text[80];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct synth_field *field;

		snprintf(text, sizeof(text), "e %s", cases[i].definition);
		CHECK_EQ(define(text, &fields), 0);
		if (!fields)
			continue;
		field = &fields->fields[0];
		CHECK_EQ(fields->nr, 1);
		CHECK_STR(field->name, "f", text);
		CHECK_STR(field->type, cases[i].type, text);
		CHECK_STR(synth_field_format(field), cases[i].format, text);
		CHECK_EQ(field->size, cases[i].size);
		CHECK_EQ(field->is_signed, cases[i].is_signed);
		CHECK_EQ(field->is_string, cases[i].is_string);
		CHECK_EQ(field->is_stack, cases[i].is_stack);
		CHECK_EQ(field->is_dynamic, cases[i].is_dynamic);
		synth_fields_free(fields);
	}
}

static void test_layout(void)
{
	static const unsigned int offsets[] = { 8, 16, 24, 280, 288, 296 };
	struct synth_fields *fields;
	unsigned int i;
	char *format;

	CHECK_EQ(define("e u8 a; u64 b; char c[4];; char d[] long[] g; int h;",
			&fields), 0);
	CHECK_EQ(fields->nr, ARRAY_SIZE(offsets));
	CHECK_EQ(fields->size, 304);
	for (i = 0; i < ARRAY_SIZE(offsets); i++)
		CHECK_EQ(fields->fields[i].offset, offsets[i]);
	format = synth_print_format(fields);
	CHECK_STR(format, "\"a=%u, b=%llu, c=%s, d=%s, g=%s, h=%d\", "
		  "REC->a, REC->b, REC->c, __get_str(d), __get_stacktrace(g), "
		  "REC->h", "print format");
	kfree(format);
	synth_fields_free(fields);
}

static void test_errors(void)
{
	static const char command[] =
		"Command must be of the form: <name> field[;field] ...";
	static const char array[] = "Invalid array specification";
	static const struct {
		const char *text, *error;
		unsigned int column;
	} cases[] = {
		{ "e", command },
		{ "e int", command },
		{ "  e int", command },
		{ "e;", command },
		{ "e ;int a", command },
		{ "e\vint\va", command },
		{ "1e int a", "Illegal name", 0 },
		{ "e-f int a", "Illegal name", 0 },
		{ "e int a-b", "Illegal name", 6 },
		{ "ab int ab-", "Illegal name", 7 },
		{ "e int [4]", "Illegal name", 6 },
		{ "e u9 a", "Invalid type", 2 },
		{ "e int a; void b", "Invalid type", 9 },
		/* The column is that of the word's first occurrence. */
		{ "ein u64 in; in b", "Invalid type", 1 },
		{ "e int a[4]", "Invalid type", 2 },
		{ "e int a; int", "Invalid field", 2 },
		{ "e int a b", "Invalid field", 8 },
		{ "e int a; unsigned", "Incomplete type", 9 },
		{ "e unsigned int; int a", "Incomplete type", 2 },
		{ "e int a unsigned int", "Incomplete type", 8 },
		{ "e char a[257]", array, 7 },
		{ "e char a[1000]", array, 7 },
		{ "e char a[x]", array, 7 },
		{ "e char a[-1]", array, 7 },
		{ "e char a[4]x", array, 7 },
		{ "e char a[4", array, 7 },
		{ "e char[257] a", "Invalid type", 2 },
		{ "e char]4[ a", "Invalid type", 2 },
	};
	struct synth_fields *fields;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		if (define(cases[i].text, &fields) != -EINVAL)
			CHECK_STR("taken", "refused", cases[i].text);
		CHECK_STR(world_error, cases[i].error, cases[i].text);
		CHECK_EQ(world_error_column, cases[i].column);
		CHECK_STR(world_error_command, skip_spaces(cases[i].text),
			  cases[i].text);
	}
}

static void test_many_fields(void)
{
	struct synth_fields *fields;
	char text[1024] = "e ";
	unsigned int i;

	for (i = 0; i < SYNTH_FIELDS_MAX; i++)
		strcat(text, "int a; ");
	CHECK_EQ(define(text, &fields), 0);
	CHECK_EQ(fields->nr, SYNTH_FIELDS_MAX);
	synth_fields_free(fields);
	strcat(text, "int a; u9 b");
	CHECK_EQ(define(text, &fields), -EINVAL);
	CHECK_STR(world_error, "Too many fields", text);
	CHECK_EQ(world_error_column, 0);
}

struct command_case {
	const char *text;
	int ret;
	enum synth_verb verb;
	const char *name, *fields;
};

static void check_commands(int (*parse)(struct synth_command *command,
					const char *text),
			   const struct command_case *cases, unsigned int nr)
{
	struct synth_command command;
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++) {
		ret = parse(&command, cases[i].text);
		if (ret != cases[i].ret)
			CHECK_STR(ret ? "refused" : "taken", "the opposite",
				  cases[i].text);
		if (ret)
			continue;
		CHECK_EQ(command.verb, cases[i].verb);
		CHECK_STR(command.name, cases[i].name, cases[i].text);
		CHECK_STR(command.fields, cases[i].fields, cases[i].text);
		synth_command_done(&command);
	}
}

static void test_commands(void)
{
	static const struct command_case cases[] = {
		{ "", 0, SYNTH_NOTHING },
		{ " \t", 0, SYNTH_NOTHING },
		{ "e int a", 0, SYNTH_CREATE, "e", "int a" },
		{ " e \t int a ", 0, SYNTH_CREATE, "e", "int a " },
		{ "e; int a", -EINVAL },
		{ "!e", 0, SYNTH_REMOVE, "e" },
		{ " !e int a; int b", 0, SYNTH_REMOVE, "e" },
		{ "!e;int a", 0, SYNTH_REMOVE, "e;int" },
		{ "! e", 0, SYNTH_REMOVE, "" },
		{ "!", 0, SYNTH_REMOVE, "" },
	};

	check_commands(synth_command_parse, cases, ARRAY_SIZE(cases));
}

static void test_dynamic(void)
{
	static const struct command_case cases[] = {
		{ "", 0, SYNTH_NOTHING },
		{ "s:e int a", 0, SYNTH_CREATE, "e", "int a" },
		{ " s:e int a", 0, SYNTH_CREATE, "e", "int a" },
		{ "s:synthetic/e int a", 0, SYNTH_CREATE, "e", "int a" },
		{ "s:other/e int a", -EINVAL },
		{ "s:e int a/b", -EINVAL },
		{ "s:e", -EINVAL },
		{ "s:e int", -EINVAL },
		{ "s: int a", -EINVAL },
		{ "s: int a b", 0, SYNTH_CREATE, "", "int a b" },
		{ "e int a", -ECANCELED },
		{ "p:e int a", -ECANCELED },
		{ " -:e", -ECANCELED },
		{ "-:e", -ECANCELED },
	};

	check_commands(synth_dynamic_parse, cases, ARRAY_SIZE(cases));
}

/* If any allocation fails, the definition is refused and nothing leaks. */
static void test_memory(void)
{
	struct synth_fields *fields;
	int ret = -ENOMEM;
	unsigned int n;

	for (n = 0; ret == -ENOMEM && n < 100; n++) {
		shim_fail_after = n;
		ret = define("e int a; char b[]; char c[16]", &fields);
		shim_fail_after = -1;
	}
	CHECK_EQ(ret, 0);
	CHECK(n > 5);
	synth_fields_free(fields);
	synth_fields_free(NULL);
}

const struct test tests[] = {
	{ "each type of a synthetic field gets its size and sign", test_types },
	{ "synthetic fields are at the offsets of the print format", test_layout },
	{ "errors of synthetic events have the right message and column", test_errors },
	{ "a synthetic event accepts fields up to the limit", test_many_fields },
	{ "synthetic_events accepts definitions and removals", test_commands },
	{ "dynamic_events accepts definitions and removals", test_dynamic },
	{ "definitions survive failing allocations", test_memory },
	{ }
};
