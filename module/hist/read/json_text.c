// SPDX-License-Identifier: GPL-2.0
/* Escapes strings and splits symbols, see json_text.h. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "json_text.h"

/* Longest escape of a character: \u0000. */
#define TOKEN_MAX	6

/* U+FFFD, written instead of a byte that is not UTF-8. */
static const char unknown[] = "\xef\xbf\xbd";

/* Returns 0 if the character at @s is not valid UTF-8. */
static unsigned int utf8_length(const u8 *s, size_t len)
{
	unsigned int nr, i;
	u32 c;

	if (*s < 0x80)
		return 1;
	nr = *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;
	if (*s < 0xc2 || *s > 0xf4 || nr > len)
		return 0;
	c = *s & (0x7f >> nr);
	for (i = 1; i < nr; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	/* Overlong, half of a surrogate pair, or beyond U+10FFFF. */
	if ((nr == 3 && c < 0x800) || (nr == 4 && c < 0x10000) ||
	    (c >= 0xd800 && c < 0xe000) || c > 0x10ffff)
		return 0;
	return nr;
}

static const char *short_escape(char c)
{
	switch (c) {
	case '"':
		return "\\\"";
	case '\\':
		return "\\\\";
	case '\n':
		return "\\n";
	case '\t':
		return "\\t";
	case '\r':
		return "\\r";
	default:
		return NULL;
	}
}

/* Writes the character of @nr bytes at @from, escaped; U+FFFD if @nr is 0. */
static unsigned int make_token(char *to, const char *from, unsigned int nr)
{
	static const char digits[] = "0123456789abcdef";
	const char *text = nr ? short_escape(*from) : unknown;
	const u8 c = *from;

	if (text) {
		nr = strlen(text);
		memcpy(to, text, nr);
		return nr;
	}
	if (c >= 0x20) {
		memcpy(to, from, nr);
		return nr;
	}
	memcpy(to, "\\u00", 4);
	to[4] = digits[c >> 4];
	to[5] = digits[c & 15];
	return 6;
}

size_t json_escape(char *to, const char *from, size_t len)
{
	char token[TOKEN_MAX];
	unsigned int nr, size;
	size_t at = 0, out = 0;

	while (at < len) {
		nr = utf8_length((const u8 *)from + at, len - at);
		size = make_token(token, from + at, nr);
		if (to)
			memcpy(to + out, token, size);
		out += size;
		at += max(nr, 1U);
	}
	return out;
}

bool json_symbol_parse(struct json_symbol *symbol, const char *text)
{
	const char *plus = strchr(text, '+'), *module, *end;
	char digits[20];
	size_t len;

	if (!plus || plus == text)
		return false;
	symbol->name = text;
	symbol->name_len = plus - text;
	len = strcspn(plus + 1, "/ ");
	if (len >= sizeof(digits))
		return false;
	memcpy(digits, plus + 1, len);
	digits[len] = '\0';
	if (kstrtoull(digits, 16, &symbol->offset))
		return false;
	module = strchr(plus, '[');
	end = module ? strpbrk(module, " ]") : NULL;
	symbol->module = end ? module + 1 : "";
	symbol->module_len = end ? end - symbol->module : 0;
	return true;
}
