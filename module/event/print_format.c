// SPDX-License-Identifier: GPL-2.0
/* Parsing formats, see print_format.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "print_format.h"

/* Parses a number, or a * that takes the number from an argument. */
static const char *print_format_number(const char *at, int *value, bool *star)
{
	unsigned int n = 0;

	*star = *at == '*';
	if (*star)
		return at + 1;
	for (; isdigit(*at); at++)
		n = n * 10 + *at - '0';
	*value = n & INT_MAX;
	return at;
}

/* Parses the length modifier of an integer. */
static const char *print_format_length(const char *at, enum format_kind *kind)
{
	*kind = FORMAT_INT;
	switch (*at) {
	case 'h':
		at += at[1] == 'h' ? 2 : 1;
		break;
	case 'l':
		*kind = at[1] == 'l' ? FORMAT_LONG_LONG : FORMAT_LONG;
		at += at[1] == 'l' ? 2 : 1;
		break;
	case 'L':
		*kind = FORMAT_LONG_LONG;
		at++;
		break;
	case 'z':
	case 'Z':
	case 't':
		*kind = FORMAT_LONG;
		at++;
		break;
	}
	return at;
}

/*
 * With one of the letters below or none after %p, vsnprintf() prints the pointer's
 * value, for instance as a symbol. With any other letter, vsnprintf() reads the memory
 * that the pointer points to.
 */
static enum format_kind pointer_kind(char extension)
{
	if (!isalnum(extension) || strchr("BFKSesx", extension))
		return FORMAT_POINTER;
	return FORMAT_FOLLOWED;
}

static const char *print_format_conversion(const char *at,
					   struct format_piece *piece)
{
	enum format_kind kind;
	int width;

	at++;
	while (*at && strchr("-+ #0", *at))
		at++;
	at = print_format_number(at, &width, &piece->star_width);
	if (*at == '.')
		at = print_format_number(at + 1, &piece->precision,
					 &piece->star_precision);
	at = print_format_length(at, &kind);

	switch (*at) {
	case 'c':
		kind = FORMAT_INT;
		break;
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X':
		break;
	case 's':
		kind = FORMAT_STRING;
		break;
	case 'p':
		kind = pointer_kind(at[1]);
		/* vsnprintf() skips all letters and digits after %p. */
		while (isalnum(at[1]))
			at++;
		break;
	case '%':
		kind = FORMAT_PERCENT;
		break;
	default:
		piece->kind = FORMAT_END;
		return at;
	}
	piece->kind = kind;
	return at + 1;
}

const char *format_next(const char *fmt, struct format_piece *piece)
{
	const char *end;

	*piece = (struct format_piece) { .text = fmt, .precision = -1 };
	if (!*fmt)
		return fmt;
	if (*fmt == '%') {
		end = print_format_conversion(fmt, piece);
	} else {
		end = strchr(fmt, '%') ?: fmt + strlen(fmt);
		piece->kind = FORMAT_TEXT;
	}
	piece->len = end - fmt;
	return end;
}

/* A negative precision means none. */
static int print_format_put_number(char *to, size_t size, bool is_precision,
				   int value)
{
	if (is_precision && value < 0)
		return 0;
	return snprintf(to, size, "%s%d", is_precision ? "." : "", value);
}

bool format_single(const struct format_piece *piece, int width, int precision,
		   char text[FORMAT_SINGLE_MAX])
{
	const char *from = piece->text, *end = from + piece->len;
	bool in_precision = false;
	size_t len = 0;

	for (; from < end && len < FORMAT_SINGLE_MAX - 1; from++) {
		if (*from == '.' && piece->star_precision) {
			in_precision = true;
		} else if (*from == '*') {
			len += print_format_put_number(text + len,
						       FORMAT_SINGLE_MAX - len,
						       in_precision,
						       in_precision ? precision : width);
		} else {
			text[len++] = *from;
		}
	}
	text[min_t(size_t, len, FORMAT_SINGLE_MAX - 1)] = '\0';
	return from == end && len < FORMAT_SINGLE_MAX;
}
