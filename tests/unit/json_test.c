// SPDX-License-Identifier: GPL-2.0
/* JSON strings: escapes and symbols. */
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include "../../module/hist/read/json_text.h"
#include "test.h"

#define UNKNOWN	"\xef\xbf\xbd"

static const struct {
	const char *from;
	const char *to;
} escapes[] = {
	{ "", "" },
	{ "plain text", "plain text" },
	{ "a\"b\\c", "a\\\"b\\\\c" },
	{ "\n\t\r\b\x1f\x7f", "\\n\\t\\r\\u0008\\u001f\x7f" },
	/* The first and the last character of two, three and four bytes. */
	{ "\xc2\x80\xdf\xbf", "\xc2\x80\xdf\xbf" },
	{ "\xe0\xa0\x80\xed\x9f\xbf", "\xe0\xa0\x80\xed\x9f\xbf" },
	{ "\xee\x80\x80\xef\xbf\xbf", "\xee\x80\x80\xef\xbf\xbf" },
	{ "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
	/* Single bytes of a character, a truncated character, and one before a quote. */
	{ "\x80x\xff", UNKNOWN "x" UNKNOWN },
	{ "\xe2\x82", UNKNOWN UNKNOWN },
	{ "\xf0\x9f\x90\"", UNKNOWN UNKNOWN UNKNOWN "\\\"" },
	{ "\xc3\xc3\xa4", UNKNOWN "\xc3\xa4" },
	/* Overlong characters, surrogates, and characters above U+10FFFF. */
	{ "\xc0\x80\xc1\xbf", UNKNOWN UNKNOWN UNKNOWN UNKNOWN },
	{ "\xe0\x9f\xbf", UNKNOWN UNKNOWN UNKNOWN },
	{ "\xf0\x8f\xbf\xbf", UNKNOWN UNKNOWN UNKNOWN UNKNOWN },
	{ "\xed\xa0\x80\xed\xbf\xbf", UNKNOWN UNKNOWN UNKNOWN UNKNOWN UNKNOWN UNKNOWN },
	{ "\xf4\x90\x80\x80", UNKNOWN UNKNOWN UNKNOWN UNKNOWN },
	{ "\xf5\x80", UNKNOWN UNKNOWN },
};

static void escaped(void)
{
	char to[64];
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(escapes); i++) {
		len = strlen(escapes[i].from);
		CHECK_EQ(json_escape(NULL, escapes[i].from, len),
			 strlen(escapes[i].to));
		len = json_escape(to, escapes[i].from, len);
		to[len] = '\0';
		CHECK_STR(to, escapes[i].to, escapes[i].to);
	}
	CHECK_EQ(json_escape(to, "", 1), 6);
	CHECK(!memcmp(to, "\\u0000", 6));
}

static void in_one_buffer(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(escapes); i++) {
		const size_t from = strlen(escapes[i].from);
		const size_t to = strlen(escapes[i].to);
		char *text = malloc(to + 1);

		memcpy(text + to - from, escapes[i].from, from);
		CHECK_EQ(json_escape(text, text + to - from, from), to);
		text[to] = '\0';
		CHECK_STR(text, escapes[i].to, "in one buffer");
		free(text);
	}
}

static void symbols(void)
{
	struct json_symbol s;

	CHECK(json_symbol_parse(&s, "vfs_read+0x12/0x2f0"));
	CHECK(s.name_len == 8 && !memcmp(s.name, "vfs_read", 8));
	CHECK_EQ(s.offset, 0x12);
	CHECK_EQ(s.module_len, 0);
	CHECK(json_symbol_parse(&s, "open.isra.0+0x0/0x10 [ext4]"));
	CHECK(s.name_len == 11 && !memcmp(s.name, "open.isra.0", 11));
	CHECK_EQ(s.offset, 0);
	CHECK(s.module_len == 4 && !memcmp(s.module, "ext4", 4));
	/* The module has a build id. */
	CHECK(json_symbol_parse(&s, "f+0xffff/0x10000 [nf_nat 0123abc]"));
	CHECK_EQ(s.offset, 0xffff);
	CHECK(s.module_len == 6 && !memcmp(s.module, "nf_nat", 6));
}

static void no_symbols(void)
{
	static const char *const texts[] = {
		"", "0x5", "0xffffffff81000000", "+0x1/0x2", "f+", "f+/0x2",
		"f+0x12345678123456789/0x1", "(null)", "f+offset/0x2",
		"f+0x00000000000000000000000000001/0x2",
	};
	struct json_symbol s;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		if (json_symbol_parse(&s, texts[i]))
			CHECK_STR("a symbol", "none", texts[i]);
}

const struct test tests[] = {
	{ "strings of JSON have escapes and are valid UTF-8", escaped },
	{ "a string is escaped in place, in a buffer of the exact size", in_one_buffer },
	{ "a symbol is split into its name, offset and module", symbols },
	{ "an address without a symbol is not a symbol", no_symbols },
	{}
};
