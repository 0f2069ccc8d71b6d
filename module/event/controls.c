// SPDX-License-Identifier: GPL-2.0
/* Control characters in names and strings that users choose, see controls.h. */
#include <linux/minmax.h>
#include <linux/seq_file.h>

#include "controls.h"

/* Bytes that escaping a character as \ooo adds. */
#define ESCAPE_MORE	3

static bool is_control(char c)
{
	return (unsigned char)c < ' ' || c == '\x7f';
}

/* Tests whether the bytes at @at - 1 and @at encode a character from U+0080 to U+009F. */
static bool is_wide_control(const char *text, size_t at)
{
	return at && (text[at] & 0xe0) == 0x80 && text[at - 1] == '\xc2';
}

void controls_hide(char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (is_wide_control(text, i))
			text[i - 1] = '?';
		else if (!is_control(text[i]))
			continue;
		text[i] = '?';
	}
}

/* Tests whether @text begins with the three octal digits of an escape. */
static bool controls_is_code(const char *text, size_t len)
{
	return len >= ESCAPE_MORE && text[0] >= '0' && text[0] <= '3' &&
	       text[1] >= '0' && text[1] <= '7' &&
	       text[2] >= '0' && text[2] <= '7';
}

/* Tests whether @c must be escaped; @len bytes at @next follow it. */
static bool is_escaped(char c, const char *next, size_t len)
{
	return is_control(c) || (c == '\\' && controls_is_code(next, len));
}

static size_t escaped_length(const char *text, size_t len)
{
	size_t i, length = len;

	for (i = 0; i < len; i++)
		if (is_wide_control(text, i))
			length += 2 * ESCAPE_MORE;
		else if (is_escaped(text[i], text + i + 1, len - i - 1))
			length += ESCAPE_MORE;
	return length;
}

/*
 * Escapes the @len bytes of @text in place, which makes them @length bytes. Begins at the
 * end, so that no byte is overwritten before it is moved. The bytes after a character are
 * already at their new place, so is_escaped() reads them there.
 */
static void controls_escape_to(char *text, size_t len, size_t length)
{
	const size_t end = length;
	bool first = false;

	while (length > len) {
		const unsigned char c = text[--len];
		const bool second = is_wide_control(text, len);

		if (!first && !second &&
		    !is_escaped(c, text + length, end - length)) {
			text[--length] = c;
			continue;
		}
		first = second;
		text[--length] = '0' + (c & 7);
		text[--length] = '0' + (c >> 3 & 7);
		text[--length] = '0' + (c >> 6 & 7);
		text[--length] = '\\';
	}
}

size_t controls_escape(char *text, size_t len, size_t max)
{
	const size_t length = escaped_length(text, len);

	if (length <= max)
		controls_escape_to(text, len, length);
	return length;
}

void seq_escape_controls(struct seq_file *m, size_t from)
{
	size_t length;

	if (seq_has_overflowed(m))
		return;
	length = controls_escape(m->buf + from, m->count - from,
				 m->size - from);
	/*
	 * If the escapes do not fit, a full buffer makes seq_file print again, into a
	 * larger one.
	 */
	m->count = min(from + length, m->size);
}
