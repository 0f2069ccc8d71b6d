// SPDX-License-Identifier: GPL-2.0
/* Parsing hist_totals: tools/src/run/tables.c. */
#include <string.h>

#include "run/tables.h"
#include "test.h"

static void test_several(void)
{
	char text[] =
		"hist:keys=pid:vals=hitcount:size=128 if pid > 3 [active]\n"
		"    Entries: 17\n    Room: 128\n    Dropped: 5\n    Lost actions: 6\n"
		"hist:keys=a:size=2048 [paused]\n"
		"    Entries: 0\n    News: 9\n    Room: 2048\n    Dropped: 18446744073709551615\n";
	struct table_totals totals;
	char *at = text;

	CHECK(tables_parse(&at, &totals));
	CHECK_STR(totals.trigger, "hist:keys=pid:vals=hitcount:size=128 if pid > 3 [active]", "");
	CHECK_EQ(totals.entries, 17);
	CHECK_EQ(totals.capacity, 128);
	CHECK_EQ(totals.dropped, 5);
	CHECK_EQ(totals.lost, 6);
	CHECK(tables_parse(&at, &totals));
	CHECK_STR(totals.trigger, "hist:keys=a:size=2048 [paused]", "");
	CHECK_EQ(totals.capacity, 2048);
	CHECK(totals.dropped == ~0ull);
	CHECK_EQ(totals.lost, 0);
	CHECK(!tables_parse(&at, &totals));
}

static void test_no_totals(void)
{
	char nothing[] = "", blank[] = "    Entries: 17\n", half[] = "hist:keys=a\n    Entries";
	struct table_totals totals;
	char *at = nothing;

	CHECK(!tables_parse(&at, &totals));
	at = blank;
	CHECK(!tables_parse(&at, &totals));
	at = half;
	CHECK(tables_parse(&at, &totals));
	CHECK_EQ(totals.entries, 0);
	CHECK(!tables_parse(&at, &totals));
}

const struct test tests[] = {
	{ "totals of several histograms are read", test_several, NULL },
	{ "a hist_totals without totals is parsed", test_no_totals, NULL },
	{}
};
