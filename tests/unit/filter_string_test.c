// SPDX-License-Identifier: GPL-2.0
/* Tests of module/filter: strings, globs and pointers to them. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../../module/event/hot/scratch.h"
#include <linux/preempt.h>

#include "filter_world.h"

/* A simple implementation of glob patterns, to compare with. */
static bool glob(const char *p, const char *s)
{
	const char *q;
	bool in, not;

	switch (*p) {
	case '\0':
		return !*s;
	case '*':
		return glob(p + 1, s) || (*s && glob(p, s + 1));
	case '?':
		return *s && glob(p + 1, s + 1);
	case '\\':
		return p[1] ? *s == p[1] && glob(p + 2, s + 1) : !*s;
	case '[':
		q = p + 1;
		not = *q == '!';
		q += not;
		in = false;
		do {
			if (!*q)
				goto plain;
			if (q[1] == '-' && q[2] && q[2] != ']') {
				in |= *s >= q[0] && *s <= q[2];
				q += 3;
			} else if (q[1] == '-' && !q[2]) {
				goto plain;
			} else {
				in |= *s == *q;
				q++;
			}
		} while (*q != ']');
		return *s && in != not && glob(q + 1, s + 1);
	}
plain:
	return *s == *p && glob(p + 1, s + 1);
}

static void random_text(char *to, unsigned int max, const char *letters)
{
	unsigned int n = random_below(max + 1);

	while (n--)
		*to++ = letters[random_below(strlen(letters))];
	*to = '\0';
}

static void set_strings(struct world_record *r, const char *s)
{
	/* Bytes after the NUL are not part of the string. */
	memset(r->name, 'a', sizeof(r->name));
	memset(r->raw, 'b', sizeof(r->raw));
	strncpy(r->name, s, strlen(s) < 16 ? strlen(s) + 1 : 16);
	strncpy(r->raw, s, strlen(s) < 5 ? strlen(s) + 1 : 5);
	world_set_dyn(r, s);
	world_set_rel(r, s);
	r->text = s;
}

static void check_string(struct world_record *r, const char *s,
			 const char *pattern, bool is_glob)
{
	static const char *const fields[] = {
		"name", "raw", "dyn", "rel", "text", "text.ustring",
	};
	char text[128], seen[64];
	unsigned int i;
	bool wanted;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		snprintf(seen, sizeof(seen), "%.*s", i == 0 ? 16 :
			 i == 1 ? 5 : 60, s);
		if (is_glob)
			wanted = pattern[0] == '!' ? !glob(pattern + 1, seen) :
						     glob(pattern, seen);
		else
			wanted = !strcmp(pattern, seen);
		r->text = i == 5 ? s + SHIM_USER : s;
		snprintf(text, sizeof(text), "%s %s \"%s\"", fields[i],
			 is_glob ? "~" : "==", pattern);
		CHECK_ANSWER(text, r, wanted);
		if (is_glob)
			continue;
		snprintf(text, sizeof(text), "%s != '%s'", fields[i], pattern);
		CHECK_ANSWER(text, r, !wanted);
	}
}

static void test_strings(void)
{
	struct world_record r;
	char s[64], pattern[64];
	unsigned int i;

	world_record_init(&r);
	for (i = 0; i < 60000; i++) {
		bool is_glob = random_below(3);

		random_text(s, i % 2 ? 4 : 20, i % 3 ? "ab" : "abc]-");
		if (is_glob)
			random_text(pattern, 7, i % 4 ? "ab*" : "abc*?[]!-\\");
		else if (random_below(2))
			random_text(pattern, 5, "ab");
		else
			strscpy(pattern, s, 1 + random_below(24));
		set_strings(&r, s);
		check_string(&r, s, pattern, is_glob);
	}
}

/* A string without quotes ends at a space, at ), && or ||, or with the text. */
static void test_bare(void)
{
	static const char *const same[][2] = {
		{ "name==unit", "name == \"unit\"" },
		{ "name != unit", "name != \"unit\"" },
		{ "name ~ un*t", "name ~ \"un*t\"" },
		{ "name~[!a-t]?i*", "name ~ \"[!a-t]?i*\"" },
		{ "text.ustring==/usr/bin/wget", "text.ustring == \"/usr/bin/wget\"" },
		{ "COMM==unit", "comm == \"unit\"" },
		{ "dyn==./a:b,c=d-e+f@g%h!i~j;k<l>m\t", "dyn == \"./a:b,c=d-e+f@g%h!i~j;k<l>m\"" },
		{ "(name==_1)", "(name == \"_1\")" },
		{ "name==a&&raw==b||rel!=c", "name == 'a' && raw == 'b' || rel != 'c'" },
		{ "!(name==unit )&& dyn ~ *", "!(name == \"unit\") && dyn ~ \"*\"" },
		{ "name == if", "name == \"if\"" },
		{ "name == CPU", "name == \"CPU\"" },
		{ "name == a\\b", "name == \"a\\b\"" },
	};
	static const char *const strings[] = {
		"unit", "", "a", "b", "c", "_1", "if", "CPU", "/usr/bin/wget", "a\\b",
		"./a:b,c=d-e+f@g%h!i~j;k<l>m",
	};
	struct world_record r;
	unsigned int i, j;

	world_record_init(&r);
	for (i = 0; i < ARRAY_SIZE(same); i++)
		for (j = 0; j < ARRAY_SIZE(strings); j++) {
			set_strings(&r, strings[j]);
			r.text += SHIM_USER;
			CHECK_ANSWER(same[i][0], &r, answer(same[i][1], &r));
		}
	set_strings(&r, "unit");
	CHECK_ANSWER("name==unit&&raw==units", &r, 0);
	CHECK_ANSWER("name==unit && dyn~*ni* && COMM!=bash", &r, 1);
}

/* Values that look like a mistake need quotes, as all strings do in the kernel. */
static void test_not_bare(void)
{
	static const struct {
		const char *text;
		enum filter_error error;
		unsigned int column;
	} cases[] = {
		{ "w == unit", FILTER_ERROR_VALUE, 6 },
		{ "common_pid == unit", FILTER_ERROR_VALUE, 15 },
		{ "name < unit", FILTER_ERROR_VALUE, 8 },
		{ "name & unit", FILTER_ERROR_VALUE, 8 },
		{ "name ==", FILTER_ERROR_VALUE, 8 },
		{ "name == && w == 1", FILTER_ERROR_VALUE, 9 },
		{ "name===unit", FILTER_ERROR_VALUE, 7 },
		{ "name == != unit", FILTER_ERROR_VALUE, 9 },
		{ "name == $unit", FILTER_ERROR_VALUE, 9 },
		{ "name ~ !u*", FILTER_ERROR_VALUE, 8 },
		{ "name == a&b", FILTER_ERROR_VALUE, 9 },
		{ "name == a|", FILTER_ERROR_VALUE, 9 },
		{ "name == a&|b", FILTER_ERROR_VALUE, 9 },
		{ "name == a\"b\"", FILTER_ERROR_VALUE, 9 },
		{ "name == a(b)", FILTER_ERROR_VALUE, 9 },
		{ "name == l\xc3\xa0", FILTER_ERROR_VALUE, 9 },
		{ "name == \xc3\xa9", FILTER_ERROR_VALUE, 9 },
		{ "name == 7z", FILTER_ERROR_WANT_STRING, 9 },
		{ "name == -bash", FILTER_ERROR_WANT_STRING, 9 },
		{ "name == CPUSET", FILTER_ERROR_FIELD_OPERATOR, 9 },
		{ "name.function == unit", FILTER_ERROR_FIELD_OPERATOR, 18 },
		{ "name == unit and w == 1", FILTER_ERROR_TERMS, 13 },
	};
	struct filter *filter = NULL;
	char text[300] = "name == ";
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		if (!filter_parse(&filter, &world_event, cases[i].text, NULL, &fault) ||
		    fault.error != cases[i].error || fault.column != cases[i].column)
			check_failed(__FILE__, __LINE__, "%s: %d at %u", cases[i].text,
				     fault.error, fault.column);
	memset(text + 8, 'a', FILTER_STRING_MAX);
	CHECK_EQ(filter_parse(&filter, &world_event, text, NULL, &fault), -EINVAL);
	CHECK_EQ(fault.error, FILTER_ERROR_TOO_LONG);
	CHECK_EQ(fault.column, 9 + FILTER_STRING_MAX);
	text[7 + FILTER_STRING_MAX] = '\0';
	filter_free(make(text));
}

static void test_no_string(void)
{
	struct world_record r;

	world_record_init(&r);
	r.dyn = offsetof(struct world_record, data);
	memset(r.data, 'x', 8);
	CHECK_ANSWER("dyn == \"\"", &r, 1);
	CHECK_ANSWER("dyn == \"x\"", &r, 0);
	CHECK_ANSWER("dyn ~ \"*\"", &r, 1);
	CHECK_ANSWER("dyn ~ \"x*\"", &r, 0);
	CHECK_ANSWER("none == \"\"", &r, 1);
	CHECK_ANSWER("none ~ \"?*\"", &r, 0);
}

/* A comparison with unmapped memory fails, whether for == or !=. */
static void test_faults(void)
{
	static char pages[8192] __attribute__((aligned(4096)));
	struct world_record r;
	unsigned int i, len;

	world_record_init(&r);
	shim_hole = pages + 4096;
	shim_hole_end = pages + 8192;
	memset(pages, 'a', sizeof(pages));
	pages[4095] = '\0';
	for (i = 0; i < 200; i++) {
		len = 1 + random_below(300);
		r.text = pages + 4095 - len;
		CHECK_ANSWER("text ~ \"a*a\" || text == \"a\"", &r, 1);
		CHECK_ANSWER("text ~ \"*a\"", &r, 1);
		CHECK_ANSWER("text != \"b\"", &r, 1);
	}
	pages[4095] = 'a';
	r.text = pages + 4000;
	CHECK_ANSWER("text ~ \"*a\"", &r, 0);
	CHECK_ANSWER("text ~ \"!*a\"", &r, 0);
	CHECK_ANSWER("text ~ \"?*\"", &r, 0);
	CHECK_ANSWER("!(text ~ \"*\")", &r, 1);
	r.text = pages + 4096;
	CHECK_ANSWER("text == \"a\"", &r, 0);
	CHECK_ANSWER("text != \"a\"", &r, 0);
	r.text = NULL;
	CHECK_ANSWER("text == \"\"", &r, 0);
	CHECK_ANSWER("text != \"\"", &r, 0);
	CHECK_ANSWER("text.ustring != \"\"", &r, 0);
	/*
	 * .ustring does not read kernel addresses, and plain fields do not read
	 * user addresses.
	 */
	r.text = "a";
	CHECK_ANSWER("text.ustring ~ \"*\"", &r, 0);
	r.text += SHIM_USER;
	CHECK_ANSWER("text ~ \"*\"", &r, 0);
	CHECK_ANSWER("text.ustring ~ \"*\"", &r, 1);
	/* In an NMI, the page tables may be those of another task, so nothing is read. */
	shim_nmi = true;
	CHECK_ANSWER("text.ustring ~ \"*\"", &r, 0);
	shim_nmi = false;
	shim_hole = NULL;
	shim_hole_end = NULL;
}

/* Only the first 1,023 bytes of a string are compared. */
static void test_long_string(void)
{
	static char text[2000];
	struct world_record r;

	world_record_init(&r);
	memset(text, 'a', sizeof(text) - 1);
	text[1022] = 'b';
	text[1023] = 'c';
	r.text = text;
	CHECK_ANSWER("text ~ \"*ab\"", &r, 1);
	CHECK_ANSWER("text ~ \"*bc*\"", &r, 0);
	CHECK_ANSWER("text ~ \"aaa*\"", &r, 1);
	shim_hole = text + 1023;
	shim_hole_end = text + sizeof(text);
	CHECK_ANSWER("text ~ \"*ab\"", &r, 1);
	shim_hole = NULL;
	shim_hole_end = NULL;
}

/* A glob on a pointer needs scratch memory, which outer hits may have used up. */
static void test_no_space(void)
{
	struct world_record r;
	unsigned int n = 0;

	world_record_init(&r);
	r.text = "axb";
	while (scratch_alloc(FILTER_POINTER_MAX))
		n++;
	CHECK_ANSWER("text ~ \"*x*\"", &r, FILTER_NO_MEM);
	CHECK_ANSWER("!(text ~ \"*y*\")", &r, FILTER_NO_MEM);
	CHECK_ANSWER("text == \"axb\"", &r, 1);
	CHECK_ANSWER("text ~ \"a*\" || text ~ \"*y*\"", &r, 1);
	while (n--)
		scratch_free(FILTER_POINTER_MAX);
	CHECK_ANSWER("text ~ \"*x*\"", &r, 1);
}

const struct test tests[] = {
	{ "comparisons and globs match strings of each kind of field", test_strings },
	{ "a string without quotes is the same as one in quotes", test_bare },
	{ "what may be a mistake is no string without quotes", test_not_bare },
	{ "an empty or missing string equals the empty string", test_no_string },
	{ "a string at a bad address matches nothing", test_faults },
	{ "long strings at addresses are compared completely", test_long_string },
	{ "a comparison with a string fails if there is no scratch memory", test_no_space },
	{ }
};
