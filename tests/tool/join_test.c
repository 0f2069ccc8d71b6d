// SPDX-License-Identifier: GPL-2.0
/* Rows that are added up because they look the same, tools/src/doc/join.c. */
#include <stdio.h>
#include <string.h>

#include "doc/doc.h"
#include "doc/join.h"
#include "test.h"

#define ROWS_MAX	8

static struct doc_field fields[] = {
	{ .name = "comm", .is_key = true, .type = DOC_STRING },
	{ .name = "common_ustacktrace", .is_key = true, .type = DOC_STACK, .user = true },
	{ .name = "hitcount", .type = DOC_NUMBER },
	{ .name = "us", .type = DOC_NUMBER },
};

static struct doc_frame frames[ROWS_MAX][2];
static struct doc_cell keys[ROWS_MAX][2], values[ROWS_MAX][2];
static struct doc_row rows[ROWS_MAX];
static struct doc_hist hist;
static struct hist_doc doc = { .hists = &hist, .nr_hists = 1 };

/* Adds a row, whose stack has one frame in a file, and a reason why it ends. */
static void add(const char *comm, const char *symbol, const char *function, uint64_t hits,
		int64_t us)
{
	const size_t nr = hist.nr_rows++;

	frames[nr][0] = (struct doc_frame){
		.kind = DOC_FRAME_FILE, .name = "/bin/x", .symbol = symbol, .function = function,
		.offset = hits,
	};
	frames[nr][1] = (struct doc_frame){ .kind = DOC_FRAME_END, .symbol = "(page fault)" };
	keys[nr][0] = (struct doc_cell){ .type = DOC_STRING, .text = comm };
	keys[nr][1] = (struct doc_cell){ .type = DOC_STACK, .nr = 2, .frames = frames[nr] };
	values[nr][0] = (struct doc_cell){ .type = DOC_NUMBER, .number.bits = hits };
	values[nr][1] = (struct doc_cell){
		.type = DOC_NUMBER, .shown = DOC_SHOWN_TEXT, .text = "text",
		.number = { .bits = us, .negative = us < 0 },
	};
	rows[nr] = (struct doc_row){ .keys = keys[nr], .values = values[nr] };
	hist.entries++;
}

static void begin(void)
{
	hist = (struct doc_hist){
		.fields = fields, .nr_keys = 2, .nr_values = 2, .rows = rows,
	};
	fields[3].modifier = "signed";
	add("a", "f+0x1", "f", 3, -5);
	add("b", "f+0x1", "f", 5, 2);
	add("a", "f+0x9", "f", 4, 3);
	add("a", "x+0x8", NULL, 2, 0);
	add("a", "x+0x9", NULL, 1, 0);
}

/* Checks the task and the values of a row, and how its first frame is shown. */
static void row_is(size_t nr, const char *comm, const char *frame, uint64_t hits, int64_t us)
{
	const struct doc_row *row = &hist.rows[nr];

	CHECK_STR(row->keys[0].text, comm, "task");
	CHECK_STR(row->keys[1].frames[0].symbol, frame, "frame");
	CHECK_EQ(row->values[0].number.bits, hits);
	CHECK_EQ((int64_t)row->values[1].number.bits, us);
	CHECK_EQ(row->values[1].number.negative, us < 0);
}

static void test_join(void)
{
	begin();
	doc_join(&doc, "hitcount", 3);
	CHECK_EQ(hist.nr_rows, 3);
	CHECK_EQ(hist.entries, 4);
	row_is(0, "a", "f", 7, -2);
	row_is(1, "b", "f", 5, 2);
	CHECK_EQ(hist.rows[0].values[1].shown, DOC_SHOWN_NUMBER);
	CHECK_EQ(hist.rows[0].keys[1].frames[0].offset, 0);
	CHECK_EQ(hist.rows[2].keys[1].frames[0].offset, 2);
	row_is(2, "a", "x+0x8", 2, 0);
	doc_join(&doc, "us", 9);
	CHECK_EQ(hist.nr_rows, 3);
	row_is(0, "b", "f", 5, 2);
	row_is(2, "a", "f", 7, -2);
}

static void test_borders(void)
{
	begin();
	hist.nr_rows = hist.entries = 0;
	add("a", "1:b", NULL, 1, 0);
	add("a1:", "b", NULL, 1, 0);
	add("", "a1:1:b", NULL, 1, 0);
	doc_join(&doc, "hitcount", 9);
	CHECK_EQ(hist.nr_rows, 3);
}

static void test_files(void)
{
	begin();
	frames[2][0].name = "/bin/y";
	doc_join(&doc, "hitcount", 9);
	CHECK_EQ(hist.nr_rows, 5);
	row_is(0, "b", "f", 5, 2);
	row_is(1, "a", "f", 4, 3);
}

static void test_left_alone(void)
{
	begin();
	doc_join(&doc, "comm", 1);
	CHECK_EQ(hist.nr_rows, 5);
	fields[3].modifier = "avg";
	doc_join(&doc, "hitcount", 1);
	CHECK_EQ(hist.nr_rows, 5);
	fields[3].modifier = NULL;
	rows[4].nr_tracked = 1;
	doc_join(&doc, "hitcount", 1);
	CHECK_EQ(hist.nr_rows, 5);
	row_is(0, "a", "f+0x1", 3, -5);
	hist.nr_rows = 0;
	doc_join(&doc, "hitcount", 1);
	CHECK_EQ(hist.nr_rows, 0);
}

const struct test tests[] = {
	{ "rows of the same task and functions are added up, the greatest first", test_join, NULL },
	{ "keys that differ only in where they end are not added up", test_borders, NULL },
	{ "functions of different files are not added up", test_files, NULL },
	{ "histograms with averages or tracked values do not change", test_left_alone, NULL },
	{}
};
