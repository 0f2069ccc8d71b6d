/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Formats of the kernel's vsnprintf(), taken apart: which arguments a format
 * takes and of what types, and which of them it follows to memory.
 */
#ifndef HISTRIG_PRINT_FORMAT_H
#define HISTRIG_PRINT_FORMAT_H

#include <linux/types.h>

/**
 * enum format_kind - what a piece of a format takes
 * @FORMAT_END: the format is over, or goes on with what is not understood
 * @FORMAT_TEXT: nothing, it is text to be copied
 * @FORMAT_PERCENT: nothing, it is a percent sign
 * @FORMAT_INT: an int
 * @FORMAT_LONG: a long
 * @FORMAT_LONG_LONG: a long long
 * @FORMAT_STRING: a string
 * @FORMAT_POINTER: a pointer that is shown
 * @FORMAT_FOLLOWED: a pointer to what is shown
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
 * @kind: what it takes
 * @text: the piece
 * @len: its length
 * @star_width: it takes an int before, its width
 * @star_precision: it takes an int before (and behind the width)
 * @precision: the precision that it says itself, negative for none
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
 * format_next() - take the next piece off a format
 * @fmt: where to start
 * @piece: filled in
 *
 * All the letters behind %p belong to the piece; the first one decides.
 *
 * Context: any.
 * Return: what follows.
 */
const char *format_next(const char *fmt, struct format_piece *piece);

/* Room for a conversion of its own, see format_single(). */
#define FORMAT_SINGLE_MAX	64

/**
 * format_single() - make a format of one conversion
 * @piece: the conversion
 * @width: the argument for its width, if it has one
 * @precision: the argument for its precision, if it has one
 * @text: filled with a format that takes no more than the value
 *
 * Context: any.
 * Return: whether there was room.
 */
bool format_single(const struct format_piece *piece, int width, int precision,
		   char text[FORMAT_SINGLE_MAX]);

#endif /* HISTRIG_PRINT_FORMAT_H */
