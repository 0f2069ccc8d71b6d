/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The contents of a terminal: lines of text, and a style for each column. Pictures are
 * painted on a canvas and never on the terminal itself, so that tests can read them.
 */
#ifndef TOOL_CANVAS_H
#define TOOL_CANVAS_H

#include <stddef.h>

#include "../text.h"

/* The shades of a heat map; shade 0 is for cells without hits. */
#define CANVAS_SHADES	10

enum canvas_style {
	STYLE_PLAIN = 'p',
	STYLE_BOLD = 'b',
	STYLE_DIM = 'd',
	STYLE_HEADING = 'h',
	STYLE_CURSOR = 'c',
	STYLE_SHADE = '0',	/* and those that follow */
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
 * @width: columns
 * @height: lines
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

/**
 * canvas_clear() - make a canvas empty
 * @canvas: the canvas; starts out as zeros
 * @width: columns that it gets
 * @height: lines that it gets
 */
void canvas_clear(struct canvas *canvas, size_t width, size_t height);

/**
 * canvas_free() - free the memory of a canvas
 * @canvas: the canvas, which is empty then
 */
void canvas_free(struct canvas *canvas);

/**
 * canvas_put() - append a string to a line
 * @canvas: the canvas
 * @y: the line; ignored if it is beyond the last one
 * @style: style of the text
 * @text: the string, escaped by text_escape() if it is not the program's; truncated at
 *	the right margin
 */
void canvas_put(struct canvas *canvas, size_t y, enum canvas_style style, const char *text);

/**
 * canvas_printf() - append formatted text to a line
 * @canvas: the canvas
 * @y: the line
 * @style: style of the text
 * @format: as of printf(), with arguments as of canvas_put()
 */
void canvas_printf(struct canvas *canvas, size_t y, enum canvas_style style,
		   const char *format, ...) __attribute__((format(printf, 4, 5)));

/**
 * canvas_cell() - append a string, padded to a number of columns
 * @canvas: the canvas
 * @y: the line
 * @style: style of the columns
 * @text: the string; a longer one is truncated and ends with "~"
 * @columns: how many columns
 * @right: align the string to the right
 */
void canvas_cell(struct canvas *canvas, size_t y, enum canvas_style style, const char *text,
		 size_t columns, bool right);

/**
 * canvas_pad() - append spaces to a line up to a column
 * @canvas: the canvas
 * @y: the line
 * @style: style of the spaces
 * @columns: the column; at most the right margin
 */
void canvas_pad(struct canvas *canvas, size_t y, enum canvas_style style, size_t columns);

/**
 * canvas_columns() - count the columns of a line that are used
 * @canvas: the canvas
 * @y: the line
 *
 * Return: how many.
 */
size_t canvas_columns(const struct canvas *canvas, size_t y);

/**
 * canvas_char() - measure the first character of a string
 * @text: the text, in valid UTF-8
 * @columns: for the columns that it takes: 0, 1 or 2
 *
 * Return: its length in bytes; 0 at the end.
 */
size_t canvas_char(const char *text, size_t *columns);

/**
 * canvas_measure() - count the columns of a string
 * @text: the text, in valid UTF-8
 *
 * Return: how many.
 */
size_t canvas_measure(const char *text);

#endif /* TOOL_CANVAS_H */
