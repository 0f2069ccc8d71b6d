/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The contents of a terminal: lines of text, and a style for each column. Pictures are
 * painted on a canvas instead of the terminal, so that tests can read them.
 */
#ifndef TOOL_CANVAS_H
#define TOOL_CANVAS_H

#include <stddef.h>

#include "../text.h"

/* Number of shades of a heat map. Shade 0 is for cells without hits. */
#define CANVAS_SHADES	10

enum canvas_style {
	STYLE_PLAIN = 'p',
	STYLE_BOLD = 'b',
	STYLE_DIM = 'd',
	STYLE_HEADING = 'h',
	STYLE_CURSOR = 'c',
	STYLE_SHADE = '0',	/* and the characters after it, one for each shade */
};

/**
 * struct canvas_line - a line of a picture
 * @text: its text, safe for a terminal
 * @styles: an enum canvas_style for each column
 */
struct canvas_line {
	struct text text;
	struct text styles;
};

/**
 * struct canvas - a picture
 * @width: number of columns
 * @height: number of lines
 * @lines: the lines
 * @x: column of the terminal's cursor, or -1 to hide it
 * @y: line of the terminal's cursor
 */
struct canvas {
	size_t width;
	size_t height;
	struct canvas_line *lines;
	int x;
	int y;
};

/* Empties a canvas, and sets its size. A new canvas must contain zeros. */
void canvas_clear(struct canvas *canvas, size_t width, size_t height);

void canvas_free(struct canvas *canvas);

/**
 * canvas_put() - append a string to a line
 * @canvas: the canvas
 * @y: the line; ignored if it is below the last one
 * @style: style of the string
 * @text: the string; if it is untrusted, escaped by text_escape(). Cut off at the right
 *	margin
 */
void canvas_put(struct canvas *canvas, size_t y, enum canvas_style style, const char *text);

/* Appends formatted output to a line. Escape untrusted strings, as for canvas_put(). */
void canvas_printf(struct canvas *canvas, size_t y, enum canvas_style style,
		   const char *format, ...) __attribute__((format(printf, 4, 5)));

/**
 * canvas_cell() - append a string, padded to a number of columns
 * @canvas: the canvas
 * @y: the line
 * @style: style of all columns
 * @text: the string; one that is too long is truncated and ends with "~"
 * @columns: number of columns
 * @right: align the string to the right
 */
void canvas_cell(struct canvas *canvas, size_t y, enum canvas_style style, const char *text,
		 size_t columns, bool right);

/* Appends spaces to a line, up to column @columns or the right margin. */
void canvas_pad(struct canvas *canvas, size_t y, enum canvas_style style, size_t columns);

/* Returns the number of columns of a line that are used. */
size_t canvas_columns(const struct canvas *canvas, size_t y);

/**
 * canvas_char() - measure the first character of a string
 * @text: the string, valid UTF-8
 * @columns: set to its width: 0, 1 or 2
 *
 * Return: its length in bytes; 0 at the end of the string.
 */
size_t canvas_char(const char *text, size_t *columns);

/* Returns the width of a string of valid UTF-8 in columns. */
size_t canvas_measure(const char *text);

#endif /* TOOL_CANVAS_H */
