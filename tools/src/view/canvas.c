// SPDX-License-Identifier: GPL-2.0
/* The contents of a terminal; see canvas.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "canvas.h"

void canvas_free(struct canvas *canvas)
{
	size_t y;

	for (y = 0; y < canvas->height; y++) {
		text_free(&canvas->lines[y].text);
		text_free(&canvas->lines[y].styles);
	}
	free(canvas->lines);
	*canvas = (struct canvas){ .x = -1 };
}

void canvas_clear(struct canvas *canvas, size_t width, size_t height)
{
	size_t y;

	if (height != canvas->height) {
		canvas_free(canvas);
		canvas->lines = xalloc(height, sizeof(*canvas->lines));
		canvas->height = height;
	}
	canvas->width = width;
	canvas->x = -1;
	for (y = 0; y < height; y++) {
		text_clear(&canvas->lines[y].text);
		text_clear(&canvas->lines[y].styles);
	}
}

/* After text_escape(), wcwidth() knows the width of all characters. */
size_t canvas_char(const char *text, size_t *columns)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t len = at[0] < 0xc0 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4, i;
	wchar_t code = len == 1 ? at[0] : at[0] & (0x7f >> len);
	int width;

	if (!at[0])
		return 0;
	for (i = 1; i < len && at[i]; i++)
		code = code << 6 | (at[i] & 0x3f);
	width = code < 0x80 ? 1 : wcwidth(code);
	*columns = width < 0 ? 1 : width;
	return i;
}

size_t canvas_measure(const char *text)
{
	size_t all = 0, columns, len;

	for (; (len = canvas_char(text, &columns)); text += len)
		all += columns;
	return all;
}

size_t canvas_columns(const struct canvas *canvas, size_t y)
{
	return canvas->lines[y].styles.len;
}

/* Appends the part of a string that fits into @max_columns columns. */
static void put(struct canvas *canvas, size_t y, char style, const char *text, size_t max_columns)
{
	struct canvas_line *line = &canvas->lines[y];
	size_t columns, len;

	for (; (len = canvas_char(text, &columns)); text += len) {
		if (columns > max_columns || line->styles.len + columns > canvas->width)
			return;
		max_columns -= columns;
		text_add(&line->text, text, len);
		while (columns--)
			text_add(&line->styles, &style, 1);
	}
}

void canvas_put(struct canvas *canvas, size_t y, enum canvas_style style, const char *text)
{
	if (y < canvas->height)
		put(canvas, y, style, text, canvas->width);
}

void canvas_printf(struct canvas *canvas, size_t y, enum canvas_style style,
		   const char *format, ...)
{
	struct text text = {};
	va_list args;

	va_start(args, format);
	text_vprintf(&text, format, args);
	va_end(args);
	canvas_put(canvas, y, style, text.at ? text.at : "");
	text_free(&text);
}

void canvas_pad(struct canvas *canvas, size_t y, enum canvas_style style, size_t columns)
{
	if (y >= canvas->height)
		return;
	if (columns > canvas->width)
		columns = canvas->width;
	while (canvas_columns(canvas, y) < columns)
		put(canvas, y, style, " ", 1);
}

void canvas_cell(struct canvas *canvas, size_t y, enum canvas_style style, const char *text,
		 size_t columns, bool right)
{
	size_t wanted = canvas_measure(text), end;

	if (y >= canvas->height || !columns)
		return;
	end = canvas_columns(canvas, y) + columns;
	if (right && wanted < columns)
		canvas_pad(canvas, y, style, end - wanted);
	if (wanted > columns) {
		put(canvas, y, style, text, columns - 1);
		/* If a wide character did not fit, one column is left. */
		canvas_pad(canvas, y, style, end - 1);
		put(canvas, y, style, "~", 1);
	} else {
		put(canvas, y, style, text, columns);
	}
	canvas_pad(canvas, y, style, end);
}
