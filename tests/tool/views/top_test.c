// SPDX-License-Identifier: GPL-2.0
/* The view of histrig top: handles takes and keys, and paints pictures. */
#include <glob.h>

#include "view/input.h"
#include "view/source.h"
#include "view/top.h"
#include "view_world.h"

#define TASK	FIELD("comm", "key", "string", "null", "null")
#define BYTES	FIELD("len", "value", "number", "null", "'bytes'")
#define P99	FIELD("lat", "value", "number", "'p99'", "'us'")
#define SPREAD	FIELD("lat", "value", "distribution", "'dist'", "'us'")
#define FIELDS	TASK "," HITS "," BYTES "," P99 "," SPREAD

#define DIST(count)	"{'count':" count ",'buckets':[{'low':16,'high':16,'count':" count "}," \
			"{'low':100,'high':103,'count':1}]}"
#define ROW(name, hits, len, p99)	"{'keys':['" name "'],'values':[" hits "," len "," p99 "," \
					DIST(hits) "]}"

static struct canvas canvas;

static void paint(struct top *top, size_t width, size_t height)
{
	canvas_clear(&canvas, width, height);
	top_paint(top, &canvas);
}

static void take(struct top *top, struct hist_doc *doc)
{
	CHECK_EQ(top_take(top, 0, doc, NULL, NULL), doc->nr_hists);
	doc_free(doc);
}

static void keys(struct top *top, const char *typed)
{
	for (; *typed; typed++)
		top_key(top, *typed);
}

/* Makes two takes; the second is 2 s later, and contains sh and cat, but not ls. */
static void two_takes(struct top *top)
{
	set_world();
	top->name = strdup("kmalloc");
	top->about = strdup("what tasks allocate");
	top->interval = 2000000000;
	take(top, make_doc(1000, 5, 0, 2, FIELDS, ROW("ls", "4", "400", "12") "," ROW("sh", "1", "10", "9")));
	take(top, make_doc(3000, 30, 0, 2, FIELDS,
			   ROW("sh", "10", "4096", "2000") "," ROW("cat", "20", "2048", "50")));
}

static void end(struct top *top)
{
	top_free(top);
	canvas_free(&canvas);
}

static void rates(void)
{
	struct top top = {};

	two_takes(&top);
	paint(&top, 100, 10);
	check_line(&canvas, 0, "kmalloc: what tasks allocate" "                                                       "
		   " 12:00:03 2.000 s");
	check_line(&canvas, 1, "every 2s: 30 hits, all: 35; 3 entries by hits/s, greatest first");
	check_line(&canvas, 2, "comm    hits/s      hits     len/s   lat.p99  all hits       len   all len");
	check_line(&canvas, 3, "cat         10        20    1.00Ki      50us        20    2.00Ki    2.00Ki");
	check_line(&canvas, 4, "sh           5        10    2.00Ki       2ms        11    4.00Ki    4.01Ki");
	/* This entry was not in the last interval. */
	check_line(&canvas, 5, "ls           0         0         0                   4         0       400");
	check_line(&canvas, 6, "");
	check_line(&canvas, 9, "q quit  / filter  < > sort  r reverse  p pause  Enter details  h help");
	/* The heading of the column by which rows are sorted differs from the others. */
	check_style(&canvas, 2, 8, STYLE_BOLD);
	check_style(&canvas, 2, 0, STYLE_HEADING);
	check_style(&canvas, 2, 99, STYLE_HEADING);
	end(&top);
}

static void before_takes(void)
{
	struct top top = {};

	set_world();
	paint(&top, 80, 24);
	check_line(&canvas, 0, "");
	keys(&top, "jkgG\n\tr<>c/x\n");
	take(&top, make_doc(1000, 0, 0, 0, FIELDS, ""));
	keys(&top, "\x1bjkgG\n\tr<>c/x\n");
	top_key(&top, INPUT_ESCAPE);
	paint(&top, 80, 24);
	check_line(&canvas, 3, "(nothing has been counted yet)");
	/* A single take has no length, so there are no rates. */
	take(&top, make_doc(1000, 1, 0, 1, FIELDS, ROW("sh", "1", "10", "9")));
	paint(&top, 80, 24);
	check_line(&canvas, 3, "sh                     1                 9us         1        10        10");
	end(&top);
}

static void sorted(void)
{
	struct top top = {};

	two_takes(&top);
	/* Each > sorts by the next of the columns hits/s, hits, len/s and lat.p99. */
	keys(&top, ">>");
	paint(&top, 100, 10);
	check_line(&canvas, 1, "every 2s: 30 hits, all: 35; 3 entries by len/s, greatest first");
	check_line(&canvas, 3, "sh           5        10    2.00Ki       2ms        11    4.00Ki    4.01Ki");
	keys(&top, ">r");
	paint(&top, 100, 10);
	/* Entries without a number come before the least number. */
	check_line(&canvas, 3, "ls           0         0         0                   4         0       400");
	check_line(&canvas, 4, "cat         10        20    1.00Ki      50us        20    2.00Ki    2.00Ki");
	keys(&top, "<<<<");
	paint(&top, 100, 10);
	check_line(&canvas, 1, "every 2s: 30 hits, all: 35; 3 entries by comm, least first");
	check_line(&canvas, 5, "sh           5        10    2.00Ki       2ms        11    4.00Ki    4.01Ki");
	keys(&top, "<");
	paint(&top, 100, 10);
	check_line(&canvas, 1, "every 2s: 30 hits, all: 35; 3 entries by all len, greatest first");
	end(&top);
}

static void filtered(void)
{
	struct top top = {};

	two_takes(&top);
	keys(&top, "/S");
	paint(&top, 60, 10);
	check_line(&canvas, 1, "every 2s: 30 hits, all: 35; 2 of 3 entries with \"S\" by hits/");
	check_line(&canvas, 3, "sh           5        10    2.00Ki       2ms        11");
	check_line(&canvas, 4, "ls           0         0         0                   4");
	check_line(&canvas, 9, "filter: S");
	CHECK_EQ(canvas.x, 9);
	CHECK_EQ(canvas.y, 9);
	/* Letters are part of the filter now, not commands. */
	keys(&top, "q");
	paint(&top, 60, 10);
	check_line(&canvas, 3, "(no entry matches)");
	CHECK(!top.quit);
	top_key(&top, INPUT_BACKSPACE);
	keys(&top, "\n");
	paint(&top, 60, 10);
	check_line(&canvas, 9, "q quit  / filter  < > sort  r reverse  p pause  Enter detail");
	CHECK_EQ(canvas.x, -1);
	top_key(&top, INPUT_ESCAPE);
	paint(&top, 60, 10);
	check_line(&canvas, 5, "ls           0         0         0                   4");
	keys(&top, "/\x01");
	top_key(&top, INPUT_TAB);
	paint(&top, 60, 10);
	keys(&top, "q");
	CHECK(!top.quit);
	end(&top);
}

static void opened(void)
{
	struct top top = {};

	two_takes(&top);
	keys(&top, "j");
	paint(&top, 80, 12);
	check_style(&canvas, 3, 79, STYLE_CURSOR);
	keys(&top, "j\n");
	paint(&top, 80, 12);
	check_line(&canvas, 3, "cat         10        20    1.00Ki      50us        20    2.00Ki    2.00Ki");
	check_line(&canvas, 4, "sh           5        10    2.00Ki       2ms        11    4.00Ki    4.01Ki");
	check_line(&canvas, 5, "    comm: sh");
	check_line(&canvas, 6, "                      lat      hits  all hits");
	check_line(&canvas, 7, "             16us to 31us        10        11  ###############################");
	check_line(&canvas, 8, "             32us to 63us         0         0");
	check_line(&canvas, 9, "            64us to 127us         1         2  ######");
	check_line(&canvas, 10, "ls           0         0         0                   4         0       400");
	/* The cursor also moves through the lines of details. */
	keys(&top, "jjj");
	paint(&top, 80, 12);
	check_style(&canvas, 7, 0, STYLE_CURSOR);
	check_style(&canvas, 4, 0, STYLE_PLAIN);
	/* Details stay open after the next take, even if the entry has moved. */
	take(&top, make_doc(5000, 30, 0, 1, FIELDS, ROW("sh", "30", "4096", "2000")));
	paint(&top, 80, 12);
	check_line(&canvas, 3, "sh          15        30    2.00Ki       2ms        41    4.00Ki    8.01Ki");
	check_line(&canvas, 6, "             16us to 31us        30        41  ###############################");
	check_style(&canvas, 6, 0, STYLE_CURSOR);
	/* Even the smallest count gets a bar of one column. */
	check_line(&canvas, 8, "            64us to 127us         1         3  ##");
	keys(&top, "c");
	paint(&top, 80, 12);
	check_line(&canvas, 4, "cat          0         0         0                  20         0    2.00Ki");
	check_style(&canvas, 3, 0, STYLE_CURSOR);
	end(&top);
}

static void scrolled(void)
{
	struct text rows = {};
	struct top top = {};
	int i;

	set_world();
	for (i = 0; i < 50; i++)
		text_printf(&rows, "%s{'keys':['task%02d'],'values':[%d]}", i ? "," : "", i, 100 - i);
	take(&top, make_doc(1000, 3775, 0, 50, TASK "," HITS, rows.at));
	text_free(&rows);
	paint(&top, 40, 14);
	CHECK_EQ(top.page, 10);
	top_key(&top, INPUT_END);
	paint(&top, 40, 14);
	check_line(&canvas, 3, "task40                  60        60");
	check_line(&canvas, 12, "task49                  51        51");
	check_style(&canvas, 12, 0, STYLE_CURSOR);
	for (i = 0; i < 3; i++)
		keys(&top, "k");
	paint(&top, 40, 14);
	check_style(&canvas, 9, 0, STYLE_CURSOR);
	top_key(&top, INPUT_PAGE_UP);
	paint(&top, 40, 14);
	check_line(&canvas, 3, "task36                  64        64");
	check_style(&canvas, 3, 0, STYLE_CURSOR);
	/* After the terminal has grown, no line at the end is empty. */
	top_key(&top, INPUT_END);
	paint(&top, 40, 24);
	check_line(&canvas, 22, "task49                  51        51");
	top_key(&top, INPUT_HOME);
	paint(&top, 40, 24);
	check_line(&canvas, 3, "task00                 100       100");
	top_key(&top, INPUT_PAGE_DOWN);
	paint(&top, 40, 24);
	check_line(&canvas, 22, "task20                  80        80");
	end(&top);
}

#define STACK	FIELD("common_stacktrace", "key", "stack", "null", "null")
#define FRAME(address, symbol)	"{'address':" address ",'symbol':'" symbol "','offset':1,'module':null}"

static void stacks(void)
{
	struct top top = {};

	set_world();
	take(&top, make_doc(1000, 6, 0, 3, STACK "," HITS,
			    "{'keys':[[" FRAME("10", "kmalloc") "," FRAME("20", "vfs_read") "]],'values':[3]},"
			    "{'keys':[[" FRAME("11", "kmalloc") "," FRAME("20", "vfs_read") "]],'values':[2]},"
			    "{'keys':[[]],'values':[1]}"));
	keys(&top, "j\n");
	paint(&top, 80, 12);
	check_line(&canvas, 2, "stacktrace            hits/s      hits  all hits");
	check_line(&canvas, 3, "kmalloc < vfs_read                   3         3");
	check_line(&canvas, 4, "    stacktrace: kmalloc");
	check_line(&canvas, 5, "                vfs_read");
	/* The same functions at other offsets are a different stack. */
	check_line(&canvas, 6, "kmalloc < vfs_read                   2         2");
	check_line(&canvas, 7, "                                     1         1");
	keys(&top, "/VFS");
	paint(&top, 80, 12);
	check_line(&canvas, 7, "");
	end(&top);
}

#define LATENCY	FIELD("lat", "key", "number", "'log2'", "'us'")
#define RANGE(low, high)	"{'value':" low ",'text':'x','low':" low ",'high':" high "}"

static void sort_of_trigger(void)
{
	static const struct {
		const char *trigger;
		const char *wanted;
	} cases[] = {
		{ "hist:keys=comm:vals=us:sort=us.descending:top=20", "us/s" },
		{ "hist:keys=comm:vals=us:sort=us:size=64 [active]", "us/s" },
		{ "hist:keys=comm:vals=us:sort=us2", "hits/s" },
		{ "hist:keys=comm:vals=us:sort=comm", "hits/s" },
		{ "hist:keys=comm:vals=us", "hits/s" },
	};
	struct top top = {};
	char line[128];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		set_world();
		made_by = cases[i].trigger;
		take(&top, make_doc(1000, 3, 0, 1, TASK "," HITS ","
				    FIELD("us", "value", "number", "null", "null"),
				    "{'keys':['sh'],'values':[3,9]}"));
		paint(&top, 80, 12);
		snprintf(line, sizeof(line), "every 0ns: 3 hits, all: 3; 1 entries by %s, greatest first",
			 cases[i].wanted);
		check_line(&canvas, 1, line);
		end(&top);
	}
	made_by = "hist:keys=a";
}

static void ranges(void)
{
	struct top top = {};

	set_world();
	take(&top, make_doc(1000, 7, 0, 3, TASK "," LATENCY "," HITS,
			    "{'keys':['sh'," RANGE("17", "32") "],'values':[4]},"
			    "{'keys':['ls'," RANGE("17", "32") "],'values':[1]},"
			    "{'keys':['sh'," RANGE("33", "64") "],'values':[2]}"));
	keys(&top, "j\n");
	paint(&top, 80, 12);
	check_line(&canvas, 1, "every 0ns: 7 hits, all: 7; 2 entries by hits/s, greatest first");
	check_line(&canvas, 2, "comm    hits/s      hits  all hits");
	check_line(&canvas, 3, "sh                     6         6");
	check_line(&canvas, 6, "             17us to 32us         4         4  ###############################");
	check_line(&canvas, 7, "             33us to 64us         2         2  ################");
	check_line(&canvas, 8, "ls                     1         1");
	/*
	 * A take of another histogram, whose only key is a range, replaces the histogram
	 * in the table.
	 */
	take(&top, make_doc(2000, 7, 0, 1, LATENCY "," HITS,
			    "{'keys':[" RANGE("17", "32") "],'values':[4]}"));
	paint(&top, 80, 12);
	check_line(&canvas, 2, "  hits/s      hits  all hits");
	check_line(&canvas, 3, "                 4         4");
	check_line(&canvas, 4, "                      lat      hits  all hits");
	check_line(&canvas, 5, "             17us to 32us         4         4  ###############################");
	end(&top);
}

/* A range like 0 to 9 is no part of a distribution, because its bars are powers of two. */
static void buckets(void)
{
	struct top top = {};

	set_world();
	take(&top, make_doc(1000, 6, 0, 2, TASK "," FIELD("lat", "key", "number", "'buckets'", "'us'")
			    "," HITS,
			    "{'keys':['sh'," RANGE("0", "9") "],'values':[4]},"
			    "{'keys':['sh'," RANGE("10", "19") "],'values':[2]}"));
	keys(&top, "j\n");
	paint(&top, 80, 12);
	check_line(&canvas, 1, "every 0ns: 6 hits, all: 6; 2 entries by hits/s, greatest first");
	check_line(&canvas, 3, "sh      x                   4         4");
	end(&top);
}

static void hostile(void)
{
	struct top top = {};
	size_t i, y;

	set_world();
	take(&top, make_doc(1000, 3, 0, 3, TASK "," HITS,
			    "{'keys':['\\u001b[2Jx\\n\\u0007'],'values':[3]},"
			    "{'keys':['\\u202eevil\\u200b'],'values':[2]},"
			    "{'keys':['\\u65e5\\u672c\\u8a9e'],'values':[1]}"));
	keys(&top, "j\n");
	paint(&top, 80, 12);
	check_line(&canvas, 3, "\\x1b[2Jx\\n\\a                       3         3");
	check_line(&canvas, 4, "    comm: \\x1b[2Jx\\n\\a");
	check_line(&canvas, 5, "\\u202eevil\\u200b                   2         2");
	check_line(&canvas, 6, "日本語                             1         1");
	for (y = 0; y < canvas.height; y++)
		for (i = 0; i < canvas.lines[y].text.len; i++)
			CHECK((unsigned char)canvas.lines[y].text.at[i] >= ' ');
	end(&top);
}

static void narrow(void)
{
	static const char name[] = "a-very-long-name-of-a-task-that-does-not-fit";
	struct top top = {};
	size_t width, height;
	char row[200];

	set_world();
	snprintf(row, sizeof(row), "{'keys':['%s'],'values':[3,4,5," DIST("1") "]}", name);
	take(&top, make_doc(1000, 3, 0, 1, FIELDS, row));
	paint(&top, 50, 12);
	/*
	 * Keys get at least a third of the width; numbers that do not fit are
	 * scrolled out.
	 */
	check_line(&canvas, 2, "comm              hits/s      hits     len/s");
	check_line(&canvas, 3, "a-very-long-n~                   3");
	top_key(&top, INPUT_RIGHT);
	top_key(&top, INPUT_RIGHT);
	paint(&top, 50, 12);
	check_line(&canvas, 2, "comm               len/s   lat.p99  all hits");
	for (width = 0; width < 30; width++)
		top_key(&top, INPUT_RIGHT);
	paint(&top, 60, 12);
	check_line(&canvas, 2, "comm                                           all len");
	keys(&top, "jjjj\n\n");
	for (width = 0; width < 60; width++)
		for (height = 0; height < 8; height++)
			paint(&top, width, height);
	top.typing = true;
	top.help = true;
	paint(&top, 5, 5);
	top.help = false;
	paint(&top, 5, 5);
	CHECK_EQ(canvas.x, 4);
	end(&top);
}

static void warned(void)
{
	struct top top = {};

	set_world();
	take(&top, make_doc(1000, 3, 5, 9, TASK "," HITS, "{'keys':['sh'],'values':[3]}"));
	take(&top, make_doc(2000, 3, 2, 9, TASK "," HITS, "{'keys':['sh'],'values':[3]}"));
	paint(&top, 80, 12);
	check_line(&canvas, 2, "lost: 7 hits; the table was full, use a larger size= in the trigger");
	check_line(&canvas, 3, "8 more entries are hidden by top= in the trigger");
	check_line(&canvas, 5, "sh           3         3         6");
	/* Later takes do not have what the first ones hid. */
	take(&top, make_doc(3000, 3, 0, 1, TASK "," HITS, "{'keys':['sh'],'values':[3]}"));
	paint(&top, 80, 12);
	check_line(&canvas, 3, "top= in the trigger has hidden entries; \"all\" sums lack their hits");
	end(&top);
}

/* Checks the argument top= of a view of a recipe. */
static void check_top(int argc, const char *top, const char *wanted)
{
	char *words[] = { "biotop", (char *)top };
	struct source source;

	source_parse(&source, argc, words);
	CHECK_STR(source.run.values[0] ? source.run.values[0] : "20", wanted, "top=");
	run_end(&source.run);
}

static void all_rows(void)
{
	setenv("HISTRIG_RECIPES", "tools/recipes", 1);
	check_top(1, NULL, "131072");
	check_top(2, "top=5", "5");
}

static void several(void)
{
	const struct plan_show second = { .event = "s/e", .nr = 1 };
	struct top top = {};
	struct hist_doc *doc;

	two_takes(&top);
	doc = make_doc(4000, 1, 0, 1, TASK "," HITS, "{'keys':['other'],'values':[1]}");
	CHECK_EQ(top_take(&top, 1, doc, &second, NULL), 2);
	doc_free(doc);
	keys(&top, "\t");
	paint(&top, 80, 12);
	check_line(&canvas, 1, "[2 of 2] every 2s: 1 hits, all: 1; 1 entries by hits/s, greatest first");
	check_line(&canvas, 3, "other                   1         1");
	keys(&top, "\t");
	paint(&top, 80, 12);
	check_line(&canvas, 3, "cat         10        20    1.00Ki      50us        20    2.00Ki    2.00Ki");
	end(&top);
}

static void many(void)
{
	struct top top = {};
	struct text rows = {};
	int i, j;

	set_world();
	for (i = 0; i < 3; i++) {
		text_clear(&rows);
		for (j = 0; j < LIVE_ENTRIES_MAX / 2; j++)
			text_printf(&rows, "%s{'keys':['t%d'],'values':[1]}", j ? "," : "",
				    i * LIVE_ENTRIES_MAX + j);
		take(&top, make_doc(1000 * i + 1000, j, 0, j, TASK "," HITS, rows.at));
		top_key(&top, INPUT_END);
	}
	text_free(&rows);
	CHECK_EQ(top.tables[0].nr_entries, LIVE_ENTRIES_MAX / 2);
	CHECK(top.tables[0].forgot);
	CHECK_EQ(top.tables[0].total_hits, 3 * LIVE_ENTRIES_MAX / 2);
	paint(&top, 80, 6);
	check_line(&canvas, 2, "above 16384 entries, idle ones are removed; their \"all\" sums restart from 0");
	end(&top);
}

static void commands(void)
{
	struct top top = { .interval = 1000000000 };

	keys(&top, "p");
	CHECK(top.paused);
	paint(&top, 40, 5);
	check_line(&canvas, 0, "                                 PAUSED");
	keys(&top, " ");
	CHECK(!top.paused);
	keys(&top, "++");
	CHECK_EQ(top.interval, 4000000000);
	keys(&top, "--------");
	CHECK_EQ(top.interval, 125000000);
	keys(&top, "++++++++++++++++++++++++");
	CHECK(top.interval <= TOP_INTERVAL_MAX);
	keys(&top, "h");
	paint(&top, 80, 24);
	check_line(&canvas, 1, "Enter               show or hide the details of an entry: its whole keys,");
	keys(&top, "q");
	CHECK(!top.quit && !top.help);
	keys(&top, "q");
	CHECK(top.quit);
	end(&top);
}

/* Each recorded document can be shown, at any size and with all details open. */
static void recorded(void)
{
	char error[DOC_ERROR_MAX];
	struct plan plan = {};
	glob_t files;
	size_t i, j;

	CHECK(!glob("tests/unit/seeds/fuzz_doc/*.json", 0, NULL, &files) && files.gl_pathc > 20);
	for (i = 0; i < files.gl_pathc; i++) {
		struct hist_doc *doc = doc_read(files.gl_pathv[i], error);
		struct top top = {};

		CHECK(doc);
		for (j = 0; doc && j < 2; j++)
			top_take(&top, 0, doc, NULL, j ? NULL : &plan);
		for (j = 0; j < 60; j++) {
			keys(&top, "jjj\n>");
			paint(&top, j * 2, j);
			keys(&top, j % 8 ? "j" : "\t");
		}
		doc_free(doc);
		end(&top);
	}
	globfree(&files);
}

const struct test tests[] = {
	{ "rates are computed from the times of documents, and sums from all takes", rates, NULL },
	{ "a view without takes or rows can be painted", before_takes, NULL },
	{ "rows are sorted by the column that the user chooses", sorted, NULL },
	{ "a filter selects rows while it is typed", filtered, NULL },
	{ "an open entry shows its distribution, also after the next take", opened, NULL },
	{ "a long table scrolls with the cursor", scrolled, NULL },
	{ "stacks are keys that open to a line for each function", stacks, NULL },
	{ "a table is first sorted like its trigger", sort_of_trigger, NULL },
	{ "a range of .buckets is an entry", buckets, NULL },
	{ "the ranges of the last key are the distribution of an entry", ranges, NULL },
	{ "hostile names are escaped everywhere", hostile, NULL },
	{ "a terminal that is too small shows what fits", narrow, NULL },
	{ "a view warns of hits that its numbers do not include", warned, NULL },
	{ "a recipe shows all rows to a view, which adds up takes, unless the user gives top=", all_rows, NULL },
	{ "the Tab key shows the next histogram", several, NULL },
	{ "idle entries are removed if there are too many", many, NULL },
	{ "keys pause, change the interval, show help and quit", commands, NULL },
	{ "documents that a guest has recorded can be shown", recorded, NULL },
	{}
};
