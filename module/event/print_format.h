/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parsing formats of the kernel's vsnprintf(): the types of the arguments that
 * a format takes, and the arguments that it dereferences.
 */
#ifndef HISTRIG_PRINT_FORMAT_H
#define HISTRIG_PRINT_FORMAT_H

#include <linux/types.h>

/**
 * enum format_kind - the argument that a piece of a format takes
 * @FORMAT_END: none; the format ends here, or continues with an unknown conversion
 * @FORMAT_TEXT: none; the piece is copied as it is
 * @FORMAT_PERCENT: none; the piece is a percent sign
 * @FORMAT_INT: an int
 * @FORMAT_LONG: a long
 * @FORMAT_LONG_LONG: a long long
 * @FORMAT_STRING: a string
 * @FORMAT_POINTER: a pointer whose value is printed
 * @FORMAT_FOLLOWED: a pointer to an object that is printed
 */
enum format_kind {
	FORMAT_END,
	FORMAT_TEXT,
	FORMAT_PERCENT,
	FORMAT_INT,
	FORMAT_LONG,
	FORMAT_LONG_LONG,
	FORMAT_STRING,
	FORMAT_POINTER,
	FORMAT_FOLLOWED,
};

/**
 * struct format_piece - one piece of a format
 * @kind: the argument that it takes
 * @text: the piece
 * @len: length of @text in bytes
 * @star_width: an int before the argument of @kind gives the width
 * @star_precision: an int after the width, if any, gives the precision
 * @precision: the precision in the format, negative for none
 */
struct format_piece {
	enum format_kind kind;
	const char *text;
	size_t len;
	bool star_width;
	bool star_precision;
	int precision;
};

/**
 * format_next() - parse the next piece of a format
 * @fmt: the rest of the format
 * @piece: filled in
 *
 * All letters after %p belong to the piece; the first one determines its kind.
 *
 * Context: any.
 * Return: the format after the piece.
 */
const char *format_next(const char *fmt, struct format_piece *piece);

/* Size of the buffer for format_single(), in bytes. */
#define FORMAT_SINGLE_MAX	64

/**
 * format_single() - make a format of one conversion, with its stars filled in
 * @piece: the conversion
 * @width: its width, if it takes one
 * @precision: its precision, if it takes one
 * @text: set to a format that takes the value as its only argument
 *
 * Context: any.
 * Return: false if @text is too small.
 */
bool format_single(const struct format_piece *piece, int width, int precision,
		   char text[FORMAT_SINGLE_MAX]);

#endif /* HISTRIG_PRINT_FORMAT_H */
