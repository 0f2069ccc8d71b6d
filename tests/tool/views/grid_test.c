// SPDX-License-Identifier: GPL-2.0
/* The heat map of histrig heat: handles takes and keys, and paints pictures. */
#include <glob.h>
#include <math.h>

#include "view/grid.h"
#include "view/input.h"
#include "view_world.h"

#define LATENCY	FIELD("lat", "key", "number", "'log2'", "'us'")
#define TASK	FIELD("comm", "key", "string", "null", "null")
#define SPREAD	FIELD("lat", "value", "distribution", "'dist'", "'ns'")
#define ROW(low, high, hits)	"{'keys':[{'value':" low ",'text':'x','low':" low ",'high':" high "}]," \
				"'values':[" hits "]}"

static struct canvas canvas;

static void paint(struct grid *grid, size_t width, size_t height)
{
	canvas_clear(&canvas, width, height);
	grid_paint(grid, &canvas);
}

static void take(struct grid *grid, struct hist_doc *doc)
{
	CHECK(grid_take(grid, doc, NULL, NULL));
	doc_free(doc);
}

/* A first take, and three intervals: one second, ten seconds, and one without hits. */
static void takes(struct grid *grid)
{
	set_world();
	grid->name = strdup("runqlat");
	take(grid, make_doc(1000, 1, 0, 1, LATENCY "," HITS, ROW("1024", "2047", "1")));
	take(grid, make_doc(2000, 1001, 0, 2, LATENCY "," HITS,
			    ROW("17", "32", "1000") "," ROW("65", "128", "1")));
	take(grid, make_doc(12000, 1010, 3, 2, LATENCY "," HITS,
			    ROW("17", "32", "1000") "," ROW("33", "64", "10")));
	take(grid, make_doc(13000, 0, 0, 0, LATENCY "," HITS, ""));
}

static void end(struct grid *grid)
{
	grid_free(grid);
	canvas_free(&canvas);
}

static void shades(void)
{
	double rate;
	unsigned int last = 0, shade;

	CHECK_EQ(grid_shade(0, 100), 0);
	CHECK_EQ(grid_shade(0, 0), 0);
	CHECK_EQ(grid_shade(1e-9, 1e9), 1);
	CHECK_EQ(grid_shade(100, 100), CANVAS_SHADES - 1);
	for (rate = 1; rate <= 1000; rate++) {
		shade = grid_shade(rate, 1000);
		CHECK(shade >= last && shade <= last + 1);
		last = shade;
	}
}

static void intervals(void)
{
	struct grid grid = {};

	takes(&grid);
	paint(&grid, 40, 10);
	/*
	 * The map shows intervals between takes, so it does not show the hits before
	 * the first take.
	 */
	check_line(&canvas, 0, "runqlat: lat; 3 hits were not counted");
	check_line(&canvas, 3, "");
	check_line(&canvas, 4, "   65us                              .");
	check_line(&canvas, 5, "   33us                               .");
	/* The same number of hits in ten times the time is a tenth of the rate. */
	check_line(&canvas, 6, "   17us                              @#");
	check_style(&canvas, 6, 37, STYLE_SHADE + 9);
	check_style(&canvas, 6, 38, STYLE_SHADE + 7);
	check_style(&canvas, 6, 39, STYLE_SHADE);
	check_line(&canvas, 8, "hits/s: up to 1 .:-=+*#%@ 1000");
	check_line(&canvas, 9, "q quit  p pause  arrows inspect a cell");
	end(&grid);
}

static void cursor(void)
{
	struct grid grid = {};
	int i;

	takes(&grid);
	grid_key(&grid, INPUT_LEFT);
	CHECK(!grid.cursor);
	paint(&grid, 80, 10);
	grid_key(&grid, INPUT_LEFT);
	paint(&grid, 80, 10);
	check_line(&canvas, 8, "12:00:13: 0 of 0 hits in 1.000 s were 65us to 128us, 0 hits/s");
	check_style(&canvas, 4, 79, STYLE_CURSOR);
	grid_key(&grid, INPUT_LEFT);
	grid_key(&grid, INPUT_DOWN);
	paint(&grid, 80, 10);
	check_line(&canvas, 8, "12:00:12: 10 of 1010 hits in 10.000 s were 33us to 64us, 1 hits/s");
	check_style(&canvas, 5, 78, STYLE_CURSOR);
	/* The cursor stays within the map. */
	for (i = 0; i < 100; i++) {
		grid_key(&grid, INPUT_LEFT);
		grid_key(&grid, INPUT_DOWN);
	}
	paint(&grid, 80, 10);
	check_line(&canvas, 8, "12:00:02: 1000 of 1001 hits in 1.000 s were 17us to 32us, 1000 hits/s");
	grid_key(&grid, INPUT_END);
	for (i = 0; i < 100; i++) {
		grid_key(&grid, INPUT_RIGHT);
		grid_key(&grid, INPUT_UP);
	}
	paint(&grid, 80, 10);
	check_line(&canvas, 8, "12:00:13: 0 of 0 hits in 1.000 s were 65us to 128us, 0 hits/s");
	grid_key(&grid, INPUT_HOME);
	paint(&grid, 80, 10);
	check_line(&canvas, 8, "12:00:02: 1 of 1001 hits in 1.000 s were 65us to 128us, 1 hits/s");
	grid_key(&grid, INPUT_ESCAPE);
	paint(&grid, 80, 10);
	check_line(&canvas, 8, "hits/s: up to 1 .:-=+*#%@ 1000");
	end(&grid);
}

static void time_axis(void)
{
	struct grid grid = {};
	int i;

	set_world();
	for (i = 0; i < 3000; i++)
		take(&grid, make_doc(1000 * i + 1000, 1, 0, 1, LATENCY "," HITS, ROW("17", "32", "1")));
	paint(&grid, 50, 8);
	check_line(&canvas, 4, "   17us @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@");
	/* The last character of a time is below its column. */
	check_line(&canvas, 5, "    12:49:22  12:49:32  12:49:42  12:49:52");
	for (i = 0; i < 2000; i++)
		paint(&grid, i, 8);
	end(&grid);
}

static void distributions(void)
{
	struct hist_doc *doc;
	struct grid grid = {};
	const char *row = "{'keys':['sh'],'values':[3,{'count':3,'buckets':["
		"{'low':0,'high':0,'count':1},{'low':9,'high':9,'count':1},{'low':14,'high':15,'count':1}]}]}";

	set_world();
	take(&grid, make_doc(1000, 0, 0, 0, TASK "," HITS "," SPREAD, ""));
	paint(&grid, 60, 12);
	check_line(&canvas, 1, "(the first interval has not ended yet)");
	take(&grid, make_doc(2000, 3, 0, 1, TASK "," HITS "," SPREAD, row));
	paint(&grid, 60, 12);
	check_line(&canvas, 4, "    8ns                                                    @");
	check_line(&canvas, 8, "    0ns                                                    @");
	/* On a small terminal, the lowest ranges are left out. */
	paint(&grid, 60, 7);
	check_line(&canvas, 0, ": lat; 2 lower ranges do not fit on the screen");
	check_line(&canvas, 1, "    8ns                                                    @");
	check_line(&canvas, 3, "    2ns");
	doc = make_doc(3000, 3, 0, 1, TASK "," HITS "," SPREAD, row);
	((struct doc_hist *)doc->hists)->lost[DOC_LOST_BUCKETS] = 5;
	take(&grid, doc);
	paint(&grid, 60, 12);
	check_line(&canvas, 0, ": lat; 5 values were not counted");
	end(&grid);
}

static void none(void)
{
	struct hist_doc *doc = make_doc(1000, 1, 0, 1, TASK "," HITS, "{'keys':['sh'],'values':[1]}");
	const struct plan_show other = { .event = "s/e", .nr = 2 };
	struct grid grid = {};

	CHECK(!grid_take(&grid, doc, NULL, NULL));
	doc_free(doc);
	doc = make_doc(1000, 1, 0, 1, LATENCY "," HITS, "");
	CHECK(!grid_take(&grid, doc, &other, NULL));
	CHECK(grid_take(&grid, doc, NULL, NULL));
	doc_free(doc);
	CHECK(!grid.quit && !grid.paused);
	grid_key(&grid, 'p');
	CHECK(grid.paused);
	grid_key(&grid, ' ');
	CHECK(!grid.paused);
	grid_key(&grid, 'q');
	CHECK(grid.quit);
	end(&grid);
}

static void signs(void)
{
	struct grid grid = {};
	const char *row = "{'keys':['sh'],'values':[2,{'count':2,'buckets':["
		"{'low':-8,'high':-5,'count':1},{'low':18446744073709551615,"
		"'high':18446744073709551615,'count':1}]}]}";
	size_t width, height;

	set_world();
	take(&grid, make_doc(1000, 0, 0, 0, TASK "," HITS "," SPREAD, ""));
	take(&grid, make_doc(2000, 2, 0, 1, TASK "," HITS "," SPREAD, row));
	paint(&grid, 30, 80);
	for (width = 0; width < 40; width++)
		for (height = 0; height < 80; height++)
			paint(&grid, width, height);
	end(&grid);
}

static void recorded(void)
{
	char error[DOC_ERROR_MAX];
	size_t i, found = 0;
	glob_t files;

	CHECK(!glob("tests/unit/seeds/fuzz_doc/*.json", 0, NULL, &files) && files.gl_pathc > 20);
	for (i = 0; i < files.gl_pathc; i++) {
		struct hist_doc *doc = doc_read(files.gl_pathv[i], error);
		struct grid grid = {};

		CHECK(doc);
		if (doc && grid_take(&grid, doc, NULL, NULL)) {
			grid.uptime--;
			found += grid_take(&grid, doc, NULL, NULL);
			paint(&grid, 80, 24);
			CHECK(canvas_columns(&canvas, 20) == 80);
		}
		doc_free(doc);
		end(&grid);
	}
	CHECK(found >= 2);
	globfree(&files);
}

/* Without the number of hits, ranges are no distribution. */
static void no_hits(void)
{
	struct hist_doc *doc = make_doc(1000, 2, 0, 1, LATENCY "," FIELD("lat", "value", "number",
					"null", "null"), ROW("17", "32", "40"));
	struct grid grid = {};

	CHECK(!grid_take(&grid, doc, NULL, NULL));
	doc_free(doc);
	end(&grid);
}

/* A range like 0 to 9 is in no row, because rows are powers of two. */
static void buckets(void)
{
	struct hist_doc *doc = make_doc(1000, 2, 0, 1, FIELD("lat", "key", "number", "'buckets'", "'us'")
					"," HITS, ROW("0", "9", "40"));
	struct grid grid = {};

	CHECK(!grid_take(&grid, doc, NULL, NULL));
	doc_free(doc);
	end(&grid);
}

const struct test tests[] = {
	{ "ranges of .buckets are refused", buckets, NULL },
	{ "ranges without a number of hits are refused", no_hits, NULL },
	{ "shades grow with the logarithm of rates", shades, NULL },
	{ "a column of the heat map shows the hits per second in an interval", intervals, NULL },
	{ "the cursor shows the meaning of a cell", cursor, NULL },
	{ "times are below the columns of their intervals", time_axis, NULL },
	{ "a distribution has as many rows as fit", distributions, NULL },
	{ "a histogram without a distribution is refused", none, NULL },
	{ "positive and negative ranges are shown at any size of the terminal", signs, NULL },
	{ "documents that a guest has recorded can be shown as a map", recorded, NULL },
	{}
};
