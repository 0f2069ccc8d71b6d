// SPDX-License-Identifier: GPL-2.0
/* Bars of a histogram with ranges, as tools/src/doc/show.c prints them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doc/show.h"
#include "test.h"
#include "text.h"

#define ROWS_MAX	40000

static const struct doc_field fields[] = {
	{ .name = "comm", .is_key = true, .type = DOC_STRING },
	{ .name = "stack", .is_key = true, .type = DOC_STACK },
	{ .name = "us", .is_key = true, .type = DOC_NUMBER, .modifier = "log2" },
	{ .name = "hitcount", .type = DOC_NUMBER },
};

static const struct doc_frame here[] = { { .address = 0x1000, .symbol = "here", .offset = 4 } };
static const struct doc_frame there[] = { { .address = 0x1008, .symbol = "here", .offset = 12 } };

static struct doc_row rows[ROWS_MAX];
static struct doc_cell keys[ROWS_MAX][3], values[ROWS_MAX];

static void row(size_t nr, const char *comm, const struct doc_frame *frame, uint64_t low,
		uint64_t hits)
{
	keys[nr][0] = (struct doc_cell){ .type = DOC_STRING, .text = comm };
	keys[nr][1] = (struct doc_cell){ .type = DOC_STACK, .nr = 1, .frames = frame };
	keys[nr][2] = (struct doc_cell){ .type = DOC_NUMBER, .has_range = true,
					 .number.bits = low, .low.bits = low,
					 .high.bits = 2 * low - 1 };
	values[nr] = (struct doc_cell){ .type = DOC_NUMBER, .number.bits = hits };
	rows[nr] = (struct doc_row){ keys[nr], &values[nr], NULL, 0 };
}

static char *shown(size_t nr)
{
	const struct doc_hist hist = {
		.fields = fields, .nr_keys = 3, .nr_values = 1, .rows = rows, .nr_rows = nr,
		.entries = nr,
	};
	struct text text = {};

	show_hist(&text, &hist, NULL);
	return text.at;
}

/* Counts how often a string occurs in another one. */
static unsigned int times(const char *text, const char *what)
{
	unsigned int nr = 0;

	for (; (text = strstr(text, what)); text++)
		nr++;
	return nr;
}

static void test_groups(void)
{
	const char *second;
	char *text;

	row(0, "b", here, 64, 3);
	row(1, "a", here, 64, 5);
	row(2, "b", there, 64, 7);
	row(3, "b", here, 16, 9);
	row(4, "a", here, 32, 11);
	text = shown(5);
	CHECK_EQ(times(text, "comm = b"), 2);
	CHECK_EQ(times(text, "comm = a"), 1);
	/* The group that begins first is printed first, and within it the lowest range. */
	second = strstr(text, "comm = a");
	CHECK(second && strstr(text, "comm = b") < second);
	CHECK(strstr(text, "16") < strstr(text, "64") && strstr(text, "64") < second);
	free(text);
}

static void test_line_feeds(void)
{
	static const struct doc_field names[] = {
		{ .name = "a", .is_key = true, .type = DOC_STRING },
		{ .name = "b", .is_key = true, .type = DOC_STRING },
		{ .name = "us", .is_key = true, .type = DOC_NUMBER, .modifier = "log2" },
		{ .name = "hitcount", .type = DOC_NUMBER },
	};
	const struct doc_hist hist = {
		.fields = names, .nr_keys = 3, .nr_values = 1, .rows = rows, .nr_rows = 2,
		.entries = 2,
	};
	struct text text = {};

	row(0, "a\nb", NULL, 64, 3);
	row(1, "a", NULL, 64, 5);
	keys[0][1] = (struct doc_cell){ .type = DOC_STRING, .text = "c" };
	keys[1][1] = (struct doc_cell){ .type = DOC_STRING, .text = "b\nc" };
	show_hist(&text, &hist, NULL);
	CHECK_EQ(times(text.at, "a = "), 2);
	text_free(&text);
}

static void test_many(void)
{
	static char names[ROWS_MAX][8];
	char *text;
	size_t i;

	for (i = 0; i < ROWS_MAX; i++) {
		snprintf(names[i], sizeof(names[i]), "n%zu", i % (ROWS_MAX / 2));
		row(i, names[i], here, i < ROWS_MAX / 2 ? 64 : 16, 1);
	}
	text = shown(ROWS_MAX);
	CHECK_EQ(times(text, "comm = "), ROWS_MAX / 2);
	free(text);
}

static void test_halves(void)
{
	static const struct doc_field both[] = {
		{ .name = "user", .is_key = true, .type = DOC_STACK, .user = true },
		{ .name = "kernel", .is_key = true, .type = DOC_STACK },
		{ .name = "hitcount", .type = DOC_NUMBER },
	};
	static const struct doc_frame program[] = { { .symbol = "main+0x8" } };
	struct doc_cell stacks[] = {
		{ .type = DOC_STACK, .nr = 1, .frames = program },
		{ .type = DOC_STACK, .nr = 1, .frames = here },
	}, hits = { .type = DOC_NUMBER, .number.bits = 5 };
	const struct doc_row one = { stacks, &hits, NULL, 0 };
	const struct doc_hist hist = {
		.fields = both, .nr_keys = 2, .nr_values = 1, .rows = &one, .nr_rows = 1,
		.entries = 1,
	};
	struct text text = {};

	show_hist(&text, &hist, NULL);
	CHECK_STR(text.at, "hits\n   5\n    here\n    main+0x8\n", "");
	text_free(&text);
}

static void test_losses(void)
{
	struct doc_hist hist = {
		.fields = fields, .nr_keys = 3, .nr_values = 1, .rows = rows, .hits = 1,
	};
	struct text text = {};

	show_hist(&text, &hist, NULL);
	CHECK_STR(text.at, "(nothing)\n", "nothing lost");
	text_clear(&text);
	hist.lost[DOC_LOST_HITS] = 8;
	hist.lost[DOC_LOST_MISSED] = 5;
	hist.lost[DOC_LOST_ARMING] = 3;
	hist.lost[DOC_LOST_BEGINNINGS] = 2;
	show_hist(&text, &hist, NULL);
	CHECK_STR(text.at, "(nothing)\n"
		  "lost: 8 hits, 5 of them missed by probes, 3 of them while a forget() was armed, 2 hits that should have set a variable read here\n",
		  "losses");
	text_clear(&text);
	hist.lost[DOC_LOST_HITS] = 9;
	show_hist(&text, &hist, NULL);
	CHECK(strstr(text.at, "here; the table was full, use a larger size= in the trigger\n"));
	text_free(&text);
}

/* Ranges without hits, because of nohitcount, are no bars: their only value is no number of hits. */
static void test_no_hits(void)
{
	static const struct doc_field names[] = {
		{ .name = "len", .is_key = true, .type = DOC_NUMBER, .modifier = "log2" },
		{ .name = "len", .type = DOC_NUMBER },
	};
	struct doc_hist hist = {
		.fields = names, .nr_keys = 1, .nr_values = 1, .rows = rows, .nr_rows = 1,
		.entries = 1,
	};
	struct text text = {};

	keys[0][0] = (struct doc_cell){ .type = DOC_NUMBER, .shown = DOC_SHOWN_TEXT,
					.text = "~ 2^10", .has_range = true, .low.bits = 513,
					.high.bits = 1024 };
	values[0] = (struct doc_cell){ .type = DOC_NUMBER, .number.bits = 2048 };
	rows[0] = (struct doc_row){ keys[0], &values[0], NULL, 0 };
	show_hist(&text, &hist, NULL);
	CHECK_STR(text.at, "   len   len\n~ 2^10  2048\n", "a sum");
	text_clear(&text);
	hist.nr_values = 0;
	show_hist(&text, &hist, NULL);
	CHECK_STR(text.at, "   len\n~ 2^10\n", "no value");
	text_free(&text);
}

static void test_bands(void)
{
	const struct doc_field field = { .name = "lat", .type = DOC_NUMBER, .modifier = "p99" };
	struct doc_cell cell = {
		.number.bits = 124, .has_band = true, .low.bits = 120, .high.bits = 127,
	};
	struct text text = {};

	CHECK_EQ(show_cell(&text, &field, &cell, NULL), 14);
	CHECK_STR(text.at, "124 [120, 127]", "a band");
	text_clear(&text);
	cell.low = cell.high = cell.number;
	show_cell(&text, &field, &cell, NULL);
	CHECK_STR(text.at, "124", "no band");
	text_free(&text);
}

/* Makes a histogram whose only keys are ranges, and prints it. The modifier is "NAME" or "NAME=N". */
static char *ranges(const char *modifier, const uint64_t (*range)[2], size_t nr, size_t entries)
{
	const char *number = strchr(modifier, '=');
	char *name = strndup(modifier, strcspn(modifier, "="));
	const struct doc_field names[] = {
		{ .name = "us", .is_key = true, .type = DOC_NUMBER, .modifier = name,
		  .has_parameter = number, .parameter = number ? strtoul(number + 1, NULL, 10) : 0 },
		{ .name = "hitcount", .type = DOC_NUMBER },
	};
	const struct doc_hist hist = {
		.fields = names, .nr_keys = 1, .nr_values = 1, .rows = rows, .nr_rows = nr,
		.entries = entries,
	};
	struct text text = {};
	size_t i;

	for (i = 0; i < nr; i++) {
		keys[i][0] = (struct doc_cell){ .type = DOC_NUMBER, .has_range = true,
						.low.bits = range[i][0], .high.bits = range[i][1] };
		values[i] = (struct doc_cell){ .type = DOC_NUMBER, .number.bits = 2 };
		rows[i] = (struct doc_row){ keys[i], &values[i], NULL, 0 };
	}
	show_hist(&text, &hist, NULL);
	free(name);
	return text.at;
}

/* Tests whether the lines of @text begin with these ranges. NULL ends the list. */
static void check_ranges(char *text, const char * const *wanted)
{
	char *line = strchr(text, '\n');

	for (; *wanted; wanted++) {
		line = line ? line + 1 : text + strlen(text);
		if (strncmp(line, *wanted, strlen(*wanted)) || line[strlen(*wanted)] != ' ')
			check_failed(__FILE__, __LINE__, "%.30s, not %s", line, *wanted);
		line = strchr(line, '\n');
	}
	CHECK(line && !line[1]);
	free(text);
}

static void test_gaps(void)
{
	static const uint64_t powers[][2] = { { 33, 64 }, { 0, 1 }, { 5, 8 } };
	static const uint64_t ends[][2] = { { (1ull << 61) + 1, 1ull << 62 },
					    { (1ull << 63) + 1, UINT64_MAX } };
	static const uint64_t tens[][2] = { { 10, 19 }, { 40, 49 }, { 1000, 1009 } };
	static const uint64_t quarters[][2] = { { 20, 23 }, { 56, 63 } };
	char *text = ranges("log2", powers, 3, 3);

	CHECK_EQ(times(text, "           0  |"), 4);
	check_ranges(text, (const char *[]){ "0 -> 1", "2", "3 -> 4", "5 -> 8", "9 -> 16",
					     "17 -> 32", "33 -> 64", NULL });
	check_ranges(ranges("log2", ends, 2, 2), (const char *[]){
		"2305843009213693953 -> 4611686018427387904",
		"4611686018427387905 -> 9223372036854775808",
		"9223372036854775809 -> 18446744073709551615", NULL });
	/* Many empty ranges of the same width are printed as one. */
	check_ranges(ranges("buckets=10", tens, 3, 3), (const char *[]){
		"10 -> 19", "20 -> 29", "30 -> 39", "40 -> 49", "50 -> 999", "1000 -> 1009", NULL });
	/* The ranges of .log2=2 are parts of powers of two, so empty ones are not printed. */
	check_ranges(ranges("log2=2", quarters, 2, 2),
		     (const char *[]){ "20 -> 23", "56 -> 63", NULL });
	/*
	 * One of four entries is left out. Its hits may be in ranges that look empty here, so
	 * empty ranges are not printed.
	 */
	check_ranges(ranges("log2", powers, 3, 4),
		     (const char *[]){ "0 -> 1", "5 -> 8", "33 -> 64", "... and 1 more", NULL });
}

/* Prints a histogram with one entry, a distribution. */
static void show_distribution_of(struct text *text, struct doc_bucket *buckets, size_t nr)
{
	static const struct doc_field names[] = {
		{ .name = "comm", .is_key = true, .type = DOC_STRING },
		{ .name = "us", .type = DOC_DISTRIBUTION, .modifier = "dist" },
	};
	const struct doc_hist hist = {
		.fields = names, .nr_keys = 1, .nr_values = 1, .rows = rows, .nr_rows = 1,
		.entries = 1,
	};

	keys[0][0] = (struct doc_cell){ .type = DOC_STRING, .text = "sh" };
	values[0] = (struct doc_cell){ .type = DOC_DISTRIBUTION, .nr = nr, .buckets = buckets };
	rows[0] = (struct doc_row){ keys[0], &values[0], NULL, 0 };
	show_hist(text, &hist, NULL);
}

static void test_distribution(void)
{
	struct doc_bucket buckets[] = {
		{ .low.bits = 0, .high.bits = 0, .count = 1 },
		{ .low.bits = 5, .high.bits = 5, .count = 1 },
		{ .low.bits = 36, .high.bits = 37, .count = 1 },
		{ .low.bits = 40, .high.bits = 41, .count = 1 },
		{ .low.bits = 320, .high.bits = 335, .count = 1 },
	};
	struct text text = {};
	char *at;

	show_distribution_of(&text, buckets, 5);
	at = strstr(text.at, "    us");
	CHECK(at);
	if (at) {
		CHECK_EQ(times(at, "           0  |"), 6);
		CHECK(strstr(at, "\n    1 ") && strstr(at, "\n    2 -> 3 "));
		CHECK(strstr(at, "\n    8 -> 15 ") && strstr(at, "\n    16 -> 31 "));
		CHECK(strstr(at, "\n    36 -> 41 "));
		CHECK(strstr(at, "\n    64 -> 127 ") && strstr(at, "\n    128 -> 255 "));
	}
	text_free(&text);
}

/* A bar of a negative bucket must not take the hits of 0. */
static void test_signed_distribution(void)
{
	struct doc_bucket buckets[] = {
		{ .low = { -1, true }, .high = { -1, true }, .count = 3 },
		{ .low.bits = 0, .high.bits = 0, .count = 20 },
		{ .low.bits = 1, .high.bits = 1, .count = 500 },
	};
	struct text text = {};

	show_distribution_of(&text, buckets, 3);
	CHECK(strstr(text.at, "\n    -1 "));
	CHECK(strstr(text.at, " 3  |"));
	CHECK(strstr(text.at, "\n    0 -> 1 "));
	CHECK(strstr(text.at, " 520  |"));
	text_free(&text);
}

const struct test tests[] = {
	{ "the range of a percentile is printed", test_bands, NULL },
	{ "ranges without a number of hits are a table", test_no_hits, NULL },
	{ "the kernel's half of a stack is shown first", test_halves, NULL },
	{ "losses are printed in a line below the table", test_losses, NULL },
	{ "empty ranges between bars are printed", test_gaps, NULL },
	{ "empty powers of two in a distribution are printed", test_distribution,
	  NULL },
	{ "hits of 0 have a bar apart from those of negative values", test_signed_distribution,
	  NULL },
	{ "rows with the same keys are one group of bars, even if others are between them", test_groups, NULL },
	{ "names with line feeds do not join groups", test_line_feeds, NULL },
	{ "20,000 groups of bars can be printed", test_many, NULL },
	{}
};
