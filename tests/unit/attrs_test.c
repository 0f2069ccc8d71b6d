// SPDX-License-Identifier: GPL-2.0
/* Tests of module/hist/parse/attrs.c. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "test.h"
#include "world.h"

static char text[8192];

/* Parses a copy of the command. The parsed parts point into the copy. */
static int parse(struct hist_attrs *attrs, const char *command)
{
	static char whole[8192];
	struct hist_report report = { whole, "hist:unit:world" };

	snprintf(whole, sizeof(whole), "hist:%s", command);
	strscpy(text, command, sizeof(text));
	world_error[0] = '\0';
	return hist_attrs_parse(attrs, text, &report);
}

static void test_values(void)
{
	static const struct {
		const char *text, *keys, *vals, *sort, *name, *clock;
	} cases[] = {
		{ "keys=a", "a" },
		{ "key=a", "a" },
		{ "keys=a,b:vals=c", "a,b", "c" },
		{ "val=c:key=a", "a", "c" },
		{ "values=c,d:keys=a", "a", "c,d" },
		{ "sort=x.descending:keys=a", "a", NULL, "x.descending" },
		{ "name=foo:keys=a", "a", NULL, NULL, "name=foo" },
		{ "keys=a:clock= mono ", "a", NULL, NULL, NULL, "mono" },
		{ "keys=a:keys=b", "b" },
		{ "keys=a:vals=b:vals=c:sort=d:sort=e", "a", "c", "e" },
		{ "keys==", "=" },
		{ "keys=a=b", "a=b" },
		{ "keys= a", " a" },
		{ "keys=a.sym-offset,b.sym-offset", "a.symXoffset,b.symXoffset" },
		{ "keys=a.sym-offse", "a.sym-offse" },
	};
	struct hist_attrs attrs;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		CHECK_EQ(parse(&attrs, cases[i].text), 0);
		CHECK_STR(attrs.keys, cases[i].keys, cases[i].text);
		CHECK_STR(attrs.vals, cases[i].vals, cases[i].text);
		CHECK_STR(attrs.sort, cases[i].sort, cases[i].text);
		CHECK_STR(attrs.name, cases[i].name, cases[i].text);
		CHECK_STR(attrs.clock, cases[i].clock, cases[i].text);
		CHECK(!attrs.filter && !attrs.pause && !attrs.cont);
		CHECK(!attrs.clear && !attrs.nohitcount);
		CHECK_EQ(attrs.bits, HIST_BITS_DEFAULT);
	}
}

static void test_words(void)
{
	struct hist_attrs attrs;

	CHECK_EQ(parse(&attrs, "pause:keys=a"), 0);
	CHECK(attrs.pause && !attrs.cont && !attrs.clear);
	CHECK_EQ(parse(&attrs, "keys=a:cont"), 0);
	CHECK(attrs.cont && !attrs.pause);
	CHECK_EQ(parse(&attrs, "keys=a:continue:continue"), 0);
	CHECK(attrs.cont);
	CHECK_EQ(parse(&attrs, "keys=a:clear"), 0);
	CHECK(attrs.clear);
	CHECK_EQ(parse(&attrs, "NOHC:keys=a"), 0);
	CHECK(attrs.nohitcount);
	CHECK_EQ(parse(&attrs, "keys=a:nohitcount:pause:cont:clear"), 0);
	CHECK(attrs.nohitcount && attrs.pause && attrs.cont && attrs.clear);
}

static void test_refused(void)
{
	static const struct {
		const char *text, *error;
		unsigned int column;
	} cases[] = {
		{ "", "" },
		{ ":", "" },
		{ "keys=a:", "" },
		{ ":keys=a", "" },
		{ "keys=a::vals=b", "" },
		{ "pause", "" },
		{ "vals=a", "" },
		{ "keys", "" },
		{ "keys=a:Pause", "" },
		{ "keys=a:pause ", "" },
		{ "keys=a:contin", "" },
		{ "keys=a:onfoo(x)", "" },
		{ "keys=", "Empty assignment", 5 },
		{ "keys=a:vals=", "Empty assignment", 12 },
		{ "keys=a:=", "Empty assignment", 9 },
		{ "keys=a:x=", "Empty assignment", 12 },
		{ "keys=a:onmatch", "" },
		{ "keys=a: onmatch(a.b).c(d)", "" },
		{ "keys=a:onfoo(a.b).c(d)", "" },
	};
	struct hist_attrs attrs;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		CHECK_EQ(parse(&attrs, cases[i].text), -EINVAL);
		CHECK_STR(world_error, cases[i].error, cases[i].text);
		if (*cases[i].error)
			CHECK_EQ(world_error_column, cases[i].column);
	}
}

static void test_assignments(void)
{
	struct hist_attrs attrs;

	CHECK_EQ(parse(&attrs, "x=b:keys=a:y=c,z=d+$e: vals=b"), 0);
	CHECK_EQ(attrs.nr_assignments, 3);
	CHECK_STR(attrs.assignments[0], "x=b", "before the keys");
	CHECK_STR(attrs.assignments[1], "y=c,z=d+$e", "several");
	CHECK_STR(attrs.assignments[2], " vals=b", "a blank makes a variable");
	CHECK(!attrs.vals && !attrs.nr_actions);
}

static void test_actions(void)
{
	static const char *const actions[] = {
		"onmax($x).save(b)", "onmatch(a.b).c(d)",
		"onchange($x).snapshot()", "onmatch(",
	};
	struct hist_attrs attrs;
	char command[200];
	unsigned int i;

	snprintf(command, sizeof(command), "keys=a:%s:%s:%s:%s if x", actions[0],
		 actions[1], actions[2], actions[3]);
	CHECK_EQ(parse(&attrs, command), 0);
	CHECK_EQ(attrs.nr_actions, ARRAY_SIZE(actions));
	for (i = 0; i < ARRAY_SIZE(actions); i++)
		CHECK_STR(attrs.actions[i], actions[i], command);
	CHECK_STR(attrs.filter, "if x", command);
	/*
	 * A word with an equals sign is an assignment, even if it begins like
	 * an action.
	 */
	CHECK_EQ(parse(&attrs, "keys=a:onmax($x).save(b=c)"), 0);
	CHECK_EQ(attrs.nr_actions, 0);
	CHECK_EQ(attrs.nr_assignments, 1);
}

/* Parses a command of @nr equal parts. */
static int parse_many(struct hist_attrs *attrs, const char *part,
		      unsigned int nr)
{
	static char command[1000];
	unsigned int at = snprintf(command, sizeof(command), "keys=a");

	while (nr--)
		at += snprintf(command + at, sizeof(command) - at, ":%s", part);
	return parse(attrs, command);
}

static void test_limits(void)
{
	struct hist_attrs attrs;

	CHECK_EQ(parse_many(&attrs, "x=b", HIST_VARS_MAX), 0);
	CHECK_EQ(parse_many(&attrs, "x=b", HIST_VARS_MAX + 1), -EINVAL);
	CHECK_STR(world_error, "Too many variables defined", "17 parts");
	CHECK_EQ(world_error_column, 12);
	CHECK_EQ(parse_many(&attrs, "onmax($x).save(b)", HIST_ACTIONS_MAX), 0);
	CHECK_EQ(parse_many(&attrs, "onmax($x).save(b)", HIST_ACTIONS_MAX + 1),
		 -EINVAL);
	CHECK_STR(world_error, "", "9 actions");
}

static void test_sizes(void)
{
	static const struct {
		const char *text;
		int ret;
		unsigned int bits;
	} cases[] = {
		{ "0", -EINVAL }, { "1", -EINVAL }, { "64", -EINVAL },
		{ "65", 0, 7 }, { "127", 0, 7 }, { "128", 0, 7 },
		{ "129", 0, 8 }, { "256", 0, 8 }, { "2048", 0, 11 },
		{ "2049", 0, 12 }, { "131071", 0, 17 }, { "131072", 0, 17 },
		{ "131073", -EINVAL }, { "4294967296", -EINVAL },
		{ "18446744073709551615", -EINVAL },
		{ "9223372036854775809", -EINVAL },
		{ "18446744073709551616", -ERANGE },
		{ "99999999999999999999999999", -ERANGE },
		{ "0x80", 0, 7 }, { "0X1fF", 0, 9 }, { "0200", 0, 7 },
		{ "+128", 0, 7 }, { "-128", -EINVAL }, { "++128", -EINVAL },
		{ "128 ", -EINVAL }, { " 128", -EINVAL }, { "128\n", 0, 7 },
		{ "0x", -EINVAL }, { "09", -EINVAL }, { "1k", -EINVAL },
		{ "a", -EINVAL },
	};
	struct hist_attrs attrs;
	char command[80];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		snprintf(command, sizeof(command), "keys=a:size=%s",
			 cases[i].text);
		CHECK_EQ(parse(&attrs, command), cases[i].ret);
		if (!cases[i].ret)
			CHECK_EQ(attrs.bits, cases[i].bits);
		CHECK_STR(world_error, "", command);
	}
	CHECK_EQ(parse(&attrs, "keys=a:size=128:size=4096"), 0);
	CHECK_EQ(attrs.bits, 12);
}

/* Cases that event_hist_trigger_parse() of the kernel distinguishes. */
static void test_filters(void)
{
	static const struct {
		const char *text;
		int ret;
		const char *keys, *filter;
	} cases[] = {
		{ "keys=a if b", 0, "a", "if b" },
		{ "keys=a if b == \"x:y\"", 0, "a", "if b == \"x:y\"" },
		{ "keys=a  if  b  ", 0, "a", "if  b" },
		{ "keys=a\tif\tb", 0, "a", "if\tb" },
		{ "keys=a if if b", 0, "a", "if if b" },
		{ "keys=ifa", 0, "ifa" },
		{ "keys=a,netif", 0, "a,netif" },
		{ "keys=netif if x", 0, "netif", "if x" },
		{ "keys=a,netif if x", 0, "a,netif", "if x" },
		{ "if x", -EINVAL },
		{ "ifkeys=a", -EINVAL },
		{ " if x", -EINVAL },
		{ "keys=a if", -EINVAL },
		{ "keys=a if ", -EINVAL },
		{ "keys=a i", 0, "a i" },
		{ "keys=a ifx", -EINVAL },
		{ "keys=a ifxy", 0, "a ifxy" },
		{ "keys=a if\nx", 0, "a if\nx" },
		{ "keys=a\nif x", 0, "a\nif x" },
		{ "keys=a:ifx if y:pause", 0, NULL },
		{ "  keys=a if x", 0, "a", "if x" },
		{ "keys=a   if x", 0, "a", "if x" },
	};
	struct hist_attrs attrs;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		int ret = parse(&attrs, cases[i].text);

		/*
		 * Cases without errno and keys are refused, because "ifx" is
		 * neither an attribute nor a filter.
		 */
		if (!cases[i].ret && !cases[i].keys) {
			CHECK_EQ(ret, -EINVAL);
			continue;
		}
		if (ret != cases[i].ret)
			CHECK_STR(ret ? "refused" : "taken",
				  ret ? "taken" : "refused", cases[i].text);
		if (ret)
			continue;
		CHECK_STR(attrs.keys, cases[i].keys, cases[i].text);
		CHECK_STR(attrs.filter, cases[i].filter, cases[i].text);
	}
}

static void test_long(void)
{
	static char command[4200];
	struct hist_attrs attrs;

	memset(command, 'x', sizeof(command) - 1);
	CHECK_EQ(parse(&attrs, command), -EINVAL);
	memcpy(command, "keys=", 5);
	CHECK_EQ(parse(&attrs, command), 0);
	CHECK_EQ(strlen(attrs.keys), sizeof(command) - 6);
	memset(command, ':', sizeof(command) - 1);
	CHECK_EQ(parse(&attrs, command), -EINVAL);
}

const struct test tests[] = {
	{ "the last of two attributes of a kind is used", test_values },
	{ "attributes without a value are parsed", test_words },
	{ "errors of attributes have the right message and column", test_refused },
	{ "assignments of variables are parsed", test_assignments },
	{ "handlers and actions are parsed", test_actions },
	{ "variables and actions beyond the parser's limits are refused", test_limits },
	{ "size= is rounded up and its range is checked", test_sizes },
	{ "the filter starts at the first if", test_filters },
	{ "very long commands are parsed", test_long },
	{ }
};
