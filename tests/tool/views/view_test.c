// SPDX-License-Identifier: GPL-2.0
/* Parts of the live views: pictures, amounts, distributions, questions. */
#include <limits.h>

#include "doc/amount.h"
#include "view/chooser.h"
#include "doc/dist.h"
#include "view/input.h"
#include "view_world.h"

static void check_amount(double number, const char *unit, const char *wanted)
{
	char text[AMOUNT_MAX];

	amount_text(text, number, unit);
	CHECK_STR(text, wanted, unit ? unit : "a number");
}

static void counts(void)
{
	check_amount(0, NULL, "0");
	check_amount(9999999, NULL, "9999999");
	check_amount(10000000, NULL, "10.0M");
	check_amount(12345678901.0, NULL, "12.3G");
	check_amount(18446744073709551615.0, NULL, "18.4E");
	check_amount(-5, NULL, "-5");
	check_amount(-12345678, NULL, "-12.3M");
	check_amount(0.333, NULL, "0.33");
	check_amount(9.999, NULL, "10.0");
	check_amount(99.97, NULL, "100");
	check_amount(1234.5, NULL, "1234");
	check_amount(7, "pages", "7");
}

static void times(void)
{
	check_amount(0, "us", "0ns");
	check_amount(999, "ns", "999ns");
	check_amount(1000, "ns", "1us");
	check_amount(1234, "ns", "1.23us");
	check_amount(999999, "ns", "1.00ms");
	check_amount(16, "us", "16us");
	check_amount(1500, "us", "1.50ms");
	check_amount(90, "s", "90s");
	check_amount(1000, "s", "16.7min");
	check_amount(86400 * 400.0, "s", "400d");
	check_amount(18446744073709551615.0, "us", "213503982d");
	check_amount(0.4, "ns", "0ns");
}

static void sizes(void)
{
	check_amount(1023, "bytes", "1023");
	check_amount(1024, "bytes", "1.00Ki");
	check_amount(1536, "bytes", "1.50Ki");
	check_amount(5.5e12, "bytes", "5.00Ti");
	check_amount(18446744073709551615.0, "bytes", "16.0Ei");
}

static void pictures(void)
{
	struct canvas canvas = {};

	canvas_clear(&canvas, 10, 2);
	canvas_put(&canvas, 0, STYLE_PLAIN, "abc");
	canvas_cell(&canvas, 0, STYLE_BOLD, "12", 4, true);
	canvas_put(&canvas, 0, STYLE_DIM, "xyzABC");
	check_line(&canvas, 0, "abc  12xyz");
	check_style(&canvas, 0, 2, STYLE_PLAIN);
	check_style(&canvas, 0, 3, STYLE_BOLD);
	check_style(&canvas, 0, 9, STYLE_DIM);
	canvas_cell(&canvas, 1, STYLE_PLAIN, "abcdef", 4, true);
	canvas_cell(&canvas, 1, STYLE_PLAIN, "xy", 3, false);
	canvas_put(&canvas, 1, STYLE_PLAIN, "|");
	check_line(&canvas, 1, "abc~xy |");
	/* There is no line 2, so this must be ignored. */
	canvas_put(&canvas, 2, STYLE_PLAIN, "abc");
	canvas_pad(&canvas, 2, STYLE_PLAIN, 5);
	canvas_cell(&canvas, 2, STYLE_PLAIN, "abc", 5, false);
	canvas_clear(&canvas, 3, 4);
	check_line(&canvas, 0, "");
	canvas_put(&canvas, 3, STYLE_PLAIN, "abcdef");
	check_line(&canvas, 3, "abc");
	canvas_free(&canvas);
}

static void wide(void)
{
	struct canvas canvas = {};

	set_world();
	canvas_clear(&canvas, 7, 3);
	canvas_put(&canvas, 0, STYLE_PLAIN, "日本語タ");
	/* The fourth character would need columns 7 and 8. */
	check_line(&canvas, 0, "日本語");
	CHECK_EQ(canvas_columns(&canvas, 0), 6);
	canvas_cell(&canvas, 1, STYLE_PLAIN, "日本語", 4, false);
	canvas_put(&canvas, 1, STYLE_PLAIN, "|");
	check_line(&canvas, 1, "日 ~|");
	/* A combining accent has no width, and stays with its letter. */
	canvas_put(&canvas, 2, STYLE_PLAIN, "e\xcc\x81x");
	CHECK_EQ(canvas_columns(&canvas, 2), 2);
	CHECK_EQ(canvas_measure("ä日e\xcc\x81"), 4);
	canvas_free(&canvas);
}

/* ---- distributions */

static struct doc_number number(long long value)
{
	return (struct doc_number){ value, value < 0 };
}

static size_t bucket_of(struct doc_number low, struct doc_number high)
{
	struct dist dist = {};
	size_t first = 0, last = 0;

	dist_add(&dist, low, high, 3);
	CHECK(dist_range(&dist, &first, &last));
	CHECK_EQ(first, last);
	CHECK_EQ(dist.count[first], 3);
	return first;
}

static void buckets(void)
{
	const struct doc_number greatest = { -1ULL, false };
	size_t i;

	CHECK_EQ(bucket_of(number(0), number(0)), DIST_ZERO);
	CHECK_EQ(bucket_of(number(1), number(1)), DIST_ZERO + 1);
	CHECK_EQ(bucket_of(number(2), number(3)), DIST_ZERO + 2);
	CHECK_EQ(bucket_of(greatest, greatest), DIST_NR - 2);
	CHECK_EQ(bucket_of(number(-1), number(-1)), DIST_ZERO - 1);
	CHECK_EQ(bucket_of(number(-4), number(-4)), DIST_ZERO - 3);
	CHECK_EQ(bucket_of(number(LLONG_MIN), number(LLONG_MIN)), 0);
	/* A range that covers several buckets is counted in the bucket of its middle. */
	CHECK_EQ(bucket_of(number(0), number(99)), DIST_ZERO + 6);
	CHECK_EQ(bucket_of(number(-8), number(7)), DIST_ZERO - 1);
	CHECK_EQ(bucket_of(number(-99), number(-1)), DIST_ZERO - 6);
	for (i = 0; i < DIST_NR - 1; i++) {
		CHECK_EQ(bucket_of(dist_low(i, false), dist_low(i, false)), i);
		CHECK_EQ(bucket_of(dist_high(i, false), dist_high(i, false)), i);
		CHECK(doc_compare(dist_low(i, false), dist_high(i, false)) <= 0);
		if (i)
			CHECK(doc_compare(dist_high(i - 1, false), dist_low(i, false)) < 0);
	}
}

static size_t log2_bucket_of(struct doc_number low, struct doc_number high)
{
	const struct doc_field field = { .name = "us", .is_key = true, .modifier = "log2" };
	const struct doc_cell key = { .has_range = true, .low = low, .high = high };
	size_t first = 0, last = 0;
	struct dist dist = {};

	dist_add_key(&dist, &field, &key, 3);
	CHECK(dist.log2);
	CHECK(dist_range(&dist, &first, &last));
	CHECK_EQ(first, last);
	return first;
}

static void log2_buckets(void)
{
	const struct doc_field field = { .name = "us", .is_key = true, .modifier = "buckets" };
	const struct doc_cell key = { .has_range = true, .low.bits = 256, .high.bits = 511 };
	const struct doc_field parts = {
		.name = "us", .is_key = true, .modifier = "log2", .has_parameter = true,
		.parameter = 2,
	};
	const struct doc_cell part = { .has_range = true, .low.bits = 1280, .high.bits = 1535 };
	struct dist dist = {};
	size_t i;

	CHECK_EQ(dist_low(log2_bucket_of(number(257), number(512)), true).bits, 257);
	CHECK_EQ(dist_high(log2_bucket_of(number(257), number(512)), true).bits, 512);
	CHECK_EQ(dist_low(DIST_ZERO + 1, true).bits, 0);
	for (i = DIST_ZERO + 1; i < DIST_NR; i++) {
		CHECK_EQ(log2_bucket_of(dist_low(i, true), dist_high(i, true)), i);
		if (i > DIST_ZERO + 1)
			CHECK_EQ(dist_low(i, true).bits, dist_high(i - 1, true).bits + 1);
	}
	dist_add_key(&dist, &field, &key, 1);
	CHECK(!dist.log2);
	CHECK_EQ(dist.count[DIST_ZERO + 9], 1);
	/* With .log2=2, 1280 to 1535 is a part of 1024 to 2047. */
	dist_add_key(&dist, &parts, &part, 5);
	CHECK(!dist.log2);
	CHECK_EQ(dist.count[DIST_ZERO + 11], 5);
	CHECK_EQ(dist_low(DIST_ZERO + 11, dist.log2).bits, 1024);
}

static void added_up(void)
{
	struct dist dist = {}, more = {};
	size_t first, last;

	CHECK(!dist_range(&dist, &first, &last));
	dist_add(&dist, number(4), number(4), 1);
	dist_add(&more, number(7), number(7), 2);
	dist_add(&more, number(100), number(100), 5);
	dist_merge(&dist, &more);
	CHECK_EQ(dist.count[DIST_ZERO + 3], 3);
	CHECK(dist_range(&dist, &first, &last));
	CHECK_EQ(first, DIST_ZERO + 3);
	CHECK_EQ(last, DIST_ZERO + 7);
}

/* ---- what users type */

static void typed(void)
{
	struct text text = {};
	size_t i;

	CHECK(input_edit(&text, INPUT_BACKSPACE));
	CHECK(input_edit(&text, 'a'));
	CHECK(input_edit(&text, 0xe4));
	CHECK(input_edit(&text, 0x65e5));
	CHECK(input_edit(&text, 0x1f427));
	CHECK_STR(text.at, "aä日🐧", "typed");
	CHECK(input_edit(&text, INPUT_BACKSPACE));
	CHECK(input_edit(&text, INPUT_BACKSPACE));
	CHECK_STR(text.at, "aä", "two removed");
	CHECK(!input_edit(&text, INPUT_UP));
	CHECK(!input_edit(&text, INPUT_ENTER));
	CHECK(!input_edit(&text, 27));
	CHECK(!input_edit(&text, 0x7f));
	CHECK(!input_edit(&text, 0xd800));
	for (i = 0; i < 1000; i++)
		input_edit(&text, 'x');
	CHECK(text.len < 300);
	text_free(&text);
}

static void type(struct chooser *chooser, const char *keys)
{
	for (; *keys; keys++)
		chooser_key(chooser, *keys);
}

static void chosen(void)
{
	struct chooser chooser = { .question = "which" };
	struct canvas canvas = {};
	char name[24];
	int i;

	chooser_add(&chooser, "runqlat", "waiting for a CPU");
	chooser_add(&chooser, "biolatency", "waiting for disks");
	chooser_add(&chooser, "evil\x1b[31m", "");
	for (i = 0; i < 30; i++) {
		snprintf(name, sizeof(name), "event%d", i);
		chooser_add(&chooser, name, "");
	}
	canvas_clear(&canvas, 40, 6);
	chooser_paint(&chooser, &canvas);
	check_line(&canvas, 0, "which:");
	check_line(&canvas, 1, "runqlat                  waiting for a C");
	check_line(&canvas, 3, "evil\\x1b[31m");
	check_style(&canvas, 1, 39, STYLE_CURSOR);
	CHECK_EQ(canvas.x, 7);
	/*
	 * The typed text may be part of the name or of the sentence, in upper
	 * or lower case.
	 */
	type(&chooser, "DISK");
	CHECK_STR(chooser_answer(&chooser), "biolatency", "by its sentence");
	chooser_key(&chooser, INPUT_ESCAPE);
	CHECK(!chooser.quit);
	for (i = 0; i < 3; i++)
		chooser_key(&chooser, INPUT_PAGE_DOWN);
	canvas_clear(&canvas, 40, 6);
	chooser_paint(&chooser, &canvas);
	check_line(&canvas, 4, "event27");
	CHECK_STR(chooser_answer(&chooser), "event27", "by the cursor");
	chooser_key(&chooser, INPUT_PAGE_DOWN);
	chooser_key(&chooser, INPUT_DOWN);
	CHECK_STR(chooser_answer(&chooser), "event29", "the last one");
	type(&chooser, "nothing has this");
	chooser_key(&chooser, INPUT_ENTER);
	CHECK(!chooser_answer(&chooser) && !chooser.done);
	chooser_key(&chooser, INPUT_ESCAPE);
	type(&chooser, "runq\n");
	CHECK(chooser.done && !chooser.quit);
	CHECK_STR(chooser_answer(&chooser), "runqlat", "an answer");
	chooser_free(&chooser);
	canvas_free(&canvas);
}

static void asked(void)
{
	struct chooser chooser = { .question = "function" };

	chooser_key(&chooser, INPUT_ENTER);
	CHECK(!chooser.done);
	type(&chooser, "vfs_*\n");
	CHECK(chooser.done);
	CHECK_STR(chooser_answer(&chooser), "vfs_*", "a text");
	chooser_free(&chooser);
	chooser_key(&chooser, INPUT_ESCAPE);
	CHECK(chooser.quit);
	chooser_free(&chooser);
}

const struct test tests[] = {
	{ "counts are exact up to seven digits", counts, NULL },
	{ "times are printed with a unit that suits their size", times, NULL },
	{ "sizes are printed with units of powers of 1024", sizes, NULL },
	{ "a line of a picture is cut off or padded at the margin", pictures, NULL },
	{ "characters of two columns are never cut in half", wide, NULL },
	{ "each power of two has a bucket, and each negative one", buckets, NULL },
	{ "the ranges of .log2 keep their limits", log2_buckets, NULL },
	{ "distributions are added up", added_up, NULL },
	{ "typed characters become UTF-8, and backspace removes a whole character", typed, NULL },
	{ "a user selects an item of a list by typing or with the cursor", chosen, NULL },
	{ "a question without a list accepts any answer that is not empty", asked, NULL },
	{}
};
