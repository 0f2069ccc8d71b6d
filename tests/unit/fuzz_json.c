// SPDX-License-Identifier: GPL-2.0
/* Fuzzes JSON strings: the result must be valid and have the same meaning. */
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include "../../module/hist/read/json_text.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

static unsigned int hex(const char *s)
{
	char digits[5] = { s[0], s[1], s[2], s[3] };

	return strtoul(digits, NULL, 16);
}

/* Replaces escapes by characters. Returns the length. */
static size_t unescape(char *to, const char *s, size_t len)
{
	size_t i, out = 0;

	for (i = 0; i < len; i++) {
		REQUIRE((u8)s[i] >= 0x20 && s[i] != '"');
		if (s[i] != '\\') {
			to[out++] = s[i];
			continue;
		}
		i++;
		REQUIRE(i < len);
		switch (s[i]) {
		case '"':
		case '\\':
			to[out++] = s[i];
			break;
		case 'n':
			to[out++] = '\n';
			break;
		case 't':
			to[out++] = '\t';
			break;
		case 'r':
			to[out++] = '\r';
			break;
		default:
			REQUIRE(s[i] == 'u' && i + 4 < len);
			to[out++] = hex(s + i + 1);
			i += 4;
		}
	}
	return out;
}

/* Compares with the original bytes. Each byte may have become U+FFFD. */
static void compare(const char *from, size_t len, const char *to, size_t size)
{
	size_t i, at = 0;

	for (i = 0; i < len; i++) {
		if (at < size && to[at] == from[i]) {
			at++;
			continue;
		}
		REQUIRE((u8)from[i] >= 0x80 && size - at >= 3);
		REQUIRE(!memcmp(to + at, "\xef\xbf\xbd", 3));
		at += 3;
	}
	REQUIRE(at == size);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t len);

int LLVMFuzzerTestOneInput(const u8 *data, size_t len)
{
	const char *from = (const char *)data;
	const size_t size = json_escape(NULL, from, len);
	char *to = malloc(size + 1), *plain = malloc(size + 1), *text;
	struct json_symbol symbol;
	size_t plain_len;

	REQUIRE(size >= len);
	/* Escape in place, like the file hist_json. */
	memcpy(to + size - len, from, len);
	REQUIRE(json_escape(to, to + size - len, len) == size);
	REQUIRE(size != len || !memcmp(to, from, len));
	plain_len = unescape(plain, to, size);
	/* A valid string must not change when it is escaped again. */
	REQUIRE(json_escape(NULL, to, size) >= size);
	if (!memchr(from, 0xef, len))
		compare(from, len, plain, plain_len);
	text = malloc(len + 1);
	memcpy(text, from, len);
	text[len] = '\0';
	if (json_symbol_parse(&symbol, text)) {
		REQUIRE(symbol.name == text && symbol.name_len < len);
		REQUIRE(!symbol.module_len || symbol.module + symbol.module_len < text + len);
	}
	free(text);
	free(plain);
	free(to);
	return 0;
}
