// SPDX-License-Identifier: GPL-2.0
/* Tests of module/event/print_format.c. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../module/event/print_format.h"
#include "test.h"

/*
 * Returns one letter for each piece, in the order of enum format_kind; w or p
 * comes before the letter of a piece that takes its width or precision from an
 * argument.
 */
static const char *kinds(const char *format)
{
	static char text[128];
	struct format_piece piece;
	size_t len = 0;

	do {
		format = format_next(format, &piece);
		if (piece.star_width)
			text[len++] = 'w';
		if (piece.star_precision)
			text[len++] = 'p';
		text[len++] = "$t%ilLsxf"[piece.kind];
	} while (piece.kind != FORMAT_END && len < sizeof(text) - 4);
	text[len] = '\0';
	return text;
}

static void test_kinds(void)
{
	static const struct {
		const char *format, *kinds;
	} cases[] = {
		{ "", "$" },
		{ "text", "t$" },
		{ "%d", "i$" },
		{ "a=%d b=%-5.3s c", "titst$" },
		{ "%%d%%", "%t%$" },
		{ "%ld%lu%lx%li", "llll$" },
		{ "%lld%Lu%#llx%016llx", "LLLL$" },
		{ "%zu%zd%tx", "lll$" },
		{ "%hd%hhu%hx%c", "iiii$" },
		{ "%*d%.*s%*.*s%-*d", "wipswpswi$" },
		{ "%p%px%pS%ps%pK%pB%pe", "xxxxxxx$" },
		{ "%pI4%pI6c%pISpc%pM%pUb", "fffff$" },
		{ "%*ph%*phN%*pbl", "wfwfwf$" },
		{ "%pd %pD %pV %pGg", "ftftftf$" },
		{ "%p:%p)%p", "xtxtx$" },
		{ "%08llx:%+d:% d", "Ltiti$" },
		{ "100%", "t$" },
		{ "%", "$" },
		{ "%5", "$" },
		{ "%.", "$" },
		{ "%ll", "$" },
		{ "%n%d", "$" },
		{ "%y", "$" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		CHECK_STR(kinds(cases[i].format), cases[i].kinds,
			  cases[i].format);
}

static void test_precision(void)
{
	struct format_piece piece;

	format_next("%s", &piece);
	CHECK_EQ(piece.precision, -1);
	format_next("%.s", &piece);
	CHECK_EQ(piece.precision, 0);
	format_next("%8.31s", &piece);
	CHECK_EQ(piece.precision, 31);
	format_next("%.99999999999999s", &piece);
	CHECK(piece.precision >= 0);
}

static void test_single(void)
{
	static const struct {
		const char *format;
		int width, precision;
		const char *single;
	} cases[] = {
		{ "%d rest", 0, 0, "%d" },
		{ "%-16s", 0, 0, "%-16s" },
		{ "%*d", 5, 0, "%5d" },
		{ "%*d", -5, 0, "%-5d" },
		{ "%.*s", 0, 3, "%.3s" },
		{ "%.*s", 0, 0, "%.0s" },
		{ "%.*s", 0, -1, "%s" },
		{ "%*.*s", 8, 3, "%8.3s" },
		{ "%8.*s", 0, 3, "%8.3s" },
		{ "%*.2s", 8, 0, "%8.2s" },
		{ "%*phN", 16, 0, "%16phN" },
		{ "%pISpc, ", 0, 0, "%pISpc" },
	};
	char single[FORMAT_SINGLE_MAX];
	struct format_piece piece;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		format_next(cases[i].format, &piece);
		CHECK(format_single(&piece, cases[i].width, cases[i].precision,
				    single));
		CHECK_STR(single, cases[i].single, cases[i].format);
	}
}

/* Tests conversions that are too long to be copied. */
static void test_single_long(void)
{
	char format[200], single[FORMAT_SINGLE_MAX];
	struct format_piece piece;
	size_t zeros;

	for (zeros = 40; zeros < 100; zeros++) {
		memset(format, '0', sizeof(format));
		format[0] = '%';
		strcpy(format + 1 + zeros, "*.*d");
		format_next(format, &piece);
		CHECK_EQ(piece.kind, FORMAT_INT);
		CHECK_EQ(format_single(&piece, 1000000000, 1000000000, single),
			 zeros + 23 < FORMAT_SINGLE_MAX);
		CHECK(strnlen(single, sizeof(single)) < sizeof(single));
	}
}

/* The parser does not read beyond the end of random strings. */
static void test_garbage(void)
{
	static const char letters[] = "%%%*.0-+ #9hlLztdsxpcIiS4n\\a";
	struct format_piece piece;
	char text[40], single[FORMAT_SINGLE_MAX];
	unsigned int seed = 1, i, j;
	const char *at;

	for (i = 0; i < 20000; i++) {
		char *format;

		for (j = 0; j < sizeof(text) - 1; j++) {
			seed = seed * 1103515245 + 12345;
			text[j] = letters[(seed >> 16) % (sizeof(letters) - 1)];
		}
		text[seed >> 8 & 31] = '\0';
		format = strdup(text);
		for (at = format;;) {
			const char *next = format_next(at, &piece);

			CHECK(next >= at && next <= format + strlen(format));
			if (piece.kind == FORMAT_END)
				break;
			CHECK(next == at + piece.len && piece.len);
			format_single(&piece, -2147483647 - 1, 2147483647,
				      single);
			at = next;
		}
		free(format);
	}
}

const struct test tests[] = {
	{ "the kind of each conversion is recognized", test_kinds },
	{ "precisions are read from the format", test_precision },
	{ "a conversion is copied with its width and precision", test_single },
	{ "a conversion that is too long is refused", test_single_long },
	{ "the parser of print formats does not read beyond the end", test_garbage },
	{ }
};
