// SPDX-License-Identifier: GPL-2.0
/* Strings that are safe to print: tools/src/text.c. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "text.h"

static void escapes(const char *raw, const char *wanted, size_t columns)
{
	struct text text = {};
	size_t got;

	setlocale(LC_CTYPE, "C.UTF-8");
	got = text_escape(&text, raw);
	CHECK_STR(text.at ? text.at : "", wanted, raw);
	CHECK_EQ(got, columns);
	text_free(&text);
}

static void test_plain(void)
{
	escapes("", "", 0);
	escapes("kworker/0:1-ev", "kworker/0:1-ev", 14);
	escapes("a b\"c'", "a b\"c'", 6);
}

static void test_controls(void)
{
	escapes("a\x1b[2J", "a\\x1b[2J", 8);
	escapes("\t\n\r\\", "\\t\\n\\r\\\\", 8);
	escapes("\x01\x7f", "\\x01\\x7f", 8);
	/*
	 * U+009B has the meaning of ESC and [, and some terminals interpret it.
	 */
	escapes("\xc2\x9b" "31m", "\\x9b31m", 7);
}

static void test_utf8(void)
{
	escapes("gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f", 4);
	escapes("\xe6\xbc\xa2", "\xe6\xbc\xa2", 2);
	escapes("\xc3", "\\xc3", 4);
	escapes("\xc0\x80", "\\xc0\\x80", 8);
	escapes("\xed\xa0\x80", "\\xed\\xa0\\x80", 12);
	escapes("\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80", 16);
	escapes("\xe2\x82", "\\xe2\\x82", 8);
	escapes("\xff" "a", "\\xffa", 5);
}

static void test_deceiving(void)
{
	escapes("a\xe2\x80\xae" "b", "a\\u202eb", 8);
	escapes("\xe2\x80\x8b", "\\u200b", 6);
	escapes("\xef\xbb\xbf", "\\ufeff", 6);
}

static void test_growth(void)
{
	struct text text = {};
	int i;

	for (i = 0; i < 1000; i++)
		text_printf(&text, "%d,", i % 10);
	CHECK_EQ(text.len, 2000);
	CHECK_EQ(strlen(text.at), 2000);
	text_clear(&text);
	CHECK_STR(text.at, "", "after text_clear()");
	text_pad(&text, 3);
	text_pad(&text, -3);
	CHECK_STR(text.at, "   ", "three blanks");
	text_free(&text);
}

static void test_numbers(void)
{
	CHECK(text_is_number("0"));
	CHECK(text_is_number("18446744073709551615"));
	CHECK(!text_is_number("18446744073709551616"));
	CHECK(!text_is_number(""));
	CHECK(!text_is_number("-1"));
	CHECK(!text_is_number(" 1"));
	CHECK(!text_is_number("1x"));
}

const struct test tests[] = {
	{ "plain text is printed as it is", test_plain, NULL },
	{ "control characters are escaped", test_controls, NULL },
	{ "valid UTF-8 is printed, and other bytes are escaped", test_utf8, NULL },
	{ "characters that hide or reverse others are escaped", test_deceiving, NULL },
	{ "texts grow as needed", test_growth, NULL },
	{ "only unsigned numbers of 64 bits are numbers", test_numbers, NULL },
	{}
};
