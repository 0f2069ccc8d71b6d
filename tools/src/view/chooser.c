// SPDX-License-Identifier: GPL-2.0
/* A question on the screen; see chooser.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "chooser.h"
#include "input.h"

#define NAME_WIDTH	24

void chooser_add(struct chooser *chooser, const char *name, const char *about)
{
	/* Double the array when it is full, that is, whenever @nr is a power of two. */
	if (!(chooser->nr & (chooser->nr - 1))) {
		size_t capacity = chooser->nr ? 2 * chooser->nr : 1;

		chooser->items = realloc(chooser->items, capacity * sizeof(*chooser->items));
		if (!chooser->items)
			abort();
	}
	chooser->items[chooser->nr++] = (struct chooser_item){ xstrdup(name), xstrdup(about) };
}

void chooser_free(struct chooser *chooser)
{
	size_t i;

	for (i = 0; i < chooser->nr; i++) {
		free(chooser->items[i].name);
		free(chooser->items[i].about);
	}
	free(chooser->items);
	text_free(&chooser->typed);
	*chooser = (struct chooser){};
}

static const char *typed(const struct chooser *chooser)
{
	return chooser->typed.at ? chooser->typed.at : "";
}

static bool chooser_matches(const struct chooser *chooser, const struct chooser_item *item)
{
	return strcasestr(item->name, typed(chooser)) || strcasestr(item->about, typed(chooser));
}

static size_t chooser_nr_matches(const struct chooser *chooser)
{
	size_t i, nr = 0;

	for (i = 0; i < chooser->nr; i++)
		nr += chooser_matches(chooser, &chooser->items[i]);
	return nr;
}

const char *chooser_answer(const struct chooser *chooser)
{
	size_t i, nr = 0;

	if (!chooser->nr)
		return typed(chooser);
	for (i = 0; i < chooser->nr; i++)
		if (chooser_matches(chooser, &chooser->items[i]) && nr++ == chooser->cursor)
			return chooser->items[i].name;
	return NULL;
}

static void chooser_move(struct chooser *chooser, bool down, size_t steps)
{
	size_t nr = chooser_nr_matches(chooser);

	if (!down)
		chooser->cursor -= chooser->cursor < steps ? chooser->cursor : steps;
	else if (nr)
		chooser->cursor = chooser->cursor + steps < nr ? chooser->cursor + steps : nr - 1;
}

void chooser_key(struct chooser *chooser, int key)
{
	switch (key) {
	case INPUT_ENTER:
		chooser->done = chooser_answer(chooser) && *chooser_answer(chooser);
		break;
	case INPUT_ESCAPE:
		chooser->quit = !chooser->typed.len;
		text_clear(&chooser->typed);
		chooser->cursor = 0;
		break;
	case INPUT_UP:
	case INPUT_DOWN:
		chooser_move(chooser, key == INPUT_DOWN, 1);
		break;
	case INPUT_PAGE_UP:
	case INPUT_PAGE_DOWN:
		chooser_move(chooser, key == INPUT_PAGE_DOWN, 10);
		break;
	default:
		if (input_edit(&chooser->typed, key))
			chooser->cursor = 0;
	}
}

static void item_line(const struct chooser_item *item, bool chosen, struct canvas *canvas, size_t y)
{
	enum canvas_style style = chosen ? STYLE_CURSOR : STYLE_PLAIN;
	struct text text = {};

	text_escape(&text, item->name);
	if (*item->about) {
		canvas_cell(canvas, y, style, text.at, NAME_WIDTH, false);
		text_clear(&text);
		text_escape(&text, item->about);
		canvas_put(canvas, y, style, " ");
	}
	canvas_put(canvas, y, style, text.at ? text.at : "");
	if (chosen)
		canvas_pad(canvas, y, style, canvas->width);
	text_free(&text);
}

void chooser_paint(const struct chooser *chooser, struct canvas *canvas)
{
	size_t i, nr = 0, page = canvas->height > 2 ? canvas->height - 2 : 1;
	size_t from = chooser->cursor < page ? 0 : chooser->cursor - page + 1;
	struct text text = {};

	text_escape(&text, typed(chooser));
	canvas_printf(canvas, 0, STYLE_BOLD, "%s: %s", chooser->question, text.at ? text.at : "");
	text_free(&text);
	if (canvas->height && canvas->width) {
		canvas->x = canvas_columns(canvas, 0);
		canvas->y = 0;
		if ((size_t)canvas->x >= canvas->width)
			canvas->x = canvas->width - 1;
	}
	for (i = 0; i < chooser->nr; i++) {
		if (!chooser_matches(chooser, &chooser->items[i]))
			continue;
		if (nr >= from && nr < from + page)
			item_line(&chooser->items[i], nr == chooser->cursor, canvas, 1 + nr - from);
		nr++;
	}
	if (canvas->height > 2)
		canvas_put(canvas, canvas->height - 1, STYLE_DIM, chooser->nr ?
			   "type a part of it; up, down  Enter choose  Esc quit" :
			   "Enter go on  Esc quit");
}
