// SPDX-License-Identifier: GPL-2.0
/* Strings that grow, and strings that are safe to print; see text.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "text.h"

static void out_of_memory(void)
{
	fputs("histrig: out of memory\n", stderr);
	exit(1);
}

void *xalloc(size_t nr, size_t size)
{
	void *p = calloc(nr ? nr : 1, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

char *xstrdup(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		out_of_memory();
	return copy;
}

/* Makes sure that @more bytes and a zero byte fit. */
static void text_reserve(struct text *text, size_t more)
{
	size_t size = text->size ? text->size : 64;

	while (size - text->len <= more) {
		if (size > SIZE_MAX / 2)
			out_of_memory();
		size *= 2;
	}
	if (size == text->size)
		return;
	text->at = realloc(text->at, size);
	if (!text->at)
		out_of_memory();
	text->size = size;
}

void text_add(struct text *text, const char *bytes, size_t len)
{
	text_reserve(text, len);
	memcpy(text->at + text->len, bytes, len);
	text->len += len;
	text->at[text->len] = '\0';
}

void text_puts(struct text *text, const char *more)
{
	text_add(text, more, strlen(more));
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(text->at, 0, format, again);
	va_end(again);
	if (len < 0)
		return;
	text_reserve(text, len);
	vsnprintf(text->at + text->len, len + 1, format, args);
	text->len += len;
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(text, format, args);
	va_end(args);
}

void text_pad(struct text *text, long columns)
{
	while (columns-- > 0)
		text_add(text, " ", 1);
}

void text_clear(struct text *text)
{
	text->len = 0;
	if (text->at)
		text->at[0] = '\0';
}

void text_free(struct text *text)
{
	free(text->at);
	*text = (struct text){};
}

/*
 * Decodes a character. Returns its length in bytes; 0 if it is not valid UTF-8, like overlong
 * forms, surrogates and characters above U+10FFFF.
 */
static size_t decode(const unsigned char *at, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len, i;

	if (at[0] < 0x80) {
		*code = at[0];
		return 1;
	}
	len = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
	if (at[0] < 0xc2 || at[0] > 0xf4)
		return 0;
	*code = at[0] & (0x7f >> len);
	for (i = 1; i < len; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (at[i] & 0x3f);
	}
	if (*code < least[len] || *code > 0x10ffff ||
	    (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return len;
}

/* Tests for characters that are invisible, or that change how others look. */
static bool text_deceives(uint32_t code)
{
	return (code >= 0x200b && code <= 0x200f) ||
		(code >= 0x2028 && code <= 0x202e) ||
		(code >= 0x2060 && code <= 0x206f) ||
		(code >= 0xfe00 && code <= 0xfe0f) ||
		(code >= 0xe0000 && code <= 0xe0fff) ||
		code == 0xad || code == 0x61c || code == 0x180e || code == 0xfeff;
}

size_t text_next(const char *text, uint32_t *code)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t len = decode(at, code);

	if (!len)
		*code = *at;
	else if (*code >= ' ' && (*code < 0x7f || *code >= 0xa0) && !text_deceives(*code))
		*code = 0;
	return len ? len : 1;
}

static size_t escaped(struct text *text, uint32_t code)
{
	static const char letters[] = "\aa\bb\tt\nn\vv\ff\rr\\\\";
	const char *letter = code && code < 0x80 ? strchr(letters, code) : NULL;
	size_t before = text->len;

	if (letter && (letter - letters) % 2 == 0)
		text_printf(text, "\\%c", letter[1]);
	else if (code < 0x100)
		text_printf(text, "\\x%02x", code);
	else
		text_printf(text, "\\u%04x", code);
	return text->len - before;
}

size_t text_escape(struct text *text, const char *raw)
{
	const unsigned char *at = (const unsigned char *)raw;
	size_t columns = 0, len;
	uint32_t code;
	int width;

	for (; *at; at += len) {
		len = decode(at, &code);
		if (!len) {
			columns += escaped(text, *at);
			len = 1;
			continue;
		}
		/* Without a locale, as in an initramfs, wcwidth() knows no widths. */
		width = code < 0x80 || MB_CUR_MAX == 1 ? 1 : wcwidth(code);
		if (code < ' ' || (code >= 0x7f && code < 0xa0) || code == '\\' ||
		    width < 0 || text_deceives(code)) {
			columns += escaped(text, code);
			continue;
		}
		text_add(text, (const char *)at, len);
		columns += width;
	}
	return columns;
}

bool text_is_number(const char *text)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	strtoull(text, &end, 10);
	return !*end && !errno;
}
