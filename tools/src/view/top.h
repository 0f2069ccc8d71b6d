/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The live view of histrig top, without a terminal: takes and keys in, a picture out.
 */
#ifndef TOOL_TOP_H
#define TOOL_TOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../recipe/recipe.h"
#include "../text.h"
#include "canvas.h"
#include "live.h"

/* The longest interval; the shortest is that of recipes. */
#define TOP_INTERVAL_MAX	(3600 * 1000000000ull)
#define TOP_INTERVAL_MIN	100000000ull

/**
 * struct top - a live view; zeros at first
 * @name: what is armed, safe for a terminal
 * @about: a sentence about it, safe for a terminal; or ""
 * @interval: nanoseconds between two takes
 * @tables: the tables, in the order of the histograms
 * @nr_tables: how many
 * @current: index of the table that is shown
 * @filter: string that entries must have in a key
 * @typing: keys go to the filter
 * @paused: no takes are made
 * @help: the keys are explained
 * @quit: the user wants to end it
 * @first: how many columns of numbers are scrolled out on the left
 * @scroll: the first line of the table that is shown
 * @page: how many lines of the table the last picture had
 */
struct top {
	char *name;
	char *about;
	uint64_t interval;
	struct live *tables;
	size_t nr_tables;
	size_t current;
	struct text filter;
	bool typing;
	bool paused;
	bool help;
	bool quit;
	size_t first;
	size_t scroll;
	size_t page;
};

/**
 * top_take() - add a take of an event's histograms
 * @top: the view
 * @first: which table its first histogram has; there may be one table more than before
 * @doc: the document
 * @show: which of its histograms are shown, or NULL for all
 * @plan: how to show their fields, or NULL
 *
 * Return: the table of the next event's first histogram.
 */
size_t top_take(struct top *top, size_t first, const struct hist_doc *doc,
		const struct plan_show *show, const struct plan *plan);

/**
 * top_key() - handle a key
 * @top: the view
 * @key: a character, or an enum input
 */
void top_key(struct top *top, int key);

/**
 * top_paint() - paint the view
 * @top: the view, which scrolls so that the cursor is visible
 * @canvas: the canvas, which is empty and has the size of the terminal
 */
void top_paint(struct top *top, struct canvas *canvas);

/**
 * top_free() - free the memory of a view
 * @top: the view
 */
void top_free(struct top *top);

/**
 * top_details() - print the details of an entry, below its line
 * @live: the table
 * @entry: the entry
 * @width: columns of the terminal
 * @lines: the lines are appended here, each with a line feed
 *
 * Return: how many lines.
 */
size_t top_details(const struct live *live, const struct live_entry *entry, size_t width,
		   struct text *lines);

#endif /* TOOL_TOP_H */
